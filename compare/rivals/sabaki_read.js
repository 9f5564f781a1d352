// Reads a pack of SGF files with @sabaki/sgf: `npm install` in this folder. See `src/bin/read.rs`.

const fs = require('fs')
const sgf = require('@sabaki/sgf')

function peakMemory() {
  const line = fs.readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\s*(\d+)/)
  return line == null ? 0 : +line[1]
}

const pack = fs.readFileSync(process.argv[2])
const files = []
for (let at = 0; at < pack.length; ) {
  const length = Number(pack.readBigUInt64LE(at))
  files.push(pack.subarray(at + 8, at + 8 + length))
  at += 8 + length
}

const begun = peakMemory()
const games = []
let refused = 0
const start = process.cpuUsage()
for (const file of files) {
  try {
    for (const root of sgf.parseBuffer(file)) games.push(root)
  } catch (error) {
    refused += 1
  }
}
const used = process.cpuUsage(start)
const seconds = (used.user + used.system) / 1e6
const memory = peakMemory()

let nodes = 0
let moves = 0
const work = [...games]
while (work.length > 0) {
  const node = work.pop()
  nodes += 1
  moves += ('B' in node.data) + ('W' in node.data)
  for (const child of node.children) work.push(child)
}
console.log(seconds, games.length, nodes, moves, refused, memory, begun)

// @sabaki/sgf: trees by `parseBuffer`; values unescaped by its own `unescapeString`.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const sgf = require("@sabaki/sgf");

function flatten(roots) {
    const nodes = [];
    const work = roots.map((root, game) => [root, null, game]).reverse();
    while (work.length > 0) {
        const [node, parent, game] = work.pop();
        const properties = Object.entries(node.data).map(([name, values]) => [name, values.map(sgf.unescapeString)]);
        const index = nodes.push({ parent, game, properties }) - 1;
        work.push(...node.children.map((child) => [child, index, game]).reverse());
    }
    return nodes;
}

for await (const path of createInterface({ input: process.stdin })) {
    let answer;
    try {
        answer = { nodes: flatten(sgf.parseBuffer(readFileSync(path))) };
    } catch (error) {
        answer = { error: String(error).slice(0, 200) };
    }
    console.log(JSON.stringify(answer));
}

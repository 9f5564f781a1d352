/** Bytes of a move of Go, such as `;B[aa]`. */
const MOVE = 6;

/** Moves that stay at either end of a run: the core looks at a few bytes around each character beyond ASCII. */
const KEPT = 2;

/** A file without most of its moves. */
export interface Condensed {
  games: Uint8Array;
  /** With a game of ASCII at the end, as long as the file: the core weighs fewer games of a shorter one. */
  padded: Uint8Array;
}

/** Leaves out of a file what says nothing about its encoding: moves in a row. */
export function condense(bytes: Uint8Array): Condensed {
  const out = new Uint8Array(bytes.length);
  let [length, from] = [0, 0];
  const keep = (end: number) => {
    out.set(bytes.subarray(from, end), length);
    length += end - from;
  };
  for (let at = bytes.indexOf(0x3b); at >= 0; at = bytes.indexOf(0x3b, at)) {
    let end = at;
    while (isMove(bytes, end)) end += MOVE;
    if (end - at > 2 * KEPT * MOVE) {
      keep(at + KEPT * MOVE);
      from = end - KEPT * MOVE;
    }
    at = Math.max(end, at + 1);
  }
  keep(bytes.length);
  const games = out.subarray(0, length);
  if (length + 6 > bytes.length) return { games, padded: games };
  const [open, close] = ["(;C[", "])"].map((text) => new TextEncoder().encode(text));
  out.fill(0x30, length);
  out.set(open, length);
  out.set(close, bytes.length - close.length);
  return { games, padded: out };
}

/** Whether a move in small letters begins at a place. */
function isMove(bytes: Uint8Array, at: number): boolean {
  const isSmall = (byte: number) => byte >= 0x61 && byte <= 0x7a;
  const isColor = bytes[at + 1] === 0x42 || bytes[at + 1] === 0x57;
  return bytes[at] === 0x3b && isColor && bytes[at + 2] === 0x5b && isSmall(bytes[at + 3]) && isSmall(bytes[at + 4]) && bytes[at + 5] === 0x5d;
}

// The package in Node: the suite that every reader of Kifu runs, and what the types promise.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { before, describe, test } from "node:test";
import { open } from "../dist/core.js";
import { open as openFull } from "../dist/full.js";

const root = new URL("../..", import.meta.url);
const bytesOf = (path) => new Uint8Array(readFileSync(new URL(path, root)));
const cases = readdirSync(new URL("conformance/cases", root), { recursive: true }).filter((name) => name.endsWith(".sgf"));

let core;
let full;
before(async () => {
  core = await open();
  full = await openFull();
});

describe("the conformance suite", () => {
  test("has cases", () => assert.ok(cases.length > 200, `${cases.length} cases`));
  for (const name of cases) {
    test(name, async () => {
      const bytes = bytesOf(`conformance/cases/${name}`);
      const wanted = JSON.parse(readFileSync(new URL(`conformance/cases/${name.replace(/\.sgf$/, ".json")}`, root), "utf8"));
      for (const kifu of [core, full]) {
        const record = await kifu.read(bytes);
        assert.deepEqual(outline(record), wantedOutline(wanted));
        if (kifu === full) assert.deepEqual(Buffer.from(record.toBytes()), Buffer.from(bytes), "what was not changed is written as it was");
        record.free();
      }
    });
  }
});

/** Long names of old files count as their capital letters. */
const short = (identifier) => identifier.replace(/[^A-Z]/g, "") || identifier.toUpperCase();

/** All nodes in the form of the suite: parent, and properties with their number of values. */
function outline(record) {
  const nodes = [];
  for (let index = 0; index < record.length; index++) {
    const game = record.game(index);
    const base = nodes.length;
    for (let node = 0; node < game.length; node++) {
      const parent = game.parent(node);
      const properties = game.properties(node).map(([identifier, values]) => [short(identifier), values.length]);
      nodes.push({ parent: parent < 0 ? null : base + parent, properties });
    }
  }
  return nodes;
}

function wantedOutline(wanted) {
  return wanted.nodes.map(({ parent, properties }) => ({ parent, properties: properties.map(([identifier, count]) => [short(identifier), count]) }));
}

describe("a record", () => {
  test("is read, stepped through and asked", async () => {
    const record = await core.read("(;SZ[5]PB[Ada]C[begin];B[cc];W[](;B[dc]C[a];W[cd])(;B[bb]N[other]))");
    const game = record.game(0);
    assert.equal(game.length, 6);
    assert.deepEqual(game.mainLine(), [0, 1, 2, 3, 4]);
    assert.deepEqual(game.children(2), [3, 5]);
    assert.deepEqual(game.point(1), [2, 2]);
    assert.equal(game.point(2), undefined);
    assert.equal(game.moveNumber(5), 3);
    assert.equal(game.text(0, "C"), "begin");
    assert.deepEqual(game.search("OTHER"), [5]);
    assert.deepEqual(game.info(), [["Black", "Ada"]]);
    const scene = game.scene(3);
    assert.equal(scene.pieces, "............XX...........");
    assert.equal(scene.comment, "a");
    assert.equal(scene.moveName, "D3");
    assert.deepEqual(scene.last, [3, 2]);
    assert.deepEqual(game.scene(2).hints.map((hint) => hint[2]).sort(), ["A", "B"]);
    assert.equal(game.positions().length, 6 * 25);
    assert.throws(() => game.svg(3), /readForEditing/);
    assert.throws(() => record.setText(0, 0, "C", "new"), /readForEditing/);
    assert.equal(record.isEditable, false);
    record.free();
  });

  test("is returned as it was read by the core module", async () => {
    const source = new TextEncoder().encode("(;SZ[9] C[ keep ]  ;B[aa])");
    const record = await core.read(source);
    assert.deepEqual(Buffer.from(record.toBytes()), Buffer.from(source));
    assert.equal(record.toString(), Buffer.from(source).toString());
    record.free();
  });

  test("read for editing is drawn and written, from bytes and from text", async () => {
    const text = "(;SZ[5];B[cc];W[dd])";
    for (const source of [text, new TextEncoder().encode(text)]) {
      const record = await core.readForEditing(source);
      assert.equal(record.isEditable, true);
      assert.match(record.game(0).svg(2), /^<svg /);
      assert.match(record.game(0).toString(), /B\[cc\]/);
      record.free();
    }
  });

  test("of Backgammon has its board as a picture", async () => {
    const record = await core.read("(;GM[6];B[52lqac])");
    assert.match(record.game(0).svg(1), /^<svg /);
    record.free();
  });

  test("of another game than Go has no positions, and says so", async () => {
    for (const kifu of [core, full]) {
      for (const kind of ["1", "01", " 1 ", ""]) {
        const record = await kifu.read(`(;GM[${kind}]SZ[9];B[ee])`);
        assert.equal(record.game(0).positions().reduce((sum, stone) => sum + stone, 0), 1, kind);
        record.free();
      }
      for (const [kind, advice] of [
        ["2", "take the pieces of `Game.scene`"],
        ["11", "take the pieces of `Game.scene`"],
        ["3", "draw it by `Game.svg`"],
        ["6", "draw it by `Game.svg`"],
        ["19", "draw it by `Game.svg`"],
        ["12", "the rules of Jungle are unknown"],
        ["99", "the rules of game 99 are unknown"],
        // Drawn as Go.
        ["x", "take the pieces of `Game.scene`"],
      ]) {
        const record = await kifu.read(`(;GM[${kind}])`);
        const game = record.game(0);
        assert.throws(() => game.positions(), { name: "Error", message: `\`GM[${kind}]\` is not Go: ${advice}` });
        // The advice can be followed.
        if (advice.includes("scene")) assert.match(game.scene(0).pieces, /^[.XO]+$/);
        if (advice.includes("svg")) assert.match(game.svg(0), /^<svg /);
        record.free();
      }
    }
  });

  test("of any encoding has its text", async () => {
    const text = "(;FF[4]CA[Shift_JIS]PB[本因坊表])";
    const shiftJis = bytesOf("examples/go/1846-shusaku-gennan-shift-jis.sgf");
    const gb = bytesOf("examples/go/2016-alphago-lee-sedol-2-gb18030.sgf");
    for (const bytes of [shiftJis, gb]) {
      const a = await core.read(bytes);
      const b = await full.read(bytes);
      assert.equal(a.game(0).text(0, "PB"), b.game(0).text(0, "PB"));
      assert.match(b.game(0).text(0, "PB") + b.game(0).text(0, "PW"), /[\u4e00-\u9fff]/);
    }
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
    assert.equal((await core.read(utf16)).game(0).text(0, "PB"), "本因坊表");
  });

  test("of any encoding has the same text in both modules", async () => {
    const cases = [
      ["windows-1252", [0x80], "€"],
      ["ISO-8859-1", [0x93, 0x41, 0x94], "“A”"],
      ["Latin1", [0xe9], "é"],
      ["windows-1251", [0xcc, 0xe0], "Ма"],
      ["KOI8-U", [0xae, 0xcd], "ўм"],
      ["windows-874", [0xa1, 0xa2], "กข"],
      ["GBK", [0xa2, 0xe3, 0xc6, 0xe5], "€棋"],
      ["Big5", [0x80], "€"],
      ["EUC-KR", [0xb1, 0xe2], "기"],
      ["Shift_JIS", [0x8c, 0xe9], "碁"],
      ["UTF-16", [0xe9], "é"],
    ];
    for (const [label, bytes, text] of cases) {
      const file = Buffer.concat([Buffer.from(`(;CA[${label}]C[`), Buffer.from(bytes), Buffer.from("])")]);
      const [small, large] = [await core.read(file), await full.read(file)];
      assert.equal(small.game(0).text(0, "C"), large.game(0).text(0, "C"), label);
      assert.deepEqual(small.charsets(), large.charsets(), label);
      if (label !== "UTF-16") assert.equal(small.game(0).text(0, "C"), text, label);
      small.free();
      large.free();
    }
  });

  test("names its encodings, and refuses what is no source", async () => {
    const shiftJis = bytesOf("examples/go/1846-shusaku-gennan-shift-jis.sgf");
    for (const kifu of [core, full]) assert.deepEqual((await kifu.read(shiftJis)).charsets(), ["Shift_JIS"]);
    for (const wrong of [null, new DataView(new ArrayBuffer(3)), 7]) {
      for (const work of ["read", "readAny", "readForEditing", "check", "fix", "formatOf"]) await assert.rejects(core[work](wrong), { name: "TypeError", message: /^`source` is .*Uint8Array/ });
      await assert.rejects(core.convert(wrong, "gib"), { name: "TypeError", message: /^`source` is .*Uint8Array/ });
    }
    const text = "(;B[aa])";
    const { buffer } = new TextEncoder().encode(text);
    for (const source of [text, buffer]) {
      for (const read of ["read", "readAny", "readForEditing"]) assert.equal((await core[read](source)).game(0).length, 1);
    }
  });

  test("of a text is written in the encoding that its `CA` names", async () => {
    const text = "(;FF[4]GM[1]CA[ISO-8859-1]SZ[9]PB[Müller];B[aa])";
    const bytes = Buffer.from(text, "latin1");
    for (const kifu of [core, full]) {
      const record = await kifu.readForEditing(text);
      assert.deepEqual(Buffer.from(record.toBytes()), bytes);
      assert.equal(record.game(0).text(0, "PB"), "Müller");
      record.set(0, 0, "KM", ["6.5"]);
      const changed = record.toBytes();
      assert.equal(Buffer.from(changed).toString("latin1"), "(;FF[4]GM[1]CA[ISO-8859-1]SZ[9]PB[Müller]KM[6.5];B[aa])");
      assert.deepEqual(await kifu.check(changed), []);
      // Without a byte for a character, in UTF-8.
      record.setText(0, 0, "PW", "柯洁");
      assert.equal(Buffer.from(record.toBytes()).toString(), "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Müller]KM[6.5]PW[柯洁];B[aa])");
      record.free();
    }
    assert.equal(Buffer.from((await full.read("(;CA[GBK]PB[柯洁])")).toBytes()).toString("latin1"), "(;CA[GBK]PB[\xbf\xc2\xbd\xe0])");
    // Bytes of a file keep their encoding, and what it lacks is refused by name.
    const file = await core.readForEditing(bytes);
    file.setText(0, 0, "PW", "柯");
    assert.throws(() => file.toBytes(), { name: "Error", message: /`PW`.*`柯`.*UTF-8/ });
    file.set(0, 0, "CA", ["UTF-8"]);
    assert.match(Buffer.from(file.toBytes()).toString(), /CA\[UTF-8\].*PB\[Müller\]PW\[柯\]/);
  });

  test("of a text needs the full module to be written in another encoding than UTF-8", async () => {
    for (const text of ["(;CA[GBK]PB[柯洁])", "(;CA[utf-8];B[aa])(;CA[ Latin1 ]C[é])"]) {
      const record = await core.read(text);
      assert.throws(() => record.toBytes(), { name: "Error", message: /^`CA`.*`Kifu.readForEditing`$/ });
      assert.equal(record.toString(), text);
    }
    for (const text of ["(;CA[GBK]PB[Ke])", "(;CA[ UTF-8 ]PB[柯洁])", "(;CA[utf8]PB[柯洁])", "(;CA[]PB[柯洁])", "(;PB[柯洁];B[aa])"]) {
      assert.equal(Buffer.from((await core.read(text)).toBytes()).toString(), text);
    }
  });

  test("of a text is read as it is, and checked as its bytes in UTF-8", async () => {
    const text = "(;FF[4]GM[1]CA[GBK]SZ[9]PB[柯洁]PW[Müller];B[aa])";
    const bytes = Buffer.from(text);
    for (const kifu of [core, full]) {
      for (const work of ["read", "readAny", "readForEditing"]) {
        const record = await kifu[work](text);
        assert.deepEqual(record.charsets(), ["UTF-8"], work);
        assert.equal(record.game(0).text(0, "PB"), "柯洁", work);
        record.free();
      }
      for (const source of [text, bytes]) {
        assert.deepEqual((await kifu.check(source)).map(({ code }) => code), ["E102"]);
        assert.deepEqual(Buffer.from(await kifu.fix(source)), bytes);
      }
    }
    // The bytes of `é` are a character of GBK, as which they are read in a file.
    assert.equal((await core.readForEditing("(;CA[GBK]PB[é];B[aa])")).game(0).text(0, "PB"), "é");
    assert.equal((await core.readForEditing("(;CA[GBK]PB[~{<:~}])")).game(0).text(0, "PB"), "~{<:~}");
    // A text of ASCII may get characters.
    const plain = await core.readForEditing("(;SZ[9];B[aa])");
    plain.setText(0, plain.game(0).id(0), "PB", "柯");
    assert.equal(Buffer.from(plain.toBytes()).toString(), "(;SZ[9]PB[柯]CA[UTF-8];B[aa])");
  });

  test("keeps all of a change or nothing, and says so at the end of the history", async () => {
    const record = await core.readForEditing("(;SZ[9])");
    const id = record.game(0).id(0);
    assert.throws(() => record.setAll(0, id, { C: ["new"], "bad id]": ["x"] }));
    assert.equal(record.game(0).text(0, "C"), undefined);
    assert.equal(record.canUndo, false);
    record.setAll(0, id, {});
    assert.equal(record.undo(), false);
    for (let step = 0; step < 250; step++) record.setText(0, id, "C", `${step}`);
    let undone = 0;
    while (record.undo()) undone++;
    assert.equal(undone, 200);
    assert.equal(record.canUndo, false);
    let redone = 0;
    while (record.redo()) redone++;
    assert.equal(redone, 200);
    record.free();
  });

  test("redoes nothing after a change that was refused", async () => {
    const record = await core.readForEditing("(;SZ[9]C[hi];B[cc](;W[dd])(;W[ee]))");
    const id = record.game(0).id(0);
    const refuse = (lists) => assert.throws(() => record.setAll(0, id, lists));
    record.setText(0, id, "GN", "first");
    assert.ok(record.undo());
    refuse({ "1x": ["y"] });
    assert.ok(record.redo() && record.undo());
    refuse({ C: ["lost"], "1x": ["y"] });
    assert.deepEqual([record.canRedo, record.redo()], [false, false]);
    record.setText(0, id, "GN", "second");
    assert.ok(record.undo() && record.redo());
    assert.deepEqual(record.game(0).properties(0), [["SZ", ["9"]], ["C", ["hi"]], ["GN", ["second"]]]);
    record.free();
  });

  test("is changed, undone, and saved with everything else as it was", async () => {
    const source = new TextEncoder().encode("(;SZ[9] C[ keep \n me];B[aa]  ;W[bb]XX[?] )");
    const record = await core.readForEditing(source);
    const id = record.addNode(0, record.game(0).id(2), "B", "cc");
    record.setText(0, id, "C", "a ] b");
    assert.equal(Buffer.from(record.toBytes()).toString(), "(;SZ[9] C[ keep \n me];B[aa]  ;W[bb]XX[?];B[cc]C[a \\] b])");
    assert.equal(record.game(0).length, 4);
    record.setAll(0, id, { TR: ["aa", "bb"], C: [] });
    assert.deepEqual(record.game(0).properties(3), [["B", ["cc"]], ["TR", ["aa", "bb"]]]);
    for (let step = 0; step < 3; step++) assert.ok(record.undo());
    assert.equal(record.undo(), false);
    assert.deepEqual(Buffer.from(record.toBytes()), Buffer.from(source));
    assert.ok(record.redo());
    assert.equal(record.game(0).length, 4);
    record.removeNode(0, record.game(0).id(1));
    assert.equal(record.game(0).length, 1);
    assert.throws(() => record.removeNode(0, 99), /node/i);
  });

  test("is checked, repaired and converted", async () => {
    const bytes = new TextEncoder().encode("(;FF[4]GM[1]SZ[19]KM[6,5];B[pd])");
    const found = await full.check(bytes);
    const komi = found.find((diagnostic) => /KM/.test(diagnostic.message));
    assert.equal(komi.severity, "error");
    assert.equal(komi.fix.safe, true);
    assert.match(Buffer.from(await full.fix(bytes)).toString(), /KM\[6\.5\]/);
    const written = await full.convert("(;SZ[9];B[ee]C[gone])", "gtp");
    assert.match(Buffer.from(written.bytes).toString(), /play B E5/);
    assert.ok(written.losses.some((loss) => loss.includes("C")));
    const back = await full.readAny(written.bytes);
    assert.deepEqual(back.game(0).point(1), [4, 4]);
    const list = "[a-z]+(, [a-z]+)+";
    await assert.rejects(full.convert("(;)", "nonsense"), { message: new RegExp(`^\`nonsense\`: not a format; write one of ${list}$`) });
    await assert.rejects(full.convert("(;)", "sgf"), { message: new RegExp(`^\`sgf\`: written by \`Record.toBytes\` and .*; \`convert\` writes ${list}$`) });
    const refused = await full.convert("(;)", "gib").catch(({ message }) => message);
    const [, advice] = refused.split("write SGF, or one of ");
    // Each is written, or refuses this game for another reason.
    for (const format of advice.split(", ")) await full.convert("(;SZ[9];B[ee])", format).catch(({ message }) => assert.match(message, /supports|holds/));
  });

  test("is checked, repaired and converted from a text, an array of bytes and a buffer alike", async () => {
    const text = "(;FF[4]GM[1]SZ[19]KM[6,5];B[pd])";
    const bytes = new TextEncoder().encode(text);
    for (const source of [text, bytes, bytes.buffer]) {
      assert.ok((await full.check(source)).some((diagnostic) => /KM/.test(diagnostic.message)));
      assert.match(Buffer.from(await full.fix(source)).toString(), /KM\[6\.5\]/);
      assert.equal(await full.formatOf(source), "sgf");
      assert.match(Buffer.from((await full.convert(source, "gtp")).bytes).toString(), /play B Q16/);
    }
  });

  test("refuses wrong arguments in words, and every use after it is released", async () => {
    const record = await core.readForEditing("(;SZ[9];B[aa])(;SZ[9])");
    const game = record.game(0);
    for (const work of ["id", "scene", "svg", "properties", "info", "parent", "child", "next", "children", "color", "point", "moveNumber", "flags", "path"]) {
      for (const node of [-1, 2, 1.5, NaN]) assert.throws(() => game[work](node), { name: "RangeError", message: /^`node` is/ }, work);
      assert.throws(() => game[work]("1"), { name: "TypeError", message: /^`node` is 1/ }, work);
    }
    for (const index of [-1, 2, 1.5]) assert.throws(() => record.game(index), { name: "RangeError", message: /^`game` is/ });
    const id = game.id(0);
    for (const numbers of ["zz", "toString", "constructor", "1"]) assert.throws(() => game.scene(0, { numbers }), { name: "RangeError", message: /none, all, figure/ });
    for (const numbers of [-5, 1.5, null]) assert.throws(() => game.scene(0, { numbers }), { message: /^`numbers` is/ });
    for (const variations of ["zz", null, "toString"]) assert.throws(() => game.scene(0, { variations }), { name: "RangeError", message: /^`variations` is/ });
    for (const numbers of ["none", "all", "figure", 0, 3]) assert.equal(game.scene(0, { numbers }).columns, 9);
    for (const [first, end] of [["a"], [0.5, 1], [0, 1.5], [-1]]) assert.throws(() => record.titles(first, end), { message: /^`(first|end)` is/ });
    assert.equal(record.titles(0, 99).length, 2);
    assert.throws(() => record.setAll(0, 0, null), { name: "TypeError", message: /^`lists` is null/ });
    assert.equal(game.scene(0, null).columns, 9);
    assert.deepEqual(await full.check("(;)", null), await full.check("(;)"));
    const nodes = record.nodeCount;
    assert.throws(() => record.addNode(0, id, "", "x"), { name: "RangeError", message: /^`value` is x: must be empty/ });
    assert.deepEqual([record.nodeCount, record.canUndo], [nodes, false]);
    for (const work of [() => record.set(0, id, "c", ["x"]), () => record.setText(0, id, "c", "x"), () => record.addNode(0, id, "b", "aa")]) assert.throws(work, { name: "RangeError", message: /^`identifier` is/ });
    // What the module judges is in the words of the module.
    for (const [work, words] of [
      [() => record.set(0, 999, "XX", []), /node/],
      [() => game.svg(0, "zz"), /zz/],
      [() => record.toString("zz"), /zz/],
    ]) assert.throws(work, { name: "Error", message: words });
    for (const [name, work] of Object.entries({
      text: () => game.search(5),
      coordinates: () => game.svg(0, 5),
      identifier: () => game.text(0),
      values: () => record.set(0, id, "XX", "abc"),
      "values ": () => record.setAll(0, id, { XX: [1] }),
      " text": () => record.setText(0, id, "C", 5),
      value: () => record.addNode(0, id, "B"),
      style: () => record.toString(16),
      id: () => record.removeNode(0, "1"),
    })) assert.throws(work, { name: "TypeError", message: new RegExp(`^\`${name.trim()}\` `) });
    assert.throws(() => record.set(-1, id, "XX", []), { name: "RangeError", message: /^`game` is -1/ });
    await assert.rejects(full.convert("(;)", 5), { name: "TypeError", message: /^`format` is 5/ });
    await assert.rejects(full.convert("(;)"), { name: "TypeError", message: /^`format` is undefined/ });
    assert.equal(record.canUndo, false);
    record.free();
    record.free();
    for (const work of [() => record.length, () => record.game(0), () => record.titles(), () => game.scene(0), () => game.text(0, "C")]) assert.throws(work, /released by `free`/);
  });

  test("without a game has none, whatever the bytes", async () => {
    for (const bytes of [new Uint8Array(), new Uint8Array([0, 255, 91, 40]), new TextEncoder().encode("<html>")]) {
      const record = await core.read(bytes);
      for (let index = 0; index < record.length; index++) record.game(index).scene(0);
      record.free();
    }
  });
});

describe("size", () => {
  const brotli = (path) => brotliCompressSync(bytesOf(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  // Bytes. They are lowered when a module becomes smaller, and not raised without a reason.
  for (const [path, limit] of Object.entries(JSON.parse(readFileSync(new URL("sizes.json", import.meta.url), "utf8")))) {
    test(`${path}: at most ${limit} bytes with brotli`, () => {
      const size = brotli(path);
      assert.ok(size <= limit, `${size} bytes`);
    });
  }
});

import { html } from "../player/dom.js";
import { address, ask, message, quoted, type GamePage, type GameRow } from "./api.js";

interface Edit {
  before: string;
  old: string;
  new: string;
  after: string;
}

interface Problem {
  code: string;
  severity: string;
  message: string;
  why: string;
  line: number;
  column: number;
  fix: { title: string; safe: boolean; edits: Edit[] } | null;
}

interface Report {
  file: string;
  hash: string;
  can_write: boolean;
  counts: { [severity: string]: number };
  total: number;
  diagnostics: Problem[];
}

interface Repair {
  written: boolean;
  changed: boolean;
  left: number;
  diff: string;
}

const diffOf = (text: string) =>
  html(
    "div",
    { class: "diff", tabindex: 0, role: "region", "aria-label": "Changes" },
    ...text.split("\n").map((line) => {
      const kind = line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : undefined;
      return html("div", { class: kind }, line || " ");
    }),
  );

/** The games of a file, as a filter. */
const gamesOf = (file: string) => `file=${quoted(file)}`;

/** Finds a game again by its file and number: fixes that change its moves change its identifier. */
async function findAgain({ file, number }: GameRow): Promise<GameRow | undefined> {
  const where = `${gamesOf(file)} and number=${number}`;
  const page = await ask<GamePage>(address("/api/v1/games", { where, limit: 500 })).catch(() => undefined);
  // In a filter, the `*` and `?` of a file name match other names too.
  return page?.games.find((own) => own.file === file && own.number === number);
}

/**
 * Lists the problems in the file of a game, with their fixes; writes fixes if the server allows it, and then calls
 * `written` with the game as it is in the new file. `notes` are shown above the list.
 */
export async function problems(place: HTMLElement, game: GameRow, written: (game: GameRow) => void, notes: Node[] = []): Promise<void> {
  const { id } = game;
  place.replaceChildren(...notes, html("p", { role: "status" }, "Checking…"));
  let report: Report;
  try {
    report = await ask<Report>(`/api/v1/games/${id}/diagnostics`);
  } catch (error) {
    place.replaceChildren(...notes, html("p", { class: "error", role: "alert" }, message(error)));
    return;
  }
  const counts = Object.entries(report.counts).map(([name, count]) => `${count} ${name}${count === 1 ? "" : "s"}`);
  const heading = html("h2", {}, `${report.file}: ${counts.join(", ") || "no problems"}`);
  const items = report.diagnostics.map((problem) => {
    const item = html(
      "div",
      { class: "problem" },
      html("b", { class: `severity-${problem.severity}` }, `${problem.severity} ${problem.code}`),
      html("span", { class: "faint" }, ` ${problem.line}:${problem.column} `),
      problem.message,
    );
    if (problem.why) item.append(html("div", { class: "faint" }, problem.why));
    if (problem.fix) {
      item.append(html("div", {}, `${problem.fix.safe ? "Fix" : "Unsafe fix"}: ${problem.fix.title}`));
      for (const edit of problem.fix.edits) {
        item.append(html("code", {}, edit.before, html("del", {}, edit.old), html("ins", {}, edit.new), edit.after), " ");
      }
    }
    return item;
  });
  const change = html("div");
  const preview = html("button", { type: "button" }, "Show all safe fixes as a diff");
  preview.addEventListener("click", async () => {
    try {
      const repair = await ask<Repair>(address(`/api/v1/games/${id}/fix`, { hash: report.hash }));
      change.replaceChildren(repair.changed ? diffOf(repair.diff) : html("p", {}, "No safe fix changes this file."));
      if (repair.changed && report.can_write) {
        const write = html("button", { type: "button" }, "Write these fixes to the file");
        write.addEventListener("click", async () => {
          try {
            const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ hash: report.hash }) };
            await ask<Repair>(`/api/v1/games/${id}/fix`, options);
          } catch (error) {
            change.append(html("p", { class: "error", role: "alert" }, message(error)));
            return;
          }
          const games = html("a", { href: address("/", { where: gamesOf(game.file) }) }, "Games of this file");
          const done = html("p", { role: "status", tabindex: -1 }, "The fixes are written. ", games);
          const found = await findAgain(game);
          if (found) {
            written(found);
            await problems(place, found, written, [done]);
          } else {
            place.replaceChildren(done);
          }
          done.focus();
        });
        change.append(write);
      }
    } catch (error) {
      change.replaceChildren(html("p", { class: "error", role: "alert" }, message(error)));
    }
  });
  place.replaceChildren(...notes, heading, ...(report.total > 0 ? [preview, change] : []), ...items);
}

import { html } from "../player/dom.js";
import { address, ask, message } from "./api.js";

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

/** Lists what is wrong in the file of a game, with its fixes; writes them if the server allows it. */
export async function problems(place: HTMLElement, id: string, edits: boolean): Promise<void> {
  place.replaceChildren(html("p", { role: "status" }, "Checking…"));
  let report: Report;
  try {
    report = await ask<Report>(`/api/v1/games/${id}/diagnostics`);
  } catch (error) {
    place.replaceChildren(html("p", { class: "error", role: "alert" }, message(error)));
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
            await problems(place, id, edits);
          } catch (error) {
            change.append(html("p", { class: "error", role: "alert" }, message(error)));
          }
        });
        change.append(write);
      }
    } catch (error) {
      change.replaceChildren(html("p", { class: "error", role: "alert" }, message(error)));
    }
  });
  place.replaceChildren(heading, ...(report.total > 0 ? [preview, change] : []), ...items);
}

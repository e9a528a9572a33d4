import { countedLines, htmlList, htmlPage, htmlText } from "../../report/html-page.ts";
import { CHANGE_KINDS } from "../change.ts";
import type { ChangeGroup, ReplayReport } from "./replay-report.ts";
import { countText, SUMMARIES, TITLES } from "./titles.ts";

const STYLE = `table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8886; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; } code { overflow-wrap: anywhere; }`;

/**
 * Formats a report as one HTML page without scripts and external resources. `open` returns the arguments of
 * `sallyport explain` for an example.
 */
export function htmlReport(report: ReplayReport, open: (id: string) => string): string {
  const { recording, requests, same, undecided, assumed, notes } = report;
  const sections = CHANGE_KINDS.flatMap((kind) => {
    const own = report.groups.filter((group) => group.kind === kind);
    if (own.length === 0) return [];
    const head = `<h2 id="${kind}">${TITLES[kind]}: ${countText(report.changed[kind], "request")}</h2><p>${SUMMARIES[kind]}</p>`;
    return [
      `${head}<table><thead><tr><th scope="col">Requests</th><th scope="col">Cause, and an example</th></tr></thead><tbody>${own.map((group) => row(group, open)).join("")}</tbody></table>`,
    ];
  });
  const title = `Replay of ${htmlText(recording)}`;
  return htmlPage(title, STYLE, [
    `<h1>${title}</h1>`,
    `<p>${countText(requests, "request")}, ${same} decided as before.</p>`,
    sections.join("\n"),
    htmlList("Not decided again", countedLines(undecided)),
    htmlList("Webhooks that were taken to allow the request", countedLines(assumed)),
    htmlList("Notes", notes),
  ]);
}

function row({ cause, count, example }: ChangeGroup, open: (id: string) => string): string {
  const { request, before, now, id } = example;
  const message = now.allowed ? before.message : now.message;
  const lines = [
    `<strong>${htmlText(cause)}</strong>`,
    htmlText(request),
    `before ${before.code}, now ${now.code}`,
    ...(message === "" ? [] : [htmlText(message)]),
    ...(now.differs.length === 0 ? [] : [`differs at ${htmlText(now.differs.join(", "))}`]),
    `<code>sallyport explain ${htmlText(open(id))}</code>`,
  ];
  return `<tr><td class="n">${count}</td><td>${lines.join("<br>")}</td></tr>`;
}

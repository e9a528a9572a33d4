import { countText } from "../../replay/report/titles.ts";
import { countedLines, htmlList, htmlPage, htmlText } from "../../report/html-page.ts";
import { CONCERNS, type Finding, SEVERITIES } from "../finding.ts";
import { clientsText, headLine, placesText } from "./text-report.ts";
import { CONCERN_ORDER, type UpgradeReport } from "./upgrade-report.ts";

const STYLE = `article { border-bottom: 1px solid #8886; padding: .3rem 0; overflow-wrap: anywhere; } article p { margin: .2rem 0; }
.error { color: light-dark(#a00, #f88); } .warning { color: light-dark(#850, #fc6); } pre { margin: .2rem 0; white-space: pre-wrap; }`;

/** Formats a report as one HTML page without scripts and external resources. */
export function htmlReport(report: UpgradeReport): string {
  const { findings, undecided, assumed, notes, unknown, gates } = report;
  const sections = SEVERITIES.flatMap((severity) =>
    CONCERN_ORDER.flatMap((concern) => {
      const own = findings.filter((one) => one.severity === severity && one.concern === concern);
      return own.length === 0
        ? []
        : [
            `<h2 class="${severity}">${CONCERNS[concern].title} (${severity})</h2>${own.map(article).join("")}`,
          ];
    }),
  );
  const changed = gates.map(
    ({ gate, before, after, locked }) =>
      `${gate}: ${before} before, ${after} after${locked ? ", locked" : ""}`,
  );
  return htmlPage(`Upgrade from ${report.from} to ${report.to}`, STYLE, [
    `<h1>${htmlText(headLine(report))}</h1>`,
    sections.join("\n"),
    htmlList("Not decided", countedLines(undecided)),
    htmlList("Webhooks that were taken to allow the request", countedLines(assumed)),
    htmlList("Feature gates with another default", changed),
    htmlList("Notes", notes),
    htmlList("Not known", unknown),
  ]);
}

function article(finding: Finding): string {
  const { cause, gate, change, requests, objects, example } = finding;
  const lines = [
    `<strong>${htmlText(cause)}</strong>`,
    ...(gate === "" ? [] : [`Feature gate: <code>${htmlText(gate)}</code>`]),
    ...(requests === 0 ? [] : [htmlText(`${countText(requests, "request")}${clientsText(finding.clients)}`)]),
    ...(objects === 0 ? [] : [htmlText(placesText(finding))]),
    ...(change === "" ? [] : [`Change: ${htmlText(change)}`]),
  ];
  const shown = example.length === 0 ? "" : `<pre>${example.map(htmlText).join("\n")}</pre>`;
  return `<article>${lines.map((line) => `<p>${line}</p>`).join("")}${shown}</article>`;
}

import { countText } from "../../replay/report/titles.ts";
import { visibleLine } from "../../report/visible-text.ts";
import { xmlText } from "../../report/xml-text.ts";
import { type Finding, SEVERITIES, TITLES } from "../finding.ts";
import { clientsText, headLine, placesText } from "./text-report.ts";
import { CONCERN_ORDER, type UpgradeReport } from "./upgrade-report.ts";

/** Escapes a text of the input. */
const escaped = (text: string): string => xmlText(visibleLine(text));

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border-bottom: 1px solid #8886; padding: .3rem 0; overflow-wrap: anywhere; } article p { margin: .2rem 0; }
.error { color: light-dark(#a00, #f88); } .warning { color: light-dark(#850, #fc6); } pre { margin: .2rem 0; white-space: pre-wrap; }
`;

/** Formats a report as one HTML page without scripts and external resources. */
export function htmlReport(report: UpgradeReport): string {
  const { findings, undecided, assumed, notes, unknown, gates } = report;
  const sections = SEVERITIES.flatMap((severity) =>
    CONCERN_ORDER.flatMap((concern) => {
      const own = findings.filter((one) => one.severity === severity && one.concern === concern);
      return own.length === 0
        ? []
        : [`<h2 class="${severity}">${TITLES[concern]} (${severity})</h2>${own.map(article).join("")}`];
    }),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Upgrade from ${report.from} to ${report.to}</title><style>${STYLE}</style></head><body><main>
<h1>${escaped(headLine(report))}</h1>
${sections.join("\n")}
${list("Not decided", counted(undecided))}
${list("Webhooks that were taken to allow the request", counted(assumed))}
${list(
  "Feature gates with another default",
  gates.map(
    ({ gate, before, after, locked }) =>
      `${gate}: ${before} before, ${after} after${locked ? ", locked" : ""}`,
  ),
)}
${list("Notes", notes)}
${list("Not known", unknown)}
</main></body></html>
`;
}

function article(finding: Finding): string {
  const { cause, gate, change, requests, objects, example } = finding;
  const lines = [
    `<strong>${escaped(cause)}</strong>`,
    ...(gate === "" ? [] : [`Feature gate: <code>${escaped(gate)}</code>`]),
    ...(requests === 0 ? [] : [escaped(`${countText(requests, "request")}${clientsText(finding.clients)}`)]),
    ...(objects === 0 ? [] : [escaped(placesText(finding))]),
    ...(change === "" ? [] : [`Change: ${escaped(change)}`]),
  ];
  const shown = example.length === 0 ? "" : `<pre>${example.map(escaped).join("\n")}</pre>`;
  return `<article>${lines.map((line) => `<p>${line}</p>`).join("")}${shown}</article>`;
}

const counted = (texts: readonly { readonly text: string; readonly count: number }[]): string[] =>
  texts.map(({ text, count }) => `${count}: ${text}`);

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ""
    : `<h2>${title}</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>`;

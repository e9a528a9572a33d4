import { visibleLine } from "../../report/visible-text.ts";
import { xmlText } from "../../report/xml-text.ts";
import { CHANGE_KINDS } from "../change.ts";
import type { ChangeGroup, Counted, ReplayReport } from "./replay-report.ts";
import { countText, SUMMARIES, TITLES } from "./titles.ts";

/** Escapes a text of the recording. */
const escaped = (text: string): string => xmlText(visibleLine(text));

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8886; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; } code { overflow-wrap: anywhere; }
`;

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
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Replay of ${escaped(recording)}</title><style>${STYLE}</style></head><body><main>
<h1>Replay of ${escaped(recording)}</h1>
<p>${countText(requests, "request")}, ${same} decided as before.</p>
${sections.join("\n")}
${list("Not decided again", undecided)}
${list("Webhooks that were taken to allow the request", assumed)}
${notes.length === 0 ? "" : `<h2>Notes</h2><ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join("")}</ul>`}
</main></body></html>
`;
}

function row({ cause, count, example }: ChangeGroup, open: (id: string) => string): string {
  const { request, before, now, id } = example;
  const message = now.allowed ? before.message : now.message;
  const lines = [
    `<strong>${escaped(cause)}</strong>`,
    escaped(request),
    `before ${before.code}, now ${now.code}`,
    ...(message === "" ? [] : [escaped(message)]),
    ...(now.differs.length === 0 ? [] : [`differs at ${escaped(now.differs.join(", "))}`]),
    `<code>sallyport explain ${escaped(open(id))}</code>`,
  ];
  return `<tr><td class="n">${count}</td><td>${lines.join("<br>")}</td></tr>`;
}

const list = (title: string, counted: readonly Counted[]): string =>
  counted.length === 0
    ? ""
    : `<h2>${title}</h2><ul>${counted.map(({ count, text }) => `<li>${count}: ${escaped(text)}</li>`).join("")}</ul>`;

import { visibleLine } from "./visible-text.ts";
import { xmlText } from "./xml-text.ts";

/** Escapes a text of the input for one line of a page. */
export const htmlText = (text: string): string => xmlText(visibleLine(text));

/** A page without scripts and external resources. `title` and `body` are escaped; `style` is added to the styles of all pages. */
export const htmlPage = (title: string, style: string, body: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
${style}
</style></head><body><main>
${body.join("\n")}
</main></body></html>
`;

/** A list with a heading, of lines that are not escaped yet; empty if there are none. */
export const htmlList = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ""
    : `<h2>${title}</h2><ul>${lines.map((line) => `<li>${htmlText(line)}</li>`).join("")}</ul>`;

/** The lines of texts with their numbers. */
export const countedLines = (texts: readonly { readonly text: string; readonly count: number }[]): string[] =>
  texts.map(({ text, count }) => `${count}: ${text}`);

/**
 * Formats rows in columns that are as wide as their widest cell, with a comma after each cell except for the
 * last one (Go's text/tabwriter).
 */
export function tabTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns - 1 }, (_, i) =>
    rows.reduce((width, row) => Math.max(width, (row[i] ?? "").length + COMMA_AND_SPACE), LEAST_WIDTH),
  );
  const lineOf = (row: readonly string[]): string =>
    row.map((cell, i) => (i === columns - 1 ? cell : `${cell},`.padEnd(widths[i] ?? 0))).join("");
  return rows.map((row) => `${lineOf(row)}\n`).join("");
}

const LEAST_WIDTH = 8;
const COMMA_AND_SPACE = 2;

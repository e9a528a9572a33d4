import type { Paint } from "../../../../src/explain/text/paint.ts";

/** A part of a line, and its look. */
export interface Span {
  readonly text: string;
  readonly look: string;
}

// Characters for private use: the texts of requests cannot have them, as `withoutMarks` takes them out.
const OPEN = "\uE000";
const CLOSE = "\uE001";
const LOOKS = ["bold", "dim", "red", "green", "yellow"] as const;

const mark =
  (index: number) =>
  (text: string): string =>
    `${OPEN}${index}${text}${CLOSE}`;

/** Colors of `explanationText` that `spansOf` reads. */
export const MARKS: Paint = { bold: mark(0), dim: mark(1), red: mark(2), green: mark(3), yellow: mark(4) };

export const withoutMarks = (text: string): string => text.replaceAll(/[\uE000\uE001]/g, "\uFFFD");

/** Divides a line with marks into parts. */
export function spansOf(line: string): Span[] {
  const looks: string[] = [];
  const spans: Span[] = [];
  for (const [, open, close, text] of line.matchAll(/\uE000(\d)|(\uE001)|([^\uE000\uE001]+)/g)) {
    if (open !== undefined) looks.push(LOOKS[Number(open)] ?? "");
    else if (close !== undefined) looks.pop();
    else spans.push({ text: text ?? "", look: looks.join(" ") });
  }
  return spans;
}

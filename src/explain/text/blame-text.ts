import { blameLines, writerText } from "../blame/blame-lines.ts";
import type { Blame, LostValue } from "../blame/field-writer.ts";
import type { Explanation } from "../explanation.ts";
import { shownJson } from "./cause-lines.ts";
import { headLines } from "./explanation-text.ts";
import { type Paint, PLAIN } from "./paint.ts";

/** Returns the object of a request as YAML, with the writer of each field as a comment. */
export function blameText(explanation: Explanation, paint: Paint = PLAIN): string {
  const { blame } = explanation;
  const lines =
    blame === undefined
      ? ["This request writes no object whose fields have writers."]
      : linesOf(blame, paint);
  return `${[...headLines(explanation, paint), ...lines].join("\n")}\n`;
}

/** Returns a stored object with the same comments. `notes`: lines below it. */
export const storedText = (blame: Blame, notes: readonly string[], paint: Paint = PLAIN): string =>
  `${[...linesOf(blame, paint), ...(notes.length === 0 ? [] : ["", ...notes.map(paint.dim)])].join("\n")}\n`;

function linesOf(blame: Blame, paint: Paint): string[] {
  const { stored, lost } = blame;
  const lines = blameLines(blame);
  const width = Math.min(WIDEST, Math.max(...lines.map(({ text }) => text.length)));
  return [
    ...(stored ? [] : ["The object as it was when the request was refused; it was not stored:"]),
    ...lines.map(({ text, by }) =>
      by === undefined ? text : `${text.padEnd(width)}  ${paint.dim(`# ${writerText(by)}`)}`,
    ),
    ...(lost.length === 0
      ? []
      : ["", paint.bold("Written in this request, but not in the object"), ...lost.map(lostLine)]),
  ];
}

const WIDEST = 60;

function lostLine({ path, value, from, how, by, why }: LostValue): string {
  const end = why === "" ? `${how} by ${writerText(by)}` : `${how}: ${why}`;
  return `  ${path}: ${shownJson(value)}, written by ${writerText(from)}, ${end}`;
}

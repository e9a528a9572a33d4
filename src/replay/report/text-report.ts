import { type Paint, PLAIN } from "../../explain/text/paint.ts";
import { visibleLine } from "../../report/visible-text.ts";
import { CHANGE_KINDS } from "../change.ts";
import { type ChangeGroup, decidedIn, type ReplayReport } from "./replay-report.ts";
import { countText, TITLES } from "./titles.ts";

/**
 * Formats a report as text; the first line is the summary. `open` returns the arguments of `sallyport
 * explain` for an example, if that is possible.
 */
export function textReport(
  report: ReplayReport,
  open: ((id: string) => string) | undefined,
  paint: Paint = PLAIN,
): string {
  const { undecided, assumed, notes, ungrouped } = report;
  const lines = [
    paint.bold(headLine(report)),
    ...CHANGE_KINDS.flatMap((kind) => {
      const own = report.groups.filter((group) => group.kind === kind);
      if (own.length === 0) return [];
      const title = paint.bold(`${TITLES[kind]}: ${countText(report.changed[kind], "request")}`);
      return ["", title, ...own.flatMap((group) => groupLines(group, open, paint))];
    }),
    ...(ungrouped === 0 ? [] : ["", `and ${countText(ungrouped, "request")} for further reasons`]),
    ...(undecided.length === 0 ? [] : ["", paint.bold("Not decided again")]),
    ...undecided.map(({ count, text }) => `  ${countText(count, "request")}: ${visibleLine(text)}`),
    ...(assumed.length + notes.length === 0 ? [] : [""]),
    ...assumed.map(({ count, text }) =>
      paint.dim(
        `note: ${countText(count, "call")} of ${visibleLine(text)} taken to allow the request: no answer is recorded`,
      ),
    ),
    ...notes.map((note) => paint.dim(`note: ${visibleLine(note)}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function headLine(report: ReplayReport): string {
  const { requests, same } = report;
  if (requests === 0) return "Nothing was decided: the recording has no request";
  const decided = decidedIn(report);
  if (decided === 0) return `Nothing was decided: ${countText(requests, "request")} cannot be decided again`;
  const changed = decided - same;
  const of = decided === requests ? "" : ` of ${requests}`;
  if (changed === 0)
    return `No decision changes (${decided}${of} ${requests === 1 ? "request" : "requests"})`;
  return `${countText(changed, "decision")} of ${requests} ${changed === 1 ? "changes" : "change"}`;
}

function groupLines(
  { cause, count, example }: ChangeGroup,
  open: ((id: string) => string) | undefined,
  paint: Paint,
): string[] {
  const { request, now, before, id } = example;
  const differs = now.differs.length === 0 ? [] : [`differs at ${now.differs.map(visibleLine).join(", ")}`];
  const message = now.allowed ? (before.allowed ? "" : before.message) : now.message;
  return [
    `  ${count}  ${visibleLine(cause)}`,
    `     ${paint.dim("for example:")} ${visibleLine(request)}`,
    ...differs.map((line) => `       ${line}`),
    ...(message === "" ? [] : [`       ${now.allowed ? "was: " : ""}${visibleLine(message)}`]),
    ...(open === undefined ? [] : [`     ${paint.dim(`sallyport explain ${open(visibleLine(id))}`)}`]),
  ];
}

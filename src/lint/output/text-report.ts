import { type Paint, PLAIN } from "../../explain/text/paint.ts";
import { type Finding, type LintReport, SEVERITIES, type Severity } from "../finding.ts";
import { objectText, placeText } from "./object-text.ts";

/** Formats a report as text; the first line is the summary. */
export function textReport(report: LintReport, paint: Paint = PLAIN): string {
  const { findings, suppressed, notes } = report;
  const lines = [
    paint.bold(headLine(report, paint)),
    ...SEVERITIES.flatMap((severity) => section(severity, findings, paint)),
    ...(suppressed.length === 0 && notes.length === 0 ? [] : [""]),
    ...(suppressed.length === 0
      ? []
      : [paint.dim(`note: ${count(suppressed.length, "finding")} suppressed by annotations`)]),
    ...notes.map((note) => paint.dim(`note: ${note}`)),
  ];
  return `${lines.join("\n")}\n`;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

function headLine({ findings, looked }: LintReport, paint: Paint): string {
  const { objects, webhooks, policies } = looked;
  const what = `${count(objects, "object")}: ${count(webhooks, "webhook")}, ${count(policies, "polic").replace(/polic(s?)$/, (_, s) => (s === "" ? "policy" : "policies"))}`;
  if (findings.length === 0) return `${paint.green("Nothing found")} (${what})`;
  const counts = SEVERITIES.flatMap((severity) => {
    const found = findings.filter((one) => one.severity === severity).length;
    return found === 0 ? [] : [COLOR[severity](count(found, NAMES[severity]), paint)];
  });
  return `${counts.join(", ")} (${what})`;
}

const NAMES: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "hint" };
const TITLES: Readonly<Record<Severity, string>> = { error: "Errors", warning: "Warnings", info: "Hints" };
const COLOR: Readonly<Record<Severity, (text: string, paint: Paint) => string>> = {
  error: (text, paint) => paint.red(text),
  warning: (text, paint) => paint.yellow(text),
  info: (text) => text,
};

function section(severity: Severity, findings: readonly Finding[], paint: Paint): string[] {
  const own = findings.filter((one) => one.severity === severity);
  if (own.length === 0) return [];
  return ["", paint.bold(TITLES[severity]), ...own.flatMap((finding) => findingLines(finding, paint))];
}

function findingLines(finding: Finding, paint: Paint): string[] {
  const { severity, rule, message, fix } = finding;
  const who = objectText(finding);
  const place = placeText(finding);
  const says = fix === "" ? "" : paint.green(fix);
  const below = [place === "" ? "" : `at ${place}`, says].filter((part) => part !== "").join(": ");
  return [
    `  ${COLOR[severity]("!", paint)} ${who === "" ? "" : `${who}: `}${message} ${paint.dim(`(${rule})`)}`,
    ...(below === "" ? [] : [`      ${below}`]),
  ];
}

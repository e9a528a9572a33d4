import type { CaseReport, SuiteReport } from "../run-suite.ts";

/** Returns a report for terminals: failed cases with reasons, parts that no case reached, and totals. */
export function textReport(reports: readonly SuiteReport[]): string {
  const cases = reports.flatMap((report) => report.cases);
  const failed = cases.filter(({ problems }) => problems.length > 0).length;
  const broken = reports.filter((report) => report.broken !== undefined).length;
  const summary = [
    `${cases.length - failed} passed`,
    `${failed} failed`,
    ...(broken === 0 ? [] : [`${broken} ${broken === 1 ? "suite" : "suites"} could not be run`]),
  ];
  const table = reports.length > 1 ? ["", ...tableLines(reports)] : [];
  return [...reports.flatMap(suiteLines), ...table, "", summary.join(", "), ""].join("\n");
}

/** A row for each suite. */
function tableLines(reports: readonly SuiteReport[]): string[] {
  const width = Math.max("SUITE".length, ...reports.map(({ name }) => name.length));
  const row = (name: string, ...cells: readonly string[]) =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padStart(8)).join("")}`;
  return [
    row("SUITE", "PASSED", "FAILED", "REACHED"),
    ...reports.map(({ name, cases, coverage, broken }) => {
      if (broken !== undefined) return row(name, "-", "-", "-");
      const failed = cases.filter(({ problems }) => problems.length > 0).length;
      const reached = coverage.filter((item) => item.reached).length;
      return row(name, `${cases.length - failed}`, `${failed}`, `${reached}/${coverage.length}`);
    }),
  ];
}

function suiteLines({ name, cases, coverage, broken }: SuiteReport): string[] {
  if (broken !== undefined) return [name, `  ✗ could not be run: ${broken}`];
  if (cases.length === 0) return [];
  const missed = coverage.filter(({ reached }) => !reached);
  return [
    name,
    ...cases.flatMap(caseLines),
    ...(coverage.length === 0
      ? []
      : [
          `  reached ${coverage.length - missed.length} of ${coverage.length} rules, selectors, conditions, validations and mutations`,
        ]),
    ...missed.map(({ message, at }) => `  - ${message} (${at})`),
  ];
}

function caseLines({ name, at, problems, explanation, milliseconds }: CaseReport): string[] {
  if (problems.length === 0) return [`  ✓ ${name} (${milliseconds.toFixed(0)} ms)`];
  const indented = explanation
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => `      | ${line}`);
  return [`  ✗ ${name} (${at})`, ...problems.map((problem) => `      ${problem}`), ...indented];
}

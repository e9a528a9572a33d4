import { type Group, groupBy } from "../../async/groups.ts";
import { type Paint, PLAIN } from "../../explain/text/paint.ts";
import type { JsonObject } from "../../json/value.ts";
import { physicalLocation, sarifText } from "../../report/sarif.ts";
import { xmlText } from "../../report/xml-text.ts";
import { type Finding, isAtLeast, type LintReport, SEVERITIES, type Severity } from "../finding.ts";
import type { Rule } from "../rule.ts";

/** Returns the name of a finding's object: `owners.example.com of ValidatingWebhookConfiguration/owners`. */
function objectText({ object: { kind, namespace, name }, webhook }: Finding): string {
  const place = namespace === "" ? "" : `${namespace}/`;
  const object = kind === "" ? "" : `${kind}/${place}${name}`;
  return [webhook, object].filter((part) => part !== "").join(" of ");
}

/** Returns the place of a finding: file and line, or a JSON pointer into the object of a cluster. */
export const placeText = ({ file, line, path }: Finding): string =>
  file === "" ? path : line === 0 ? file : `${file}:${line}`;

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
  const told = groupBy(own, (one) =>
    JSON.stringify([one.rule, one.message, one.file === "" ? [one.object, one.path] : one.file]),
  );
  return [
    "",
    paint.bold(TITLES[severity]),
    ...[...told.values()].flatMap((alike) => findingLines(alike, paint)),
  ];
}

/** The lines for findings of one rule in one file with the same message: it is told once, with all places. */
function findingLines(alike: Group<Finding>, paint: Paint): string[] {
  const [first] = alike;
  const who = whoText(alike);
  const places = [...groupBy(alike, ({ fix }) => fix)].flatMap(([fix, those]) => {
    const says = fix === "" ? "" : paint.green(fix);
    const place = placesText(those);
    const below = [place === "" ? "" : `at ${place}`, says].filter((part) => part !== "").join(": ");
    return below === "" ? [] : [`      ${below}`];
  });
  const left = places.length - MOST_PLACES;
  const says = `${who === "" ? "" : `${who}: `}${first.message} ${paint.dim(`(${first.rule})`)}`;
  return [
    `  ${COLOR[first.severity]("!", paint)} ${says}`,
    ...places.slice(0, MOST_PLACES),
    ...(left > 0 ? [`      and ${left} more: -o json has all`] : []),
  ];
}

/** Highest number of lines with places below one message. */
const MOST_PLACES = 10;

function whoText(alike: readonly Finding[]): string {
  const [who = "", ...others] = new Set(alike.map(objectText));
  return others.length === 0 ? who : `${who} and ${others.length} more`;
}

/** `a.yaml:3, 8`; without a file, one JSON pointer. */
function placesText(findings: readonly Finding[]): string {
  const [place = "", ...others] = new Set(findings.map(placeText));
  return [place, ...others.map((one) => one.slice(one.lastIndexOf(":") + 1))].join(", ");
}

/** Formats a report as JSON, for programs. */
export const jsonReport = (report: LintReport): string =>
  `${JSON.stringify({ apiVersion: "lint.sallyport.dev/v1", kind: "Report", ...report }, null, 2)}\n`;

/**
 * Formats a report as JUnit XML for CI servers: a suite for each file, a case for each finding. If `failOn`
 * is undefined, no case fails.
 */
export function junitReport({ findings }: LintReport, failOn: Severity | undefined): string {
  const files = groupBy(findings, ({ file }) => file);
  const suites = files.size === 0 ? [NOTHING] : [...files].map((file) => suiteXml(file, failOn));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("")}</testsuites>\n`;
}

const NOTHING = `  <testsuite name="sallyport lint" tests="1" failures="0">
    <testcase classname="sallyport lint" name="nothing found"/>
  </testsuite>
`;

function suiteXml([file, findings]: [string, readonly Finding[]], failOn: Severity | undefined): string {
  const failing = findings.filter((finding) => isFailure(finding, failOn));
  const name = file === "" ? "cluster" : file;
  const head = `<testsuite name="${xmlText(name)}" tests="${findings.length}" failures="${failing.length}">`;
  const cases = findings.map((finding) => caseXml(finding, isFailure(finding, failOn)));
  return `  ${head}\n${cases.join("")}  </testsuite>\n`;
}

const isFailure = ({ severity }: Finding, failOn: Severity | undefined): boolean =>
  failOn !== undefined && isAtLeast(severity, failOn);

function caseXml(finding: Finding, isFailing: boolean): string {
  const { rule, severity, message, fix } = finding;
  const head = `<testcase classname="${xmlText(rule)}" name="${xmlText(`${objectText(finding)} ${finding.path}`.trim())}"`;
  const where = [`at ${placeText(finding)}`, fix].filter((part) => part !== "").join(": ");
  const inner = isFailing
    ? `<failure type="${severity}" message="${xmlText(message)}">${xmlText(where)}</failure>`
    : `<system-out>${xmlText(`${severity}: ${message}\n${where}`)}</system-out>`;
  return `    ${head}>\n      ${inner}\n    </testcase>\n`;
}

/** Levels of SARIF. */
const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/**
 * Formats a report as SARIF, for code hosts. `uriOf` converts a file name to a path relative to the root of
 * the sources.
 */
export function sarifReport(
  { findings, suppressed }: LintReport,
  rules: readonly Rule[],
  version: string,
  uriOf: (file: string) => string,
): string {
  const driver = {
    name: "sallyport lint",
    version,
    rules: rules.map(({ id, severity, summary }) => ({
      id,
      shortDescription: { text: `${summary}.` },
      defaultConfiguration: { level: LEVELS[severity] },
    })),
  };
  return sarifText(driver, [
    ...findings.map((finding) => resultOf(finding, uriOf)),
    ...suppressed.map(({ finding, reason }) => ({
      ...resultOf(finding, uriOf),
      suppressions: [{ kind: "inSource", justification: reason }],
    })),
  ]);
}

function resultOf(finding: Finding, uriOf: (file: string) => string): JsonObject {
  const { rule, severity, message, fix, file, line, path } = finding;
  const who = objectText(finding);
  const text = `${who === "" ? "" : `${who}: `}${message}${fix === "" ? "" : ` (${fix})`}`;
  return {
    ruleId: rule,
    level: LEVELS[severity],
    message: { text },
    locations: [
      {
        ...(file !== "" && { physicalLocation: physicalLocation(uriOf(file), Math.max(1, line)) }),
        ...(who !== "" && { logicalLocations: [{ fullyQualifiedName: `${who}${path}` }] }),
      },
    ],
  };
}

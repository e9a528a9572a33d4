import { xmlText } from "../../report/xml-text.ts";
import { type Finding, isAtLeast, type LintReport, type Severity } from "../finding.ts";
import { objectText, placeText } from "./object-text.ts";

/**
 * Formats a report as JUnit XML for CI servers: a suite for each file, a case for each finding. If `failOn`
 * is undefined, no case fails.
 */
export function junitReport({ findings }: LintReport, failOn: Severity | undefined): string {
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const others = files.get(finding.file);
    if (others === undefined) files.set(finding.file, [finding]);
    else others.push(finding);
  }
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

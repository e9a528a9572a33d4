import { xmlText } from "../../../report/xml-text.ts";
import type { CaseReport, SuiteReport } from "../run-suite.ts";

/** Returns a report in JUnit's XML for CI servers: a test suite for each file. */
export function junitReport(reports: readonly SuiteReport[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${reports.map(suiteXml).join("")}</testsuites>\n`;
}

function suiteXml({ name, file, cases, broken }: SuiteReport): string {
  if (broken !== undefined) return brokenXml(file, broken);
  const failures = cases.filter(({ problems }) => problems.length > 0).length;
  const head = `<testsuite name="${xmlText(name)}" file="${xmlText(file)}" tests="${cases.length}" failures="${failures}">`;
  return `  ${head}\n${cases.map((one) => caseXml(file, one)).join("")}  </testsuite>\n`;
}

function brokenXml(file: string, message: string): string {
  const name = xmlText(file);
  const error = `<error message="${xmlText(message)}"/>`;
  return `  <testsuite name="${name}" file="${name}" tests="1" errors="1">\n    <testcase classname="${name}" name="can be run">${error}</testcase>\n  </testsuite>\n`;
}

function caseXml(file: string, { name, problems, explanation, milliseconds }: CaseReport): string {
  const head = `<testcase classname="${xmlText(file)}" name="${xmlText(name)}" time="${(milliseconds / 1000).toFixed(3)}"`;
  if (problems.length === 0) return `    ${head}/>\n`;
  const message = xmlText(problems.join("; "));
  return `    ${head}>\n      <failure message="${message}">${xmlText(explanation)}</failure>\n    </testcase>\n`;
}

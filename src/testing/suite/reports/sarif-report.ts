import type { JsonObject } from "../../../json/value.ts";
import { physicalLocation, sarifText } from "../../../report/sarif.ts";
import type { SuiteReport } from "../run-suite.ts";

/**
 * Returns a report in SARIF 2.1.0, which code hosts show beside the lines. Failed cases are errors; parts
 * that no case reached are notes.
 */
export function sarifReport(reports: readonly SuiteReport[], version: string): string {
  const results = reports.flatMap(({ file, cases, coverage, broken }) => [
    ...(broken === undefined ? [] : [finding("broken-suite", "error", broken, placeIn(broken, file))]),
    ...cases
      .filter(({ problems }) => problems.length > 0)
      .map(({ name, at, problems }) =>
        finding("failed-case", "error", `${name}: ${problems.join("; ")}`, at),
      ),
    ...coverage
      .filter(({ reached }) => !reached)
      .map(({ message, at }) => finding("not-reached", "note", message, at)),
  ]);
  const driver = { name: "sallyport test", version, rules: RULES };
  return sarifText(driver, results);
}

const RULES = Object.entries({
  "broken-suite": "A suite cannot be run.",
  "failed-case": "The result of a request is not the expected one.",
  "not-reached": "No case reaches this rule, selector, condition, validation or mutation.",
}).map(([id, text]) => ({ id, shortDescription: { text } }));

/** Returns the place at the beginning of an error of a suite, or the first line of the file. */
const placeIn = (message: string, file: string): string => /^\S+:\d+(?=: )/.exec(message)?.[0] ?? `${file}:1`;

function finding(ruleId: string, level: string, text: string, at: string): JsonObject {
  const [, uri, line] = /^(.*):(\d+)$/.exec(at) ?? [];
  return {
    ruleId,
    level,
    message: { text },
    ...(uri !== undefined && { locations: [{ physicalLocation: physicalLocation(uri, Number(line)) }] }),
  };
}

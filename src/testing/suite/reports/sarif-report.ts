import type { JsonObject } from "../../../api/json.ts";
import { physicalLocation, sarifText } from "../../../api/sarif.ts";
import type { SuiteReport } from "../run-suite.ts";

/** SARIF 2.1.0, as code hosts show it beside the lines: what failed is an error, what no case reached a note. */
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

const RULES = ["broken-suite", "failed-case", "not-reached"].map((id) => ({ id }));

/** What is wrong with a suite begins with file and line where those are known. */
const placeIn = (message: string, file: string): string => /^\S+:\d+(?=: )/.exec(message)?.[0] ?? `${file}:1`;

function finding(ruleId: string, level: string, text: string, at: string): JsonObject {
  const [, uri, line] = /^(.*):(\d+)$/.exec(at) ?? [];
  return {
    ruleId,
    level,
    message: { text },
    ...(uri !== undefined && {
      locations: [{ physicalLocation: physicalLocation(uri, Number(line)) }],
    }),
  };
}

import type { JsonObject } from "../../../api/json.ts";
import { physicalLocation, sarifText } from "../../../api/sarif.ts";
import type { SuiteReport } from "../run-suite.ts";

/** SARIF 2.1.0, as code hosts show it beside the lines: what failed is an error, what no case reached a note. */
export function sarifReport(reports: readonly SuiteReport[], version: string): string {
  const results = reports.flatMap(({ cases, coverage }) => [
    ...cases
      .filter(({ problems }) => problems.length > 0)
      .map(({ name, at, problems }) =>
        finding("failed-case", "error", `${name}: ${problems.join("; ")}`, at),
      ),
    ...coverage
      .filter(({ reached }) => !reached)
      .map(({ message, at }) => finding("not-reached", "note", message, at)),
  ]);
  const driver = { name: "sallyport test", version, rules: [{ id: "failed-case" }, { id: "not-reached" }] };
  return sarifText(driver, results);
}

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

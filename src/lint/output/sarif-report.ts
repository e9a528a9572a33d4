import type { JsonObject } from "../../json/value.ts";
import { physicalLocation, sarifText } from "../../report/sarif.ts";
import type { Finding, LintReport, Severity } from "../finding.ts";
import type { Rule } from "../rule.ts";
import { objectText } from "./object-text.ts";

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

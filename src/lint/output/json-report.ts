import type { LintReport } from "../finding.ts";

/** Formats a report as JSON, for programs. */
export const jsonReport = (report: LintReport): string =>
  `${JSON.stringify({ apiVersion: "lint.sallyport.dev/v1", kind: "Report", ...report }, null, 2)}\n`;

import type { LintReport } from "../finding.ts";

/** For programs. */
export const jsonReport = (report: LintReport): string =>
  `${JSON.stringify({ apiVersion: "lint.sallyport.dev/v1", kind: "Report", ...report }, null, 2)}\n`;

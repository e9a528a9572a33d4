import { parseManifests } from "../../src/explain/offline/manifests.ts";
import type { LintReport } from "../../src/lint/finding.ts";
import { type LintInput, lint } from "../../src/lint/lint.ts";

/** What lint says of manifests, on a day in 2026. */
export async function lintText(text: string, options: Partial<LintInput> = {}): Promise<LintReport> {
  const manifests = await parseManifests(text, "a.yaml");
  return lint({ manifests, now: Date.parse("2026-11-01T00:00:00Z"), ...options });
}

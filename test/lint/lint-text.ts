import { parseManifests } from "../../src/explain/offline/manifests.ts";
import type { LintReport } from "../../src/lint/finding.ts";
import { type LintInput, lint } from "../../src/lint/lint.ts";
import { NOW, withCertificates } from "./certificates.ts";

/** Report of lint for manifests, on a day in 2026. Words such as `<authority>` are replaced by certificates. */
export async function lintText(text: string, options: Partial<LintInput> = {}): Promise<LintReport> {
  const manifests = await parseManifests(await withCertificates(text), "a.yaml");
  return lint({ manifests, now: NOW, ...options });
}

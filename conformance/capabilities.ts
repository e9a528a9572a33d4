import type { Case } from "./case.ts";

/** What cases may ask for. What is false here is not there yet: cases that need it are skipped. */
export const CAPABILITIES = {
  /** Webhooks from files instead of the API. */
  staticManifests: false,
} as const;

const STATIC_FEATURE = "feature:ManifestBasedAdmissionControlConfig";

/** Why a case cannot be run here, or undefined. */
export function missingFor(file: string, testCase: Case): string | undefined {
  if (!CAPABILITIES.staticManifests && needsStaticManifests(file, testCase)) return "needs static manifests";
  return undefined;
}

/** Which names are reserved for them is known without them. */
function needsStaticManifests(file: string, testCase: Case): boolean {
  const { requires, webhookSource } = testCase;
  if (file === "registration-validation") return false;
  return webhookSource === "static" || (Array.isArray(requires) && requires.includes(STATIC_FEATURE));
}

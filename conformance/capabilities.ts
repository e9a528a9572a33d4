import { isJsonObject, type Json, type JsonObject } from "../src/api/json.ts";
import type { Case } from "./case.ts";

/** What cases may ask for. What is false here is not there yet: cases that need it are skipped. */
export const CAPABILITIES = {
  /** The expression language of match conditions. */
  cel: false,
  /** Webhooks from files instead of the API. */
  staticManifests: false,
} as const;

const STATIC_FEATURE = "feature:ManifestBasedAdmissionControlConfig";

/** Why a case cannot be run here, or undefined. */
export function missingFor(file: string, testCase: Case): string | undefined {
  if (!CAPABILITIES.staticManifests && needsStaticManifests(file, testCase)) return "needs static manifests";
  if (!CAPABILITIES.cel && needsCel(file, testCase)) return "needs CEL";
  return undefined;
}

/** Which names are reserved for them is known without them. */
function needsStaticManifests(file: string, testCase: Case): boolean {
  const { requires, webhookSource } = testCase;
  if (file === "registration-validation") return false;
  return webhookSource === "static" || (Array.isArray(requires) && requires.includes(STATIC_FEATURE));
}

function needsCel(file: string, testCase: Case): boolean {
  return file === "match-conditions" || hasConditions(testCase);
}

/** Some webhook of the case has an expression, which only the language can read. */
function hasConditions(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasConditions);
  if (!isJsonObject(value)) return false;
  return isNonEmpty(value, "matchConditions") || Object.values(value).some(hasConditions);
}

function isNonEmpty(object: JsonObject, key: string): boolean {
  const list = object[key];
  return Array.isArray(list) && list.length > 0;
}

import { type ReviewVersion, readReviewWithLiterals } from "../../admission/hooks/webhook/review-body.ts";
import { parseGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { noteFloats } from "../../api/object/whole-floats.ts";
import { parseSmallYaml } from "../../go-yaml/small-yaml.ts";
import { infiniteProblem } from "../../json/parse/number-literals.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

const GROUP = "apiextensions.k8s.io";

const TYPES = { v1: "conversion/v1.ConversionReview", v1beta1: "conversion/v1beta1.ConversionReview" };

/** Objects that a webhook converts to one version. */
export interface ConversionRequest {
  readonly uid: string;
  readonly apiVersion: string;
  readonly objects: readonly KubeObject[];
}

/** Returns a ConversionReview for objects in another version, as JSON. */
export function writeConversionReview(
  version: ReviewVersion,
  { uid, apiVersion, objects }: ConversionRequest,
): string {
  return stringify({
    kind: "ConversionReview",
    apiVersion: `${GROUP}/${version}`,
    request: { uid, desiredAPIVersion: apiVersion, objects: [...objects] },
    response: { uid: "", convertedObjects: null, result: { metadata: {} } },
  });
}

/** The objects that a webhook returned. */
export interface ConversionAnswer {
  readonly objects: readonly Json[];
  /** Go's error text about a number in them that is too large for a float64. */
  readonly problem: string | undefined;
}

/** Returns the objects of a response. Throws an Error with the reference's text. v1beta1 never checked the uid. */
export function readConversionReview(
  bytes: Uint8Array,
  version: ReviewVersion,
  uid: string,
): ConversionAnswer {
  const expected = { group: GROUP, kind: "ConversionReview", version, types: TYPES };
  const { review = {}, literals } = readReviewWithLiterals(bytes, expected, parseSmallYaml);
  if (version === "v1") checkTypeMeta(review);
  const { response } = review;
  if (!isJsonObject(response)) throw new Error("no response provided");
  if (version === "v1" && response.uid !== uid)
    throw new Error(
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? "")}`,
    );
  const result = isJsonObject(response.result) ? response.result : {};
  if (result.status !== "Success")
    throw new Error(
      typeof result.message === "string" && result.message !== ""
        ? result.message
        : `response.result.status was '${String(result.status ?? "")}', not 'Success'`,
    );
  if (literals !== undefined) noteFloats(literals);
  const objects = Array.isArray(response.convertedObjects) ? response.convertedObjects : [];
  return { objects, problem: infiniteProblem(literals) };
}

/** Checks the type of the response. v1beta1 never did. */
function checkTypeMeta({ apiVersion = "", kind = "" }: JsonObject): void {
  const { group, version } = parseGroupVersion(String(apiVersion ?? ""));
  const told = `${group}/${version}, Kind=${String(kind ?? "")}`;
  const asked = `${GROUP}/v1, Kind=ConversionReview`;
  if (told !== asked) throw new Error(`expected webhook response of ${asked}, got ${told}`);
}

export type { ReviewVersion };

import { type ReviewVersion, readReviewBody } from "../../admission/hooks/webhook/review-body.ts";
import { isJsonObject, type Json } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { parseSmallYaml } from "../../json/small-yaml.ts";
import { stringify } from "../../json/stringify.ts";

const GROUP = "apiextensions.k8s.io";

export interface ConversionRequest {
  readonly uid: string;
  readonly apiVersion: string;
  readonly objects: readonly KubeObject[];
}

/** A ConversionReview that asks for objects in another version, as JSON. */
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

/** The objects of an answer. Throws an Error with the reference's text. v1beta1 never checked the uid. */
export function readConversionReview(
  bytes: Uint8Array,
  version: ReviewVersion,
  uid: string,
): readonly Json[] {
  const expected = { group: GROUP, kind: "ConversionReview", version };
  const { response } = readReviewBody(bytes, expected, parseSmallYaml) ?? {};
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
  return Array.isArray(response.convertedObjects) ? response.convertedObjects : [];
}

export type { ReviewVersion };

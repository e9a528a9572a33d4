import { StatusError, unsupportedMediaType } from "../../../api/status.ts";
import type { ResourceDefinition } from "../../../resources/kind.ts";
import { bodyType } from "../../respond/negotiate.ts";

export type PatchType = "json" | "merge" | "strategic" | "apply";

const TYPES: Readonly<Record<string, PatchType>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/strategic-merge-patch+json": "strategic",
  "application/apply-patch+yaml": "apply",
};

/** Content-Type of a PATCH → its type; 415 for what the resource does not take (api-surface A.10). */
export function patchTypeOf(resource: ResourceDefinition, contentType: string | undefined): PatchType {
  const type = bodyType(contentType);
  const patch = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (resource.custom && (patch === undefined || patch === "strategic"))
    throw unsupportedMediaType(
      "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
    );
  if (patch === undefined)
    throw new StatusError({
      message: "415: Unsupported Media Type",
      reason: "UnsupportedMediaType",
      details: {},
      code: 415,
    });
  return patch;
}

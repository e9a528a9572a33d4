import { unsupportedMediaType } from "../../api/status.ts";
import type { ResourceDefinition } from "../../resources/kind.ts";

export type PatchType = "json" | "merge" | "strategic" | "apply";

const TYPES: Readonly<Record<string, PatchType>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/strategic-merge-patch+json": "strategic",
  "application/apply-patch+yaml": "apply",
};

export const PATCH_MEDIA_TYPES: readonly string[] = Object.keys(TYPES);

/** Content-Type of a PATCH, to the letter but for parameters → its type; 415 for what the resource does not take. */
export function patchTypeOf({ custom }: ResourceDefinition, contentType: string | undefined): PatchType {
  const type = withoutParameters(contentType ?? "");
  const patch = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (patch !== undefined && !(custom && patch === "strategic")) return patch;
  const accepted = PATCH_MEDIA_TYPES.filter((name) => !(custom && TYPES[name] === "strategic"));
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
  );
}

function withoutParameters(contentType: string): string {
  const end = contentType.indexOf(";");
  return end > 0 ? contentType.slice(0, end) : contentType;
}

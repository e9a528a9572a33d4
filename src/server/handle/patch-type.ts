import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { PATCH_MEDIA_TYPES, type PatchType } from "../../api/exchange/patch-media-types.ts";
import { unsupportedMediaType } from "../../api/status.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";

const TYPES: readonly PatchType[] = ["json", "merge", "strategic", "apply"];

/**
 * Returns the patch type for the Content-Type of a PATCH, an exact match without its parameters; throws 415
 * for a type that the resource does not support.
 */
export function patchTypeOf(
  { custom }: ResourceDefinition,
  { headers }: Pick<ServerRequest, "headers">,
): PatchType {
  const type = withoutParameters(headers["content-type"] ?? "");
  const taken = TYPES.filter((patch) => !(custom && patch === "strategic"));
  const found = taken.find((patch) => PATCH_MEDIA_TYPES[patch] === type);
  if (found !== undefined) return found;
  const accepted = taken.map((patch) => PATCH_MEDIA_TYPES[patch]).join(", ");
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  );
}

function withoutParameters(contentType: string): string {
  const end = contentType.indexOf(";");
  return end > 0 ? contentType.slice(0, end) : contentType;
}

import type { ServerRequest } from "./exchange.ts";

/** JSON patch, merge patch, strategic merge patch, or server-side apply. */
export type PatchType = "json" | "merge" | "strategic" | "apply";

/** `Content-Type` of each type of PATCH, in the reference's order. */
export const PATCH_MEDIA_TYPES: Readonly<Record<PatchType, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** True if a request is a patch of this type, by its Content-Type. */
export const isPatchOf = (type: PatchType, { headers }: Pick<ServerRequest, "headers">): boolean =>
  headers["content-type"]?.startsWith(PATCH_MEDIA_TYPES[type]) === true;

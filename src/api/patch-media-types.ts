export type PatchType = "json" | "merge" | "strategic" | "apply";

/** What the `Content-Type` of a PATCH says, in the order in which the reference lists them. */
export const PATCH_MEDIA_TYPES: Readonly<Record<PatchType, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

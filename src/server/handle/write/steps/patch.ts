import type { KubeObject } from "../../../../api/meta.ts";
import type { Steps } from "../../../../async/steps.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { noteRequestPatch } from "../../../record/audited-request.ts";
import { changeForLater } from "../../patch/apply-change.ts";
import { mergedObject, readForLater } from "../../patch/merge-applied.ts";
import { patchSteps } from "../../patch/patched-object.ts";
import { patchTypeOf } from "../../patch-type.ts";
import type { Target } from "../../target.ts";
import { kindLookup } from "../../transient-kinds.ts";
import { fromHub } from "../../versions.ts";
import { readBytes } from "../body/read-body.ts";
import { parseWriteOptions } from "../body/write-options.ts";
import type { Write } from "./write.ts";

/** Reads the bytes of a patch. */
export async function readPatch(write: Write): Promise<void> {
  write.bytes = await readBytes(write.context);
}

/** Reads the options of a patch from the query. */
export function readPatchOptions(write: Write): void {
  const { rawQuery, query } = write.context.request;
  write.options = parseWriteOptions("PatchOptions", rawQuery, query, typeOf(write) === "apply");
}

const typeOf = ({ target, context }: Write): ReturnType<typeof patchTypeOf> =>
  patchTypeOf(target.resource, context.request.headers["content-type"]);

/** Parses a patch, and records it for the audit log. Other errors than those of JSON count when there is an object to patch. */
export function* parsePatch(write: Write): Steps<void> {
  const { context, kind, sentBytes, options } = write;
  const type = typeOf(write);
  if (type === "apply") return;
  write.readChange = yield* changeForLater(type, sentBytes, kind.shape, options.fieldValidation);
  noteRequestPatch(context, sentBytes);
}

/** Converts the stored object to the version of the URL. */
export function showLive(write: Write): void | Promise<void> {
  return thenMaybe(liveIn(write.target, write.before), (live) => {
    write.live = live;
  });
}

/** Returns the live object. Refusals quote it, so that fields added by a conversion have Go's order. */
function liveIn({ kind, resource }: Target, live: KubeObject): KubeObject | Promise<KubeObject> {
  return thenMaybe(fromHub(kind, live), (converted) =>
    kind === resource.hub || resource.custom ? converted : kind.arrange(converted).object,
  );
}

/** Applies the patch to the live object, and decodes the result like a sent object. */
export function* applyPatch(write: Write): Steps<void> {
  const { context, target, kind, live, options, server } = write;
  const change = write.readChange?.();
  if (change === undefined) return;
  const { object, isUntracked } = yield* patchSteps(context, {
    kind,
    custom: target.resource.custom,
    isStatus: target.subresource?.name === "status",
    change,
    live,
    validation: options.fieldValidation,
    lookup: kindLookup(server),
  });
  write.object = object;
  write.isUntracked = isUntracked;
}

/** Parses the configuration of an apply. Its errors count when the stored object has been read. */
export async function parseApplied(write: Write): Promise<void> {
  write.readApplied = await readForLater(write.context, write.sentBytes);
}

/** Merges the configuration of an apply into the stored object, and records its owners. The result has the hub version. */
export function mergeApplied(write: Write): void | Promise<void> {
  return thenMaybe(mergedObject(write), (merged) => {
    write.object = merged;
  });
}

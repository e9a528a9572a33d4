import type { KubeObject } from "../../../../api/meta.ts";
import type { Steps } from "../../../../async/steps.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { noteRequestPatch } from "../../../record/audited-request.ts";
import { readChange } from "../../patch/apply-change.ts";
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

/** Reads the options of a patch from the query, and records the patch for the audit log. */
export function readPatchOptions(write: Write): void {
  const { context, sentBytes } = write;
  const { rawQuery, query } = context.request;
  write.options = parseWriteOptions("PatchOptions", rawQuery, query, typeOf(write) === "apply");
  noteRequestPatch(context, sentBytes);
}

const typeOf = ({ target, context }: Write): ReturnType<typeof patchTypeOf> =>
  patchTypeOf(target.resource, context.request.headers["content-type"]);

/** Parses a patch when there is an object to patch: until then, its errors do not matter. */
export function* parsePatch(write: Write): Steps<void> {
  const type = typeOf(write);
  if (write.change !== undefined || type === "apply") return;
  write.change = yield* readChange(type, write.sentBytes, write.kind.shape, write.options.fieldValidation);
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
  const { context, target, kind, live, change, options, server } = write;
  if (change === undefined) return;
  const { object, isUnmanaged } = yield* patchSteps(context, {
    kind,
    custom: target.resource.custom,
    isStatus: target.subresource?.name === "status",
    change,
    live,
    validation: options.fieldValidation,
    lookup: kindLookup(server),
  });
  write.object = object;
  write.isUnmanaged = isUnmanaged;
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

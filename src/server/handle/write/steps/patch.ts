import type { KubeObject } from "../../../../api/meta.ts";
import type { Steps } from "../../../../async/steps.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { noteRequestPatch } from "../../../record/audited-request.ts";
import type { RequestContext } from "../../../request-context.ts";
import { changeForLater } from "../../patch/apply-change.ts";
import { patchSteps } from "../../patch/patched-object.ts";
import { patchTypeOf } from "../../patch-type.ts";
import type { Target } from "../../target.ts";
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
  write.options = parseWriteOptions("PatchOptions", rawQuery, query, isApply(write.target, write.context));
}

/** True for a server-side apply. */
export const isApply = ({ resource }: Target, { request }: RequestContext): boolean =>
  patchTypeOf(resource, request) === "apply";

/** Parses a patch, and records it for the audit log. Other errors than those of JSON count when there is an object to patch. */
export function* parsePatch(write: Write): Steps<void> {
  const { context, target, kind, sentBytes, options } = write;
  const type = patchTypeOf(target.resource, context.request);
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
  const { context, target, kind, live, options, lookup } = write;
  try {
    const change = write.readChange?.();
    if (change === undefined) return;
    const { object, isUntracked } = yield* patchSteps(context, {
      kind,
      isStatus: target.subresource?.name === "status",
      change,
      live,
      validation: options.fieldValidation,
      lookup,
    });
    write.object = object;
    write.isUntracked = isUntracked;
    if (context.trail !== undefined) context.trail.body = write.sentBytes;
  } catch (error) {
    if (context.trail !== undefined) context.trail.unapplied = { patch: write.sentBytes, live };
    throw error;
  }
}

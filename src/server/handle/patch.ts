import type { KubeObject } from "../../api/meta.ts";
import { noteRequestPatch } from "../record/audited-request.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { lazily, readChange } from "./patch/apply-change.ts";
import { applyRequest } from "./patch/apply-request.ts";
import { patchSteps } from "./patch/patched-object.ts";
import { patchTypeOf } from "./patch-type.ts";
import { kindLookup } from "./subresources/transient-kinds.ts";
import type { Target } from "./target.ts";
import { strategyOf } from "./update.ts";
import { answered, fromHub } from "./versions.ts";
import { readBytes } from "./write/body/read-body.ts";
import { parseWriteOptions } from "./write/body/write-options.ts";
import { ensureName, ensureNamespace } from "./write/identity.ts";
import { stampedHub, unmanagedHub } from "./write/managed-fields.ts";
import { updateStored } from "./write/store/update-stored.ts";
import { inTurns, next } from "./write/turns.ts";
import type { Writes } from "./write/writes.ts";

/**
 * Answers the PATCH of an object or of a subresource that is the object
 * (apiserver/pkg/endpoints/handlers/patch.go, PatchResource).
 */
export async function patch(writes: Writes, context: RequestContext, target: Target): Promise<Answer> {
  const type = patchTypeOf(target.resource, context.request.headers["content-type"]);
  const { rawQuery, query } = context.request;
  const bytes = await readBytes(context);
  const options = parseWriteOptions("PatchOptions", rawQuery, query, type === "apply");
  noteRequestPatch(context, bytes);
  if (type === "apply") return applyRequest(writes, context, target, bytes, options);
  const { kind, resource } = target;
  const change = lazily(() => inTurns(context, readChange(type, bytes, kind.shape, options.fieldValidation)));
  const { stored } = await updateStored(writes, context, {
    target,
    strategy: strategyOf(target),
    dryRun: options.dryRun,
    given: options.given,
    uid: "",
    mayCreate: false,
    make: (current) =>
      next(context, change(), async (read) => {
        const live = current as KubeObject;
        const steps = patchSteps(context, {
          kind,
          custom: resource.custom,
          isStatus: target.subresource?.name === "status",
          change: read,
          live: await liveIn(target, live),
          validation: options.fieldValidation,
          lookup: kindLookup(writes),
        });
        return next(context, inTurns(context, steps), ({ object, isUnmanaged }) => {
          ensureNamespace(object, target);
          ensureName(object, target.name);
          if (isUnmanaged) return unmanagedHub(target, object);
          return stampedHub(writes, context, target, { object, live, options });
        });
      }),
  });
  return { kind: "object", status: 200, shownAs: kind, document: await answered(target, stored) };
}

/**
 * Returns the live object in the version of the URL. Refusals quote it, so that fields added by a conversion
 * have Go's order.
 */
async function liveIn({ kind, resource }: Target, live: KubeObject): Promise<KubeObject> {
  const converted = await fromHub(kind, live);
  return kind === resource.hub || resource.custom ? converted : kind.arrange(converted).object;
}

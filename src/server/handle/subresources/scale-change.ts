import type { KubeObject } from "../../../api/meta.ts";
import { badRequest, plainError, StatusError } from "../../../api/status.ts";
import { record } from "../../../json/value.ts";
import { applyPatch } from "../../../resources/machine/apply/apply-patch.ts";
import { updateManagedFields } from "../../../resources/machine/apply/managers/update-managed-fields.ts";
import { runSteps } from "../../loop/run-steps.ts";
import type { RequestContext } from "../../request-context.ts";
import { decodeMerged } from "../patch/decode-merged.ts";
import type { Target } from "../target.ts";
import { scaleKind } from "../transient-kinds.ts";
import type { KindLookup } from "../write/body/body-kind.ts";
import { reportRepeated } from "../write/steps/apply.ts";
import { updateOf } from "../write/steps/managers.ts";
import { decodeBody, parseBody, readBytes } from "../write/steps/read.ts";
import { Write } from "../write/steps/write.ts";
import type { Writes } from "../write/writes.ts";
import { replicasOf } from "./scale-object.ts";

/** A change of the replicas of the parent: hooks receive Scale objects, and the rules of the parent apply to the parent. */
export class ScaleWrite extends Write {
  override readonly checksMeta = false;
  /**
   * False for the Scale of a custom resource whose body names no type. For those, the reference loses the
   * owners of the replicas.
   */
  isTyped = true;
  /** The parent in the version of the URL. */
  own: KubeObject;
  /** The Scale of the stored parent, as hooks receive it when the new one is complete. */
  scale: KubeObject;
  /** The Scale for the client. */
  shown: KubeObject;

  constructor(writes: Writes, context: RequestContext, target: Target) {
    super(writes, context, target, scaleKind());
    this.strategy = target.resource.strategy;
    this.own = this.scale = this.shown = this.object;
  }

  override get lookup(): KindLookup {
    return this.target.resource.custom ? scaleOnly : super.lookup;
  }
}

const scaleOnly: KindLookup = (group, version, kind) =>
  group === "autoscaling" && version === "v1" && kind === "Scale" ? scaleKind() : undefined;

/** Reads the sent Scale. Custom resources accept only a Scale, and other kinds get an error that names it. */
export async function readScale(write: ScaleWrite): Promise<void> {
  try {
    await runSteps([readBytes, parseBody, noteType, decodeBody], write);
  } catch (error) {
    if (!write.target.resource.custom || !(error instanceof StatusError) || error.code !== 400) throw error;
    throw badRequest('no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"');
  }
}

function noteType(write: ScaleWrite): void {
  const { apiVersion, kind } = record(write.body?.value);
  write.isTyped = !write.target.resource.custom || (Boolean(apiVersion) && Boolean(kind));
}

/** Records the owner of the replicas on the Scale, as for any other object. */
export function recordScaleManagers(write: ScaleWrite): void {
  const { context, object, live } = write;
  if (!write.isTyped) {
    delete object.metadata.managedFields;
    return;
  }
  const { replicas: _replicas, ...spec } = record(object.spec);
  const replicas = replicasOf(object);
  const printed = { ...object, spec: replicas === 0 ? spec : { ...spec, replicas } };
  context.freshlyStamped = false;
  const managedFields = updateManagedFields(updateOf(write, { live, object: printed, resetFields: [] }));
  write.object = { ...printed, metadata: { ...object.metadata, managedFields } };
}

/** Merges the configuration of an apply into the present Scale, and records its owners. */
export function mergeScale(write: ScaleWrite): void {
  const { server, context, target, kind, live, options } = write;
  const body = write.configuration;
  const applied = body.value;
  context.requestObject = applied;
  if (target.resource.custom && !live.metadata.managedFields?.length)
    // The replicas have no owner yet: the reference starts with an empty one.
    throw plainError(
      `failed to create manager for existing fields: failed to convert live object (/; ${NOT_CONVERTIBLE}`,
    );
  const { object, managedFields, stamped, isLive } = applyPatch({
    live,
    applied,
    shape: kind.shape,
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    manager: options.fieldManager,
    force: options.force === true,
    subresource: "scale",
    now: server.now(),
    resetFields: [],
  });
  if (target.resource.custom && !isLive) {
    const { namespace = "", name = "" } = record(applied.metadata);
    throw plainError(`failed to convert new object (${namespace}/${name}; ${NOT_CONVERTIBLE}`);
  }
  write.object = decodeMerged(kind, object, applied);
  reportRepeated(context, body, options);
  write.object.metadata.managedFields = managedFields;
  context.freshlyStamped = stamped;
}

/**
 * End of the errors of an apply to the scale of a custom resource, which the reference cannot convert; all other errors
 * precede them. An apply of the present values succeeds, because it makes no new object (structured-merge-diff,
 * Updater.Apply).
 */
const NOT_CONVERTIBLE =
  "autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1";

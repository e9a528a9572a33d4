import type { KubeObject } from "../../../api/meta.ts";
import { copyWithNotes } from "../../../api/object/notes.ts";
import { badRequest, plainError, StatusError } from "../../../api/status.ts";
import { atOnce } from "../../../async/steps.ts";
import { isJsonObject, type JsonObject } from "../../../json/value.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { applyPatch } from "../../../resources/machine/apply/apply-patch.ts";
import { managerName } from "../../../resources/machine/apply/managers/manager-name.ts";
import { updateManagedFields } from "../../../resources/machine/apply/managers/update-managed-fields.ts";
import { dedupOwnerReferences } from "../../../resources/machine/object-meta/owner-references.ts";
import type { Clock } from "../../clock.ts";
import type { Kinds } from "../../kinds.ts";
import { noteRequestObject, noteRequestPatch } from "../../record/audited-request.ts";
import type { RequestContext } from "../../request-context.ts";
import { changeForLater } from "../patch/apply-change.ts";
import { decodeMerged } from "../patch/decode-merged.ts";
import { readForLater, reportRepeated } from "../patch/merge-applied.ts";
import { patchedObject } from "../patch/patched-object.ts";
import { patchTypeOf } from "../patch-type.ts";
import type { Target } from "../target.ts";
import { kindLookup, scaleKind } from "../transient-kinds.ts";
import type { KindLookup } from "../write/body/body-kind.ts";
import { readBytes } from "../write/body/read-body.ts";
import { readObject } from "../write/body/read-object.ts";
import { readOptions } from "../write/body/read-options.ts";
import { parseWriteOptions, type WriteOptions } from "../write/body/write-options.ts";
import { ensureName, ensureNamespace } from "../write/identity.ts";
import { replicasOf } from "./scale-object.ts";

/** Dependencies of reading the body of a scale change. */
export interface ScaleReads extends Clock, Kinds {}

const SCALE_VERSION = "autoscaling/v1";

/** Change of a PUT or PATCH of `/scale`. */
export interface ScaleChange {
  readonly options: WriteOptions;
  /** Set if the client sent the whole Scale: its uid then names the object. */
  readonly replaces?: true;
  /**
   * Returns the new Scale, made from the present one; both have managedFields in the form of a Scale. Keeps
   * its argument.
   */
  apply(live: KubeObject): KubeObject;
}

/** Reads the body of a PUT: the whole Scale. */
export async function readScale(
  reads: ScaleReads,
  context: RequestContext,
  target: Target,
): Promise<ScaleChange> {
  const options = await readOptions(context, "UpdateOptions");
  const { sent, typed } = await readSent(reads, context, target, options);
  noteRequestObject(context, scaleKind(), sent);
  ensureNamespace(sent, target);
  ensureName(sent, target.name);
  dedupOwnerReferences(sent, context.warnings);
  return {
    options,
    replaces: true,
    apply: (live) =>
      typed
        ? stamped(reads, context, options, live, copyWithNotes(sent))
        : withoutOwners(copyWithNotes(sent)),
  };
}

const scaleOnly: KindLookup = (group, version, kind) =>
  group === "autoscaling" && version === "v1" && kind === "Scale" ? scaleKind() : undefined;

interface SentScale {
  readonly sent: KubeObject;
  /**
   * False for a custom resource, whose Scale has no type. For those, the reference loses the owners of the
   * replicas.
   */
  readonly typed: boolean;
}

/** Reads the sent Scale. Custom resources accept only a Scale, and other kinds get an error that names it. */
async function readSent(
  kinds: Kinds,
  context: RequestContext,
  { resource }: Target,
  { fieldValidation }: WriteOptions,
): Promise<SentScale> {
  const kind = scaleKind();
  if (!resource.custom)
    return { sent: await readObject(context, kind, fieldValidation, kindLookup(kinds)), typed: true };
  let typed = true;
  const noting: KindDefinition = {
    ...kind,
    decode(value, ...rest) {
      typed = Boolean(value.apiVersion) && Boolean(value.kind);
      return kind.decode(value, ...rest);
    },
  };
  try {
    return { sent: await readObject(context, noting, fieldValidation, scaleOnly), typed };
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 400) throw error;
    throw badRequest('no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"');
  }
}

function withoutOwners(object: KubeObject): KubeObject {
  delete object.metadata.managedFields;
  return object;
}

/** Reads the body of a PATCH of any type. */
export async function readScalePatch(
  reads: ScaleReads,
  context: RequestContext,
  target: Target,
): Promise<ScaleChange> {
  const { headers, rawQuery, query } = context.request;
  const type = patchTypeOf(target.resource, headers["content-type"]);
  const bytes = await readBytes(context);
  const options = parseWriteOptions("PatchOptions", rawQuery, query, type === "apply");
  if (type === "apply") return readScaleApply(reads, context, target, bytes, options);
  const kind = scaleKind();
  const change = atOnce(changeForLater(type, bytes, kind.shape, options.fieldValidation));
  noteRequestPatch(context, bytes);
  return {
    options,
    apply(live) {
      const object = patchedObject(context, {
        kind,
        custom: false,
        change: change(),
        live,
        validation: options.fieldValidation,
        lookup: target.resource.custom ? scaleOnly : kindLookup(reads),
      });
      ensureNamespace(object, target);
      ensureName(object, target.name);
      return stamped(reads, context, options, live, object);
    },
  };
}

async function readScaleApply(
  clock: Clock,
  context: RequestContext,
  target: Target,
  bytes: Uint8Array,
  options: WriteOptions,
): Promise<ScaleChange> {
  const read = await readForLater(context, bytes);
  const kind = scaleKind();
  return {
    options,
    apply(live) {
      const body = read();
      const applied = body.value;
      context.requestObject = applied;
      if (target.resource.custom && !live.metadata.managedFields?.length) throw unownedNotConvertible();
      const { object, managedFields, stamped, isLive } = applyPatch({
        live,
        applied,
        shape: kind.shape,
        apiVersion: SCALE_VERSION,
        kind: "Scale",
        manager: options.fieldManager,
        force: options.force === true,
        subresource: "scale",
        now: clock.now(),
        resetFields: [],
      });
      if (target.resource.custom && !isLive) throw notConvertible(applied);
      const decoded = decodeMerged(kind, object, applied);
      reportRepeated(context, body, options);
      decoded.metadata.managedFields = managedFields;
      context.freshlyStamped = stamped;
      return decoded;
    },
  };
}

/**
 * Builds the error of an apply to the scale of a custom resource, which the reference cannot convert; all
 * other errors precede it. An apply of the present values succeeds, because it makes no new object
 * (structured-merge-diff, Updater.Apply).
 */
function notConvertible({ metadata }: JsonObject): Error {
  const { namespace = "", name = "" } = isJsonObject(metadata) ? metadata : {};
  return plainError(`failed to convert new object (${namespace}/${name}; ${NOT_CONVERTIBLE}`);
}

/** Builds the same error for a Scale whose replicas have no owner yet: the reference starts with an empty one. */
const unownedNotConvertible = (): Error =>
  plainError(
    `failed to create manager for existing fields: failed to convert live object (/; ${NOT_CONVERTIBLE}`,
  );

const NOT_CONVERTIBLE =
  "autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1";

/** Sets the manager of the replicas on the Scale, as for any other object. */
function stamped(
  clock: Clock,
  context: RequestContext,
  options: WriteOptions,
  live: KubeObject,
  object: KubeObject,
): KubeObject {
  const { replicas: _replicas, ...spec } = isJsonObject(object.spec) ? object.spec : {};
  const replicas = replicasOf(object);
  const printed = { ...object, spec: replicas === 0 ? spec : { ...spec, replicas } };
  context.freshlyStamped = false;
  const managedFields = updateManagedFields({
    live,
    object: printed,
    shape: scaleKind().shape,
    manager: options.fieldManager || managerName(context.request.headers["user-agent"]),
    apiVersion: SCALE_VERSION,
    subresource: "scale",
    now: clock.now(),
    onStamp: () => {
      context.freshlyStamped = true;
    },
    resetFields: [],
  });
  return { ...printed, metadata: { ...object.metadata, managedFields } };
}

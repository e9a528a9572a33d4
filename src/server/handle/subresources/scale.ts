import { invalid, invalidObject } from "../../../api/field-error.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { conflict, notFound } from "../../../api/status.ts";
import { Document } from "../../../json/document.ts";
import { clone } from "../../../json/object.ts";
import { restoreSystemMetadata } from "../../../resources/object-meta/restore.ts";
import type { Entry } from "../../../storage/storage.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { jsonPatchChange, mergePatchChange, strategicPatchChange } from "../patch/apply-change.ts";
import { applyRequest } from "../patch/apply-request.ts";
import { patchTypeOf } from "../patch/patch-type.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { admitted, beginAdmission } from "../write/admission.ts";
import { settleName, settleNamespace } from "../write/identity.ts";
import { stampManager } from "../write/managed-fields.ts";
import { readBytes } from "../write/read-body.ts";
import { readObject } from "../write/read-object.ts";
import { seal, writeContext } from "../write/store-new.ts";
import { refuseInvalid } from "../write/validate.ts";
import { parseWriteOptions, stampOptions, type WriteOptions } from "../write/write-options.ts";
import { kindLookup, scaleKind } from "./passing-kinds.ts";
import { shownScale } from "./scale-columns.ts";
import { replicasOf, scaleManagedFields, scaleOf, withReplicas } from "./scale-object.ts";

/** `/scale`: a small object with the number of replicas, read from and written to its parent. */
export async function scale(house: House, context: RequestContext, target: Target): Promise<Answer> {
  const verb = context.info.verb;
  if (verb === "get")
    return answer(scaleOf(target.resource, (await parentOf(house, target)).document.value as KubeObject));
  const change =
    verb === "update" ? await readScale(house, context, target) : await readPatch(house, context, target);
  for (;;) {
    const result = await attempt(house, context, target, change);
    if (result !== "lost") return answer(result);
  }
}

const answer = (object: KubeObject): Answer => ({
  kind: "object",
  status: 200,
  shownAs: shownScale,
  document: new Document(object),
});

interface ScaleChange {
  readonly options: WriteOptions;
  /** The new Scale from the present one. */
  apply(current: KubeObject): KubeObject;
}

async function parentOf(house: House, target: Target): Promise<Entry> {
  const entry = await house.storage.get(storageKey(target.resource, target.namespace, target.name));
  if (entry === undefined) throw notFound(groupResource(target), target.name);
  return entry;
}

async function readScale(house: House, context: RequestContext, target: Target): Promise<ScaleChange> {
  const options = parseWriteOptions("UpdateOptions", context.request.rawQuery, context.request.query);
  const sent = await readObject(context, scaleKind(), options.fieldValidation, kindLookup(house));
  context.requestObject = sent;
  settleNamespace(sent, target);
  settleName(sent, target.name);
  return { options, apply: () => clone(sent) as KubeObject };
}

async function readPatch(house: House, context: RequestContext, target: Target): Promise<ScaleChange> {
  const type = patchTypeOf(target.resource, context.request.headers["content-type"]);
  const options = parseWriteOptions(
    "PatchOptions",
    context.request.rawQuery,
    context.request.query,
    type === "apply",
  );
  const bytes = await readBytes(context);
  if (type === "apply") await applyRequest(house, context, target, bytes, options);
  const kind = scaleKind();
  const change =
    type === "json"
      ? jsonPatchChange(bytes)
      : type === "merge"
        ? mergePatchChange(bytes)
        : strategicPatchChange(bytes, kind.shape);
  return {
    options,
    apply(current) {
      const object = kind.decode(clone(change.apply(current)));
      object.kind = "Scale";
      object.apiVersion = "autoscaling/v1";
      settleNamespace(object, target);
      settleName(object, target.name);
      return object;
    },
  };
}

/** One round: admission sees Scale objects, the parent's own rules decide about the parent. */
async function attempt(
  house: House,
  context: RequestContext,
  target: Target,
  change: ScaleChange,
): Promise<KubeObject | "lost"> {
  const { resource } = target;
  const entry = await parentOf(house, target);
  const parent = entry.document.value as KubeObject;
  const old = scaleOf(resource, parent);
  const wanted = change.apply(old);
  checkUid(target, wanted, parent, entry);
  const stamped = stampedParent(
    house,
    context,
    target,
    withReplicas(resource, parent, wanted),
    parent,
    change.options,
  );
  const oldFields = scaleManagedFields(parent.metadata.managedFields);
  const admission = beginAdmission(house, context, target, {
    operation: "UPDATE",
    name: target.name,
    dryRun: change.options.dryRun,
    options: stampOptions("UpdateOptions", change.options.given),
    oldObject: withFields(old, oldFields),
  });
  const seen = withFields(
    { ...old, ...wanted, metadata: { ...old.metadata, ...wanted.metadata }, status: old.status },
    scaleManagedFields(stamped.metadata.managedFields),
  );
  const mutated = admitted(context, admission, await admission.mutate(seen)) as KubeObject;
  validateScale(mutated);
  checkVersion(target, mutated, parent);
  const next = prepared(
    house,
    context,
    target,
    withReplicas(resource, withoutScaleTimes(stamped), mutated),
    parent,
    change.options.dryRun,
  );
  const shown = withFields({ ...mutated, metadata: { ...old.metadata } }, []);
  const validation = beginAdmission(house, context, target, {
    operation: "UPDATE",
    name: target.name,
    dryRun: change.options.dryRun,
    options: stampOptions("UpdateOptions", change.options.given),
    oldObject: old,
  });
  admitted(context, validation, await validation.validate(shown, target.name));
  return store(house, target, entry, next, change.options.dryRun);
}

function withFields(
  scaleObject: KubeObject,
  managedFields: KubeObject["metadata"]["managedFields"],
): KubeObject {
  const metadata = { ...scaleObject.metadata };
  delete metadata.managedFields;
  if (managedFields !== undefined && managedFields.length > 0) metadata.managedFields = managedFields;
  return { ...scaleObject, metadata };
}

function stampedParent(
  house: House,
  context: RequestContext,
  target: Target,
  changed: KubeObject,
  parent: KubeObject,
  options: WriteOptions,
): KubeObject {
  const object = target.kind.fromHub(clone(changed) as KubeObject);
  stampManager(house, context, target, { object, live: parent, options });
  return target.kind.toHub(object);
}

/** The reference loses the time of these entries on the way through the Scale. */
function withoutScaleTimes(object: KubeObject): KubeObject {
  const managedFields = (object.metadata.managedFields ?? []).map((entry) => {
    if (entry.subresource !== "scale") return entry;
    const { time: _time, ...rest } = entry;
    return rest;
  });
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

function validateScale(object: KubeObject): void {
  const replicas = replicasOf(object);
  if (replicas >= 0) return;
  const error = invalid("spec.replicas", replicas, "must be greater than or equal to 0");
  throw invalidObject({ group: "autoscaling", kind: "Scale" }, object.metadata.name ?? "", [error]);
}

function checkUid(target: Target, wanted: KubeObject, parent: KubeObject, entry: Entry): void {
  const given = wanted.metadata.uid ?? "";
  if (given === "" || given === parent.metadata.uid) return;
  const text = `Precondition failed: UID in precondition: ${given}, UID in object meta: ${parent.metadata.uid}`;
  throw conflict(
    groupResource(target),
    target.name,
    `StorageError: invalid object, Code: 4, Key: ${entry.key}, ResourceVersion: 0, AdditionalErrorMsg: ${text}`,
  );
}

function checkVersion(target: Target, object: KubeObject, parent: KubeObject): void {
  const given = object.metadata.resourceVersion ?? "";
  if (given === "" || given === parent.metadata.resourceVersion) return;
  const why = "the object has been modified; please apply your changes to the latest version and try again";
  throw conflict(groupResource(target), target.name, why);
}

function prepared(
  house: House,
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old: KubeObject,
  dryRun: boolean,
): KubeObject {
  const { strategy } = target.resource;
  const write = writeContext(house, context, target, dryRun);
  restoreSystemMetadata(object, old);
  strategy.prepareForUpdate?.(object, old, write);
  refuseInvalid(target.resource, object, strategy.validateUpdate?.(object, old, write) ?? []);
  strategy.canonicalize?.(object);
  return object;
}

async function store(
  house: House,
  target: Target,
  entry: Entry,
  object: KubeObject,
  dryRun: boolean,
): Promise<KubeObject | "lost"> {
  const old = entry.document.value as KubeObject;
  const same = replicasOf(scaleOf(target.resource, object)) === replicasOf(scaleOf(target.resource, old));
  if (dryRun || same)
    return scaleOf(target.resource, {
      ...object,
      metadata: { ...object.metadata, resourceVersion: String(entry.revision) },
    });
  const result = await house.storage.update(entry.key, entry.revision, (revision) => seal(object, revision));
  return result.kind === "conflict"
    ? "lost"
    : scaleOf(target.resource, result.entry.document.value as KubeObject);
}

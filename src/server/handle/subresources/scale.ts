import type { Admission } from "../../../admission/engine.ts";
import { formatGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { conflict, notFound } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { nameIsDnsSubdomain } from "../../../api/validation/name-format.ts";
import { equal } from "../../../json/equal.ts";
import { NEVER_SET } from "../../../resources/custom/scale-access.ts";
import { parentFields, scaleFields } from "../../../resources/machine/apply/managers/scale-fields.ts";
import { dropEmptyLists } from "../../../resources/machine/empty-lists.ts";
import { validateObjectMeta } from "../../../resources/machine/object-meta/validate-object-meta.ts";
import { finish, prepareAndValidate } from "../../../resources/write.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { Entry } from "../../../storage/storage.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import type { Action } from "../../route/builtin-places.ts";
import { askedEntry } from "../read/asked-entry.ts";
import type { Reads } from "../read/reads.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { fromHub, readStored, toHub } from "../versions.ts";
import { admitted, beginAdmission } from "../write/admission.ts";
import { admitMutating } from "../write/admit-mutating.ts";
import { assertInTime } from "../write/assert-in-time.ts";
import { stampOptions } from "../write/body/write-options.ts";
import { ensureName, ensureNamespace } from "../write/identity.ts";
import { arrangedDocument, seal } from "../write/seal.ts";
import { type Attempt, LOST, onNewest, unwritten, written } from "../write/store/on-newest.ts";
import { unmetPrecondition } from "../write/store/unmet-precondition.ts";
import { checkVersion } from "../write/store/update-stored.ts";
import { refuseInvalid } from "../write/validate.ts";
import type { Writes } from "../write/writes.ts";
import { writingOf } from "../write/writing.ts";
import { readScale, readScalePatch, type ScaleChange } from "./scale-change.ts";
import { shownScale } from "./scale-columns.ts";
import { replicasOf, replicasPaths, scaleOf, withReplicas } from "./scale-object.ts";
import { scaleKind } from "./transient-kinds.ts";

/** Answers `/scale`: a small object with the number of replicas, read from and written to its parent. */
export async function scale(
  writes: Writes,
  context: RequestContext,
  target: Target,
  action: Action,
): Promise<Answer> {
  if (action === "get") {
    const entry = await parentOf(writes, context, target);
    return answer(target, scaleOf(target, await shownParent(target, await hubParent(target, entry))));
  }
  const change =
    action === "update"
      ? await readScale(writes, context, target)
      : await readScalePatch(writes, context, target);
  const key = storageKey(target.resource, target.namespace, target.name);
  const result = await onNewest(writes.storage, key, async (entry) => {
    if (entry === undefined) throw notFound(groupResource(target), target.name);
    return attempt(writes, context, target, change, entry);
  });
  return answer(target, result);
}

const answer = ({ resource }: Target, object: KubeObject): Answer => ({
  kind: "object",
  status: 200,
  shownAs: shownScale(resource.custom),
  document: arrangedDocument(scaleKind(), object),
});

async function parentOf(reads: Reads, context: RequestContext, target: Target): Promise<Entry> {
  const entry = await askedEntry(reads, context, target);
  if (entry === undefined) throw notFound(groupResource(target), target.name);
  return entry;
}

/** Returns the stored parent in the hub version. */
const hubParent = async ({ resource }: Target, entry: Entry): Promise<KubeObject> =>
  resource.custom ? (await readStored(resource, entry)).value : objectOf(entry);

/**
 * Converts the parent to the version of the request, whose definition has the path of the replicas of a
 * custom resource.
 */
const shownParent = ({ resource, kind }: Target, parent: KubeObject): KubeObject | Promise<KubeObject> =>
  resource.custom ? fromHub(kind, parent) : parent;

/** Converts the parent back to the hub version. */
const ofParent = ({ resource, kind }: Target, own: KubeObject): KubeObject | Promise<KubeObject> =>
  resource.custom ? toHub(kind, own) : own;

/** Makes one attempt: admission receives Scale objects; the parent's own rules apply to the parent. */
async function attempt(
  writes: Writes,
  context: RequestContext,
  target: Target,
  change: ScaleChange,
  entry: Entry,
): Promise<Attempt<KubeObject>> {
  const { resource } = target;
  const parent = await hubParent(target, entry);
  const own = await shownParent(target, parent);
  const paths = replicasPaths(resource);
  const before = parent.metadata.managedFields ?? [];
  const old = scaleOf(target, own, 0);
  const live = withFields(scaleOf(target, own, NEVER_SET), scaleFields(before, paths));
  const wanted = change.apply(live);
  ensureNamespace(wanted, target);
  ensureName(wanted, target.name);
  if (change.replaces) refuseAnother(target, change, entry.key, wanted, parent);
  const admission = beginUpdate(writes, context, target, change, live);
  const seen = withFields(wanted, wanted.metadata.managedFields);
  const mutated = await admitMutating(context, admission, seen);
  if (!resource.custom) validateScale(mutated, target.name);
  if (!resource.custom) checkScaledUid(target, mutated, parent);
  if (mutated.metadata.resourceVersion) checkVersion(target, resource.strategy, mutated, parent);
  const owners = mutated.metadata.managedFields ?? [];
  const managedFields = parentFields(before, owners, formatGroupVersion(target.kind), paths);
  const next = await prepared(
    writes,
    context,
    target,
    await ofParent(target, withFields(withReplicas(target, own, mutated), managedFields)),
    parent,
  );
  const shown = { ...scaleOf(target, await shownParent(target, next), 0), metadata: old.metadata };
  const validation = beginUpdate(writes, context, target, change, old);
  admitted(context, validation, await validation.validate(shown, target.name));
  return store(writes, context, target, entry, next, change.options.dryRun);
}

function beginUpdate(
  writes: Writes,
  context: RequestContext,
  target: Target,
  { options }: ScaleChange,
  oldObject: KubeObject,
): Admission {
  return beginAdmission(writes, context, target, {
    operation: "UPDATE",
    name: target.name,
    dryRun: options.dryRun,
    options: stampOptions("UpdateOptions", options.given),
    oldObject,
  });
}

/** Refuses the Scale if its uid is not that of the parent. */
function refuseAnother(
  target: Target,
  { options }: ScaleChange,
  key: string,
  { metadata: { uid } }: KubeObject,
  parent: KubeObject,
): void {
  const meant = { resource: groupResource(target), key, dryRun: options.dryRun, uid };
  const problem = unmetPrecondition(parent.metadata, meant);
  if (problem !== undefined) throw problem;
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

const META_RULES = { namespaced: true, nameProblems: nameIsDnsSubdomain, kubeFinalizers: true };

/** Validates the Scale after a patch and webhooks (the reference's ValidateScale). */
function validateScale(object: KubeObject, name: string): void {
  const errors = validateObjectMeta(object.metadata, META_RULES);
  const replicas = replicasOf(object);
  if (replicas < 0) errors.push(invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
  if (errors.length > 0) throw invalidObject({ group: "autoscaling", kind: "Scale" }, name, errors);
}

/** Refuses a uid that a patch or a webhook has changed. */
function checkScaledUid({ resource, name }: Target, scaled: KubeObject, parent: KubeObject): void {
  const { uid = "" } = scaled.metadata;
  if (uid === "" || uid === parent.metadata.uid) return;
  throw conflict(
    { group: resource.group, resource: `${resource.plural}/scale` },
    name,
    `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${parent.metadata.uid}`,
  );
}

async function prepared(
  writes: Writes,
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old: KubeObject,
): Promise<KubeObject> {
  const { strategy } = target.resource;
  const writing = writingOf(writes, context, { target, strategy, old, checksMeta: false });
  refuseInvalid(target.resource, object, await prepareAndValidate(writing, object));
  finish(writing, object);
  return object;
}

async function store(
  writes: Writes,
  context: RequestContext,
  target: Target,
  entry: Entry,
  object: KubeObject,
  dryRun: boolean,
): Promise<Attempt<KubeObject>> {
  object.metadata.resourceVersion = String(entry.revision);
  target.resource.strategy.prepareForStorage?.(object, target.kind.version);
  dropEmptyLists(target.resource, object);
  const told = async (stored: KubeObject): Promise<KubeObject> =>
    scaleOf(target, await shownParent(target, stored), 0);
  if (dryRun || equal(object, entry.document.value)) return unwritten(await told(object));
  assertInTime(writes, context);
  const result = await writes.storage.update(entry.key, entry.revision, (revision) =>
    seal(object, revision, target.resource.hub),
  );
  return result.kind === "conflict" ? LOST : written(await told(objectOf(result.entry)));
}

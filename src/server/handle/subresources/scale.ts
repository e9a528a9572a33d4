import { formatGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { conflict, notFound } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { collectErrors } from "../../../api/validation/field-report.ts";
import { thenMaybe } from "../../../async/then-maybe.ts";
import { equal } from "../../../json/equal.ts";
import { NEVER_SET } from "../../../resources/custom/scale-access.ts";
import { parentFields, scaleFields } from "../../../resources/machine/apply/managers/scale-fields.ts";
import { dropEmptyLists } from "../../../resources/machine/empty-lists.ts";
import { checkManagedFields } from "../../../resources/machine/object-meta/managed-fields-check.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { Entry } from "../../../storage/storage.ts";
import { runSteps, type Step } from "../../loop/run-steps.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import type { Action } from "../../route/builtin-places.ts";
import { assertReadable, readForChange } from "../read/as-requested.ts";
import { askedEntry } from "../read/asked-entry.ts";
import type { Reads } from "../read/reads.ts";
import { groupResource, type Target } from "../target.ts";
import { scaleKind } from "../transient-kinds.ts";
import { fromHub, readStored, toHub } from "../versions.ts";
import { admitted, beginAdmission } from "../write/admission.ts";
import { stampOptions } from "../write/body/write-options.ts";
import { arrangedDocument, seal } from "../write/seal.ts";
import { admitMutating } from "../write/steps/admit.ts";
import { parseApplied } from "../write/steps/apply.ts";
import { type Verb, writeOnNewest } from "../write/steps/attempt.ts";
import { checkVersion } from "../write/steps/check-stored.ts";
import { applyPatch, isApply, parsePatch, readPatch, readPatchOptions } from "../write/steps/patch.ts";
import { dropRepeatedOwners, readUpdateOptions, requireName, takeNamespace } from "../write/steps/read.ts";
import { checkDeadline, normalize, validate } from "../write/steps/rules.ts";
import { checkUid, copySent, keepSent, refuseMissing, takeVersion } from "../write/steps/store-changed.ts";
import type { Writes } from "../write/writes.ts";
import { mergeScale, readScale, recordScaleManagers, ScaleWrite } from "./scale-change.ts";
import { shownScale } from "./scale-columns.ts";
import { replicasOf, replicasPaths, scaleOf, withReplicas } from "./scale-object.ts";

/** Answers `/scale`: a small object with the number of replicas, read from and written to its parent. */
export async function scale(
  writes: Writes,
  context: RequestContext,
  target: Target,
  action: Action,
): Promise<Answer> {
  if (action === "get") {
    const entry = await parentOf(writes, context, target);
    await assertReadable(writes, target, entry);
    return answer(target, scaleOf(target, await shownParent(target, await hubParent(target, entry))));
  }
  const write = new ScaleWrite(writes, context, target);
  const verb = action === "update" ? SCALE.update : isApply(target, context) ? SCALE.apply : SCALE.patch;
  await runSteps<ScaleWrite>(verb.once, write);
  await writeOnNewest<ScaleWrite>(verb, write);
  return answer(target, write.shown);
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

/** Converts the parent to the requested version, whose definition has the path of custom replicas. */
const shownParent = ({ resource, kind }: Target, parent: KubeObject): KubeObject | Promise<KubeObject> =>
  resource.custom ? fromHub(kind, parent) : parent;

/** Converts the parent back to the hub version. */
const ofParent = ({ resource, kind }: Target, own: KubeObject): KubeObject | Promise<KubeObject> =>
  resource.custom ? toHub(kind, own) : own;

/** Reads the stored parent, in the hub version and in the version of the URL, and makes its Scale. */
async function readParent(write: ScaleWrite): Promise<void> {
  const { server, target, beforeEntry, options } = write;
  await readForChange(server, target, beforeEntry, options.dryRun);
  write.old = await hubParent(target, beforeEntry);
  write.own = await shownParent(target, write.old);
  write.scale = scaleOf(target, write.own, 0);
  const fields = scaleFields(write.old.metadata.managedFields ?? [], replicasPaths(target.resource));
  write.live = withFields(scaleOf(target, write.own, NEVER_SET), fields);
}

/** Begins the admission of the Scale, for the mutating phase. */
function beginScale(write: ScaleWrite): void {
  write.object = withFields(write.object, write.object.metadata.managedFields);
  beginWith(write, write.live);
}

function beginWith(write: ScaleWrite, oldObject: KubeObject): void {
  const { server, context, target, options } = write;
  write.admission = beginAdmission(server, context, target, {
    operation: "UPDATE",
    name: target.name,
    dryRun: options.dryRun,
    options: stampOptions("UpdateOptions", options.given),
    oldObject,
  });
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

/**
 * Validates the Scale after a patch and webhooks. Other metadata than the managed fields are not used
 * (kubernetes/pkg/apis/autoscaling/validation/validation.go, ValidateScale).
 */
function validateScale({ target: { resource, name }, object }: ScaleWrite): void {
  if (resource.custom) return;
  const errors = collectErrors("metadata.managedFields", (at) =>
    checkManagedFields(object.metadata.managedFields, at),
  );
  const replicas = replicasOf(object);
  if (replicas < 0) errors.push(invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
  if (errors.length > 0) throw invalidObject({ group: "autoscaling", kind: "Scale" }, name, errors);
}

/** Refuses a uid that a patch or a webhook has changed. */
function checkScaledUid({ target: { resource, name }, object, before }: ScaleWrite): void {
  const { uid = "" } = object.metadata;
  if (resource.custom || uid === "" || uid === before.metadata.uid) return;
  throw conflict(
    { group: resource.group, resource: `${resource.plural}/scale` },
    name,
    `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${before.metadata.uid}`,
  );
}

/** A Scale without a version is a change of any version of the parent. */
function checkScaleVersion(write: ScaleWrite): void {
  if (write.object.metadata.resourceVersion) checkVersion(write);
}

/** Continues with the parent, which gets the replicas of the Scale and the owners of its fields. */
function takeReplicas(write: ScaleWrite): void | Promise<void> {
  const { target, own, object, before } = write;
  const managedFields = parentFields(
    before.metadata.managedFields ?? [],
    object.metadata.managedFields ?? [],
    formatGroupVersion(target.kind),
    replicasPaths(target.resource),
  );
  const scaled = ofParent(target, withFields(withReplicas(target, own, object), managedFields));
  return thenMaybe(scaled, (parent) => {
    write.object = parent;
  });
}

/** Runs the validating phase on the Scale of the new parent. */
async function admitValidatingScale(write: ScaleWrite): Promise<void> {
  const { target, context, scale, object } = write;
  const { metadata } = scale;
  const made = { ...scaleOf(target, await shownParent(target, object), 0), metadata };
  beginWith(write, scale);
  admitted(context, write.admitting, await write.admitting.validate(made, target.name));
}

/** Stores the parent, or shows the Scale that it would have. */
async function storeParent(write: ScaleWrite): Promise<void> {
  const { server, target, object, options, beforeEntry: entry } = write;
  takeVersion(write);
  write.strategy.prepareForStorage?.(object, target.kind.version);
  dropEmptyLists(target.resource, object);
  write.outcome = options.dryRun ? "dry" : equal(object, entry.document.value) ? "unchanged" : "stored";
  if (write.outcome !== "stored") return showScale(write, object);
  const result = await server.storage.update(entry.key, entry.revision, (revision) =>
    seal(object, revision, target.resource.hub),
  );
  if (result.kind === "conflict") write.outcome = "lost";
  else await showScale(write, objectOf(result.entry));
}

async function showScale(write: ScaleWrite, parent: KubeObject): Promise<void> {
  write.shown = scaleOf(write.target, await shownParent(write.target, parent), 0);
}

/** The rest of a change of the replicas of the stored parent. */
const CHANGE: readonly Step<ScaleWrite>[] = [
  beginScale,
  admitMutating,
  validateScale,
  checkScaledUid,
  checkScaleVersion,
  takeReplicas,
  validate,
  normalize,
  admitValidatingScale,
  checkDeadline,
  storeParent,
];

/** The steps of a PUT and of both kinds of PATCH. */
export const SCALE = {
  update: {
    once: [readUpdateOptions, readScale, takeNamespace, requireName, dropRepeatedOwners, keepSent],
    stored: [readParent, checkUid, copySent, recordScaleManagers, ...CHANGE],
    missing: [refuseMissing],
  },
  patch: {
    once: [readPatch, readPatchOptions, parsePatch],
    stored: [readParent, applyPatch, takeNamespace, requireName, recordScaleManagers, ...CHANGE],
    missing: [refuseMissing],
  },
  apply: {
    once: [readPatch, readPatchOptions, parseApplied],
    stored: [readParent, mergeScale, takeNamespace, requireName, ...CHANGE],
    missing: [refuseMissing],
  },
} as const satisfies Readonly<Record<string, Verb<ScaleWrite>>>;

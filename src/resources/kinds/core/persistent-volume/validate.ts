import type { KubeObject } from "../../../../api/meta.ts";
import { formatTime } from "../../../../api/time.ts";
import { type FieldError, namedText } from "../../../../api/validation/field-error.ts";
import { FieldPath } from "../../../../api/validation/field-path.ts";
import { FieldReport, type RuleSettings } from "../../../../api/validation/field-report.ts";
import { dns1123SubdomainProblems, labelValueProblems } from "../../../../api/validation/name-format.ts";
import { jsonDiff } from "../../../../go/unified-diff.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { Opt } from "../../../../types/opt.ts";
import { sameMeaning } from "../../../../types/same-meaning.ts";
import type {
  NodeSelector,
  NodeSelectorRequirement,
  PersistentVolumeSpec,
  PersistentVolumeStatus as VolumeStatus,
} from "../../../../types/tables/core/v1-types.ts";
import { keepField, view } from "../../../define/strategy.ts";
import { repeatMeta } from "../../../define/update-order.ts";
import { isGateOn } from "../../../features/changed-gates.ts";
import type { WriteContext } from "../../../strategy.ts";
import { coreForm, storedForm } from "../../shared/go-form/core-forms.ts";
import { termWarnings } from "../../shared/pod-template/pod-warnings.ts";
import { checkNodeSelector } from "../../shared/pod-template/scheduling/affinity.ts";
import { checkAccessModes } from "../../shared/pod-template/volumes/volume-claim.ts";
import { deprecatedSource } from "../../shared/pod-template/volumes/volume-warnings.ts";
import { nanos, units } from "../../shared/values/amounts.ts";
import { nodeLabelSuccessor } from "../../shared/values/node-labels.ts";
import { printedMember } from "../../shared/values/printed.ts";
import { checkOneSource, PERSISTENT_SOURCES } from "../../shared/volume-sources/volume-sources.ts";

type VolumeSpec = Partial<PersistentVolumeSpec> & { readonly [source: string]: unknown };

const specOf = (object: KubeObject): VolumeSpec => view<{ spec?: VolumeSpec }>(object).spec ?? {};

const RECLAIM_POLICIES = ["Delete", "Recycle", "Retain"];

const MOUNT_OPTIONS = "volume.beta.kubernetes.io/mount-options";

/** Sources that support mount options in the old annotation. */
const MOUNTABLE = [
  ...["gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "nfs", "rbd", "quobyte", "iscsi", "cinder"],
  ...["cephfs", "azureFile", "vsphereVolume", "azureDisk", "photonPersistentDisk"],
];

interface VolumeRules {
  readonly invalidNodeAffinityValues: boolean;
}

const INLINE = "in the context of inline volumes";

/** Checks an inline volume, which has no object of its own. */
export function checkInlineVolume(spec: VolumeSpec, at: FieldReport): void {
  const forbid = (field: string, is: boolean, what = `may not be specified ${INLINE}`): void => {
    if (is) at.child(field).forbidden(what);
  };
  forbid("claimRef", spec.claimRef !== undefined);
  forbid("capacity", Object.keys(spec.capacity ?? {}).length > 0);
  if (spec.csi === undefined) at.child("csi").required(`has to be specified ${INLINE}`);
  at.require("accessModes", spec.accessModes);
  checkAccessModes(spec.accessModes, at);
  const { persistentVolumeReclaimPolicy: policy = "", volumeMode = "Filesystem" } = spec;
  forbid("persistentVolumeReclaimPolicy", !["", "Retain"].includes(policy), `may only be Retain ${INLINE}`);
  forbid("nodeAffinity", spec.nodeAffinity !== undefined);
  checkOneSource(PERSISTENT_SOURCES, spec, at, { ownerName: "", volumeName: "" });
  forbid("storageClassName", (spec.storageClassName ?? "") !== "");
  forbid(
    "volumeMode",
    volumeMode !== "Filesystem",
    `may not specify volumeMode other than Filesystem ${INLINE}`,
  );
}

function checkSpec(spec: VolumeSpec, name: string, rules: VolumeRules, at: FieldReport): void {
  at.require("accessModes", spec.accessModes);
  checkAccessModes(spec.accessModes, at);
  checkCapacity(spec, at);
  if ((spec.persistentVolumeReclaimPolicy ?? "") !== "")
    at.supports("persistentVolumeReclaimPolicy", spec.persistentVolumeReclaimPolicy, RECLAIM_POLICIES);
  if (spec.nodeAffinity !== undefined) checkNodeAffinity(spec.nodeAffinity, rules, at.child("nodeAffinity"));
  const hasNodeAffinity = spec.nodeAffinity !== undefined;
  checkOneSource(PERSISTENT_SOURCES, spec, at, { ownerName: name, volumeName: "", hasNodeAffinity });
  const path = (spec.hostPath as Opt<{ path?: string }>)?.path;
  if (path !== undefined && cleanPath(path) === "/" && spec.persistentVolumeReclaimPolicy === "Recycle")
    at.child("persistentVolumeReclaimPolicy").forbidden("may not be 'recycle' for a hostPath mount of '/'");
  at.checkIfSet("storageClassName", spec.storageClassName, dns1123SubdomainProblems);
  at.supports("volumeMode", spec.volumeMode, ["Block", "Filesystem"]);
  checkAttributesClass(spec, at);
}

const cleanPath = (path: string): string => (/^\/[/.]*$/.test(path) ? "/" : path);

function checkCapacity(spec: VolumeSpec, at: FieldReport): void {
  const { capacity = {} } = spec;
  const names = Object.keys(capacity);
  const path = at.child("capacity");
  if (names.length === 0) path.required();
  if (!Object.hasOwn(capacity, "storage") || names.length > 1)
    path.notSupported(printedMember(spec, "capacity"), ["storage"]);
  for (const [name, quantity] of Object.entries(capacity)) {
    if (units(quantity) < 0n) path.key(name).invalid(units(quantity), "must be a valid resource quantity");
    if (nanos(quantity) <= 0n) path.key(name).invalid(quantity, "must be greater than zero");
  }
}

function checkNodeAffinity(
  affinity: { required?: Opt<NodeSelector> },
  rules: VolumeRules,
  at: FieldReport,
): void {
  if (affinity.required === undefined)
    at.child("required").required("must specify required node constraints");
  else checkNodeSelector(affinity.required, rules.invalidNodeAffinityValues, at.child("required"));
}

function checkAttributesClass(spec: VolumeSpec, at: FieldReport): void {
  const { volumeAttributesClassName: name } = spec;
  if (name === undefined) return;
  if (name === "") at.child("volumeAttributesClassName").required("an empty string is disallowed");
  else at.check("volumeAttributesClassName", name, dns1123SubdomainProblems);
  if (spec.csi === undefined)
    at.child("csi").required("has to be specified when using volumeAttributesClassName");
}

function checkMountOptions(object: KubeObject, at: FieldReport): void {
  const spec = specOf(object);
  if (MOUNTABLE.some((source) => spec[source] !== undefined)) return;
  if (!Object.hasOwn(object.metadata.annotations ?? {}, MOUNT_OPTIONS)) return;
  const path = at.root("metadata").child("annotations").child(MOUNT_OPTIONS);
  path.forbidden("may not specify mount options for this volume type");
}

/** Errors of the spec and of the annotation with mount options (ValidatePersistentVolume). */
export function validate(object: KubeObject, rules: VolumeRules, settings: RuleSettings): FieldError[] {
  const at = new FieldReport("spec", undefined, settings);
  checkSpec(specOf(object), object.metadata.name ?? "", rules, at);
  checkMountOptions(object, at);
  return at.errors;
}

/** Validates an update. The reference checks the new volume twice: by itself, and again as part of the update. */
export function validateUpdate(
  object: KubeObject,
  oldObject: KubeObject,
  context: WriteContext,
): FieldError[] {
  const [spec, old] = [specOf(object), specOf(oldObject)];
  const terms = old.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const rules = { invalidNodeAffinityValues: terms.some((term) => hasInvalidValues(term.matchExpressions)) };
  const at = new FieldReport("spec", undefined, context);
  at.errors.push(...validate(object, rules, context));
  repeatMeta("asNew", context, at);
  checkSpec(spec, object.metadata.name ?? "", rules, at);
  checkSourceUpdate(spec, old, at);
  if (!deepEqual(spec.volumeMode, old.volumeMode))
    at.root("volumeMode").invalid(namedText(spec.volumeMode), "field is immutable");
  const { nodeAffinity: affinity } = isGateOn("MutablePVNodeAffinity", at) ? {} : old;
  if (affinity !== undefined && !sameAffinity(spec.nodeAffinity, affinity)) {
    const printed =
      spec.nodeAffinity === undefined ? null : coreForm("VolumeNodeAffinity", spec.nodeAffinity);
    const path = at.root("nodeAffinity");
    path.invalid(printed, "field is immutable, except for updating from beta label to GA");
  }
  if (old.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined)
    at.child("volumeAttributesClassName").forbidden("update from non-nil value to nil is forbidden");
  return at.errors;
}

const hasInvalidValues = (expressions: readonly NodeSelectorRequirement[] = []): boolean =>
  expressions.some(({ values = [] }) => values.some((value) => labelValueProblems(value).length > 0));

/** Checks that the source of a volume does not change; a secret for its expansion can be added. */
function checkSourceUpdate(spec: VolumeSpec, old: VolumeSpec, at: FieldReport): void {
  const before: Opt<JsonObject> = old.csi;
  const now: Opt<JsonObject> = spec.csi;
  const maskable =
    now !== undefined && before !== undefined && before.controllerExpandSecretRef === undefined;
  const { controllerExpandSecretRef: _added, ...rest } = now ?? {};
  const masked = maskable ? { ...spec, csi: rest } : spec;
  if (sameMeaning("core/v1.PersistentVolumeSource", masked, old)) return;
  const source = coreForm("PersistentVolumeSource", masked);
  const oldSource = storedForm("PersistentVolumeSource", old);
  const path = at.child("persistentvolumesource");
  path.forbidden(`spec.persistentvolumesource is immutable after creation\n${jsonDiff(oldSource, source)}`);
}

/** True if the node affinity is equal, except for node labels that were replaced by their new names. */
function sameAffinity(
  affinity: VolumeSpec["nodeAffinity"],
  old: NonNullable<VolumeSpec["nodeAffinity"]>,
): boolean {
  const terms = affinity?.required?.nodeSelectorTerms ?? [];
  const renamed = (old.required?.nodeSelectorTerms ?? []).map((term, i) => ({
    ...term,
    ...(term.matchExpressions && {
      matchExpressions: term.matchExpressions.map((expression, j) => {
        const key = terms[i]?.matchExpressions?.[j]?.key;
        // The reference finds the empty key as the successor of every label that has no successor.
        const follows = key !== undefined && (nodeLabelSuccessor(expression.key ?? "") ?? "") === key;
        return follows ? { ...expression, key } : expression;
      }),
    }),
  }));
  const before = old.required === undefined ? old : { required: { nodeSelectorTerms: renamed } };
  return deepEqual(affinity, before);
}

/** Errors of the subresource `status`: the resourceVersion is required. */
export function validateStatus(object: KubeObject): FieldError[] {
  const at = new FieldReport("resourceVersion");
  if ((object.metadata.resourceVersion ?? "") === "") at.required();
  return at.errors;
}

const DEPRECATED_ANNOTATIONS: readonly (readonly [key: string, says: string])[] = [
  [
    "volume.beta.kubernetes.io/storage-class",
    'deprecated since v1.8; use "storageClassName" attribute instead',
  ],
  [MOUNT_OPTIONS, 'deprecated since v1.31; use "mountOptions" attribute instead'],
];

const DEPRECATED_SOURCES = ["cephfs", "photonPersistentDisk", "scaleIO", "storageos", "glusterfs", "rbd"];

const RECYCLE_WARNING =
  "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";

/** Warnings about deprecated annotations, sources, labels of nodes and Recycle. */
export function warnings(object: KubeObject): string[] {
  const spec = specOf(object);
  const { annotations = {} } = object.metadata;
  const termsPath = new FieldPath("spec").child("nodeAffinity.required.nodeSelectorTerms");
  return [
    ...DEPRECATED_ANNOTATIONS.filter(([key]) => Object.hasOwn(annotations, key)).map(
      ([key, says]) => `metadata.annotations[${key}]: ${says}`,
    ),
    ...(spec.persistentVolumeReclaimPolicy === "Recycle" ? [RECYCLE_WARNING] : []),
    ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, i) =>
      termWarnings(term, false, termsPath.index(i)),
    ),
    ...DEPRECATED_SOURCES.filter((field) => spec[field] !== undefined).map(
      (field) => `spec.${deprecatedSource(field)}`,
    ),
  ];
}

/** Sets the time of a phase change, unless the client has sent a new time. */
export function prepareStatus(object: KubeObject, old: KubeObject, now: number): void {
  keepField(object, old, "spec");
  const before = view<{ status?: VolumeStatus }>(old).status ?? {};
  const status = view<{ status?: VolumeStatus }>(object).status ?? {};
  const { lastPhaseTransitionTime: said } = status;
  if ((status.phase ?? "") === (before.phase ?? "")) {
    if (said === undefined && before.lastPhaseTransitionTime !== undefined)
      status.lastPhaseTransitionTime = before.lastPhaseTransitionTime;
  } else if (said === undefined || said === before.lastPhaseTransitionTime) {
    status.lastPhaseTransitionTime = formatTime(now);
  }
  object.status = status;
}

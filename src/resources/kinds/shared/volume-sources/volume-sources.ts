import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { oncePerObject } from "../../../../async/once.ts";
import {
  azureDisk,
  azureFilePersistent,
  csi,
  csiPersistent,
  disk,
  fc,
  flexVolume,
  flocker,
  gitRepo,
  glusterfsPersistent,
  hostPath,
  ISCSI_TOO_LONG,
  iscsi,
  iscsiNameTooLong,
  local,
  nfs,
  quobyte,
  storageOs,
} from "./source-checks.ts";
import { type Fields, fieldsOf } from "./source-fields.ts";
import {
  both,
  requires,
  type SourceCheck,
  type SourceContext,
  type SourceRule,
  secretRefHas,
} from "./source-rule.ts";

const SHARED = {
  hostPath: { field: "hostPath", check: hostPath },
  gce: { field: "gcePersistentDisk", path: "persistentDisk", check: disk("pdName") },
  aws: { field: "awsElasticBlockStore", check: disk("volumeID") },
  nfs: { field: "nfs", check: nfs },
  flocker: { field: "flocker", check: flocker },
  rbd: { field: "rbd", check: requires("monitors", "image") },
  cephfs: { field: "cephfs", secondPath: "cephFS", check: requires("monitors") },
  quobyte: { field: "quobyte", check: quobyte },
  fc: { field: "fc", check: fc },
  flexVolume: { field: "flexVolume", check: flexVolume },
  vsphere: { field: "vsphereVolume", check: requires("volumePath") },
  photon: { field: "photonPersistentDisk", check: requires("pdID") },
  portworx: { field: "portworxVolume", check: requires("volumeID") },
  azureDisk: { field: "azureDisk", check: azureDisk },
  scaleIO: { field: "scaleIO", check: requires("gateway", "system", "volumeName") },
} satisfies Record<string, SourceRule>;

const podIscsi: SourceRule = {
  field: "iscsi",
  check: iscsi(false),
  always: (source, at, { volumeName }) => {
    if (iscsiNameTooLong(source, volumeName)) at.child("name").invalid(volumeName, ISCSI_TOO_LONG);
  },
};

/**
 * Returns the rules for sources of pod volumes. `own`: checks of the kinds with special rules, which are in
 * `pod-template/volumes/volumes.ts`.
 */
export function podSourceRules(
  own: {
    readonly [kind in
      | "emptyDir"
      | "secret"
      | "configMap"
      | "downwardAPI"
      | "projected"
      | "ephemeral"
      | "image"]: SourceRule;
  },
): readonly SourceRule[] {
  return [
    own.emptyDir,
    SHARED.hostPath,
    { field: "gitRepo", check: gitRepo },
    SHARED.gce,
    SHARED.aws,
    own.secret,
    SHARED.nfs,
    podIscsi,
    { field: "glusterfs", check: requires("endpoints", "path") },
    SHARED.flocker,
    { field: "persistentVolumeClaim", check: requires("claimName") },
    SHARED.rbd,
    { field: "cinder", check: both(requires("volumeID"), secretRefHas("name")) },
    SHARED.cephfs,
    SHARED.quobyte,
    own.downwardAPI,
    SHARED.fc,
    SHARED.flexVolume,
    own.configMap,
    { field: "azureFile", check: requires("secretName", "shareName") },
    SHARED.vsphere,
    SHARED.photon,
    SHARED.portworx,
    SHARED.azureDisk,
    { field: "storageos", check: storageOs("name") },
    own.projected,
    SHARED.scaleIO,
    { field: "csi", check: csi },
    own.ephemeral,
    own.image,
  ];
}

const requiresNodeAffinity: SourceCheck = (_source, at, { hasNodeAffinity }) => {
  if (hasNodeAffinity !== true) at.child("nodeAffinity").required("Local volume requires node affinity");
};

/** Rules in the order of the reference's checks. */
export const PERSISTENT_SOURCES: readonly SourceRule[] = [
  SHARED.hostPath,
  SHARED.gce,
  SHARED.aws,
  { field: "glusterfs", check: glusterfsPersistent },
  SHARED.flocker,
  SHARED.nfs,
  SHARED.rbd,
  SHARED.quobyte,
  SHARED.cephfs,
  { field: "iscsi", check: iscsi(true) },
  { field: "cinder", check: both(requires("volumeID"), secretRefHas("name", "namespace")) },
  SHARED.fc,
  { ...SHARED.flexVolume, besideOthers: true },
  { field: "azureFile", check: azureFilePersistent },
  SHARED.vsphere,
  SHARED.photon,
  SHARED.portworx,
  SHARED.azureDisk,
  SHARED.scaleIO,
  { field: "local", check: local, checkVolume: requiresNodeAffinity },
  { field: "storageos", check: storageOs("name", "namespace") },
  { field: "csi", check: csiPersistent },
];

/** Checks that there is exactly one known source, by the rules of the first one. */
export function checkOneSource(
  rules: readonly SourceRule[],
  holder: Fields,
  at: FieldReport,
  context: SourceContext,
): void {
  const single = singleRule(rules, holder);
  if (single !== undefined) {
    const source = holder[single.field] as Fields;
    checkSource(single, source, at, context);
    return;
  }
  let found = false;
  for (const rule of rules) {
    const source = fieldsOf(holder, rule.field);
    if (source === undefined) continue;
    if (!found || rule.besideOthers) checkSource(rule, source, at, context);
    else {
      at.child(rule.secondPath ?? rule.field).forbidden("may not specify more than 1 volume type");
      rule.always?.(source, at, context);
    }
    found = true;
  }
  if (!found) at.required("must specify a volume type");
}

function checkSource(rule: SourceRule, source: Fields, at: FieldReport, context: SourceContext): void {
  rule.check?.(source, at.child(rule.path ?? rule.field), context);
  rule.checkVolume?.(source, at, context);
  rule.always?.(source, at, context);
}

const byField = oncePerObject(
  (rules: readonly SourceRule[]): ReadonlyMap<string, SourceRule> =>
    new Map(rules.map((rule) => [rule.field, rule])),
);

/**
 * Returns the rule of the only source, which is the usual case; undefined if there is no source, or if there
 * are several.
 */
function singleRule(rules: readonly SourceRule[], holder: Fields): SourceRule | undefined {
  const known = byField(rules);
  let only: SourceRule | undefined;
  for (const key in holder) {
    const rule = known.get(key);
    if (rule === undefined || typeof holder[key] !== "object" || holder[key] === null) continue;
    if (only !== undefined) return undefined;
    only = rule;
  }
  return only;
}

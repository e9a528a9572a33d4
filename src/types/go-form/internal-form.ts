import type { JsonObject } from "../../json/value.ts";
import type { FieldFact, TypeFact } from "../notation/notation.ts";
import { fieldFacts } from "../notation/tables.ts";
import { goForm } from "./go-form.ts";
import { goNameOf } from "./go-names.ts";

/** Differences of an internal type from the type of its version; fields are written as in `go-form.ts`. */
interface Difference {
  /** Fields that replace those with the same name on the wire, or are added to the others. */
  readonly fields?: string;
  /** Names on the wire of fields that the internal type does not have. */
  readonly without?: string;
  /** Names on the wire, in the order of the internal type. */
  readonly order?: string;
}

/** Fields of a pod that the internal type has in its security context. */
export const HOST_FIELDS = "hostNetwork hostPID hostIPC shareProcessNamespace hostUsers";
const CHAP = "DiscoveryCHAPAuth=chapAuthDiscovery:b SessionCHAPAuth=chapAuthSession:b";
const RBD = "CephMonitors=monitors:? RBDImage=image:s RBDPool=pool:s RadosUser=user:s";

const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "apps/v1.RollingUpdateDaemonSet": { fields: "MaxUnavailable:i MaxSurge:i" },
  "apps/v1.RollingUpdateDeployment": { fields: "MaxUnavailable:i MaxSurge:i" },
  "apps/v1.RollingUpdateStatefulSetStrategy": { fields: "Partition:i" },
  "core/v1.AzureDiskVolumeSource": { fields: "DataDiskURI=diskURI:s" },
  "core/v1.FCVolumeSource": { fields: "WWIDs=wwids:?" },
  "core/v1.GlusterfsPersistentVolumeSource": { fields: "EndpointsName=endpoints:s" },
  "core/v1.GlusterfsVolumeSource": { fields: "EndpointsName=endpoints:s" },
  "core/v1.ISCSIPersistentVolumeSource": { fields: CHAP },
  "core/v1.ISCSIVolumeSource": { fields: CHAP },
  "core/v1.PersistentVolumeSource": {
    order:
      "gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd quobyte iscsi flexVolume cinder cephfs fc flocker azureFile vsphereVolume azureDisk photonPersistentDisk portworxVolume scaleIO local storageos csi",
  },
  "core/v1.PodSecurityContext": {
    fields: "HostNetwork:b HostPID:b HostIPC:b ShareProcessNamespace:? HostUsers:?",
    order: `${HOST_FIELDS} seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot supplementalGroups supplementalGroupsPolicy fsGroup fsGroupChangePolicy sysctls seccompProfile appArmorProfile seLinuxChangePolicy`,
  },
  "core/v1.PodSpec": {
    without: `serviceAccount ${HOST_FIELDS}`,
    order:
      "volumes initContainers containers ephemeralContainers restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName automountServiceAccountToken nodeName securityContext imagePullSecrets hostname subdomain setHostnameAsFQDN affinity schedulerName tolerations hostAliases priorityClassName priority preemptionPolicy dnsConfig readinessGates runtimeClassName overhead enableServiceLinks topologySpreadConstraints os schedulingGates resourceClaims resources hostnameOverride schedulingGroup",
  },
  "core/v1.RBDPersistentVolumeSource": { fields: RBD },
  "core/v1.RBDVolumeSource": { fields: RBD },
  "core/v1.ServiceAccountTokenProjection": { fields: "ExpirationSeconds:i" },
  "core/v1.VolumeSource": {
    order:
      "hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs persistentVolumeClaim rbd quobyte flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap vsphereVolume azureDisk photonPersistentDisk projected portworxVolume scaleIO storageos csi ephemeral image",
  },
  "flowcontrol/v1.LimitedPriorityLevelConfiguration": { fields: "NominalConcurrencyShares:i" },
  // Errors quote it with a selector that is already printed.
  "policy/v1.PodDisruptionBudgetSpec": { fields: "Selector:?" },
};

/**
 * Returns a decoded value of a type such as `core/v1.PodSpec` in the reference's internal form, which its
 * errors quote.
 */
export const internalForm = (typeName: string, value: object): JsonObject =>
  goForm(internalFields, typeName, value);

/** Returns the fields of an internal type, in the notation of `go-form.ts`. */
export function internalFields(typeName: string): string | undefined {
  const facts = fieldFacts(typeName);
  if (facts === undefined) return undefined;
  const { fields, without = "", order } = DIFFERENCES[typeName] ?? {};
  const texts = new Map(facts.map((fact) => [fact.name, fieldText(fact)]));
  for (const field of fields?.split(" ") ?? []) texts.set(wireNameOf(field), field);
  for (const name of without.split(" ")) texts.delete(name);
  const names = new Set([...(order?.split(" ") ?? []), ...texts.keys()]);
  return [...names].map((name) => texts.get(name)).join(" ");
}

function fieldText({ name, type, pointer, embedded }: FieldFact): string | undefined {
  if (embedded && type.kind === "message") return internalFields(type.name);
  if (name === "metadata") return "@metadata";
  const goName = goNameOf(name);
  return `${goName}${smallFirst(goName) === name ? "" : `=${name}`}:${kindOf(type, pointer)}`;
}

function kindOf(type: TypeFact, pointer: boolean): string {
  if (type.kind === "map") return "%";
  if (type.kind === "list") return type.item.kind === "message" ? `[]${type.item.name}` : "?";
  if (type.kind === "scalar") return pointer ? "?" : (KINDS[type.code] ?? "?");
  if (type.name === "meta/v1.LabelSelector") return "@selector";
  return pointer ? `*${type.name}` : type.name;
}

const KINDS: Readonly<Record<string, string>> = { s: "s", i: "i", l: "i", b: "b", Q: "q" };

const smallFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const wireNameOf = (field: string): string => {
  const [names = ""] = field.split(":");
  const [goName = "", wireName = smallFirst(goName)] = names.split("=");
  return wireName;
};

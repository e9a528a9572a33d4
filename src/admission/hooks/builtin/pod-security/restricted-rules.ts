import { containersOf } from "../../../../api/pods/pod-containers.ts";
import { goTexts, type JsonObject, record, records } from "../../../../json/value.ts";
import { procMount } from "./baseline-rules.ts";
import {
  containersText,
  containersWhere,
  except,
  hasOwnUsers,
  isWindows,
  nameOf,
  type PodCheck,
  plural,
  quoted,
  type Rule,
  secured,
  settersText,
  sorted,
} from "./pod-check.ts";
import { seccompRequired } from "./profiles.ts";

const allowPrivilegeEscalation: PodCheck = (pod) => {
  const bad = containersWhere(pod, (container) => secured(container, "allowPrivilegeEscalation") !== false);
  if (bad.length === 0) return undefined;
  return {
    reason: "allowPrivilegeEscalation != false",
    detail: `${containersText(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const capabilities: PodCheck = (pod) => {
  const of = (container: JsonObject) => record(secured(container, "capabilities"));
  const forbidden = (container: JsonObject) =>
    goTexts(of(container).add).filter((name) => name !== "NET_BIND_SERVICE");
  const missing = containersWhere(pod, (container) => !goTexts(of(container).drop).includes("ALL"));
  const adding = containersWhere(pod, (container) => forbidden(container).length > 0);
  const names = quoted(sorted(containersOf(pod.spec).flatMap(forbidden)));
  const details = [
    ...(missing.length > 0
      ? [`${containersText(missing)} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(adding.length > 0
      ? [`${containersText(adding)} must not include ${names} in securityContext.capabilities.add`]
      : []),
  ];
  return details.length === 0
    ? undefined
    : { reason: "unrestricted capabilities", detail: details.join("; ") };
};

const FREE_VOLUMES =
  "configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret".split(" ");
const KNOWN_VOLUMES =
  "hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos".split(
    " ",
  );

const volumeTypes: PodCheck = ({ spec }) => {
  const has = (volume: JsonObject, type: string) => (volume[type] ?? undefined) !== undefined;
  const bad = records(spec.volumes).filter((volume) => !FREE_VOLUMES.some((type) => has(volume, type)));
  if (bad.length === 0) return undefined;
  const types = sorted(bad.map((volume) => KNOWN_VOLUMES.find((type) => has(volume, type)) ?? "unknown"));
  const names = `${plural("volume", "volumes", bad)} ${quoted(bad.map(nameOf))} ${plural("uses", "use", bad)}`;
  const list = `${plural("restricted volume type", "restricted volume types", types)} ${quoted(types)}`;
  return { reason: "restricted volume types", detail: `${names} ${list}` };
};

const runAsNonRoot: PodCheck = (pod) => {
  const of = (holder: JsonObject) => secured(holder, "runAsNonRoot") ?? undefined;
  const refuses = (holder: JsonObject) => of(holder) === false;
  const reason = "runAsNonRoot != true";
  const setters = settersText(refuses(pod.spec), containersWhere(pod, refuses));
  if (setters !== "") {
    return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  }
  if (of(pod.spec) === true) return undefined;
  const silent = containersWhere(pod, (container) => of(container) === undefined);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
};

const runAsUser: PodCheck = (pod) => {
  const isRoot = (holder: JsonObject) => secured(holder, "runAsUser") === 0;
  const setters = settersText(isRoot(pod.spec), containersWhere(pod, isRoot));
  return setters === ""
    ? undefined
    : { reason: "runAsUser=0", detail: `${setters} must not set runAsUser=0` };
};

/** Rules that the level `restricted` has in addition, by name. */
export const RESTRICTED_RULES: readonly Rule[] = [
  {
    name: "allowPrivilegeEscalation",
    versions: [
      { since: 8, check: allowPrivilegeEscalation },
      { since: 25, check: except(isWindows, allowPrivilegeEscalation) },
    ],
  },
  {
    name: "capabilities_restricted",
    versions: [
      { since: 22, check: capabilities, instead: ["capabilities_baseline"] },
      { since: 25, check: except(isWindows, capabilities), instead: ["capabilities_baseline"] },
    ],
  },
  { name: "procMount_restricted", versions: [{ since: 35, check: procMount, instead: ["procMount"] }] },
  { name: "restrictedVolumes", versions: [{ since: 0, check: volumeTypes, instead: ["hostPathVolumes"] }] },
  {
    name: "runAsNonRoot",
    versions: [
      { since: 0, check: runAsNonRoot },
      { since: 35, check: except(hasOwnUsers, runAsNonRoot) },
    ],
  },
  {
    name: "runAsUser",
    versions: [
      { since: 23, check: runAsUser },
      { since: 35, check: except(hasOwnUsers, runAsUser) },
    ],
  },
  {
    name: "seccompProfile_restricted",
    versions: [
      { since: 19, check: seccompRequired, instead: ["seccompProfile_baseline"] },
      { since: 25, check: except(isWindows, seccompRequired), instead: ["seccompProfile_baseline"] },
    ],
  },
];

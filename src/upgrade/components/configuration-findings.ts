import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";
import type { Concern, Found, Severity } from "../finding.ts";
import { placeOf } from "../place-of.ts";
import type { Upgraded } from "../versions/upgraded.ts";

/** A field of an object or of a configuration file whose meaning changes in a version. */
interface FieldChange {
  readonly since: number;
  readonly concern: Concern;
  readonly severity?: Severity;
  readonly kinds: readonly string[];
  /** Returns the paths with the old meaning. */
  find(object: JsonObject): readonly Path[];
  readonly cause: string;
  readonly change: string;
}

const POD_KINDS = [
  "Pod",
  "Deployment",
  "DaemonSet",
  "StatefulSet",
  "ReplicaSet",
  "Job",
  "CronJob",
  "ReplicationController",
];

/** The spec of the pods of a workload, with its path. */
function podSpec(object: JsonObject): { readonly spec: JsonObject; readonly path: Path } {
  if (object.kind === "Pod") return { spec: record(object.spec), path: ["spec"] };
  const base =
    object.kind === "CronJob"
      ? ["spec", "jobTemplate", "spec", "template", "spec"]
      : ["spec", "template", "spec"];
  return { spec: base.reduce<JsonObject>((at, name) => record(at[name]), object), path: base };
}

const volumesWith =
  (member: string) =>
  (object: JsonObject): Path[] => {
    const { spec, path } = podSpec(object);
    return records(spec.volumes).flatMap((volume, at) =>
      volume[member] === undefined ? [] : [[...path, "volumes", at, member]],
    );
  };

const EXEC: ReadonlySet<string> = new Set(["pods/exec", "pods/attach", "pods/portforward", "pods/*"]);

/** Metrics that 1.37 does not have or shows only on request. */
const METRICS =
  /\b(?:apiserver_cache_list_(?:total|fetched_objects_total|returned_objects_total)|container_cpu_load_(?:d_)?average_10s|container_tasks_state|container_application_\w+|volume_operation_total_errors)\b/;

/** From the changelogs of 1.35 to 1.37. */
const CHANGES: readonly FieldChange[] = [
  {
    since: 35,
    concern: "right-missing",
    kinds: ["Role", "ClusterRole"],
    find: ({ rules }) =>
      records(rules).flatMap((rule, at) => {
        const verbs = texts(rule.verbs);
        const isExec = texts(rule.resources).some((one) => EXEC.has(one));
        return isExec && verbs.includes("get") && !verbs.includes("create") && !verbs.includes("*")
          ? [["rules", at, "verbs"]]
          : [];
      }),
    cause:
      "pods/exec, attach and portforward need the verb create, also over WebSockets, for which get was sufficient",
    change: "add create to verbs, if the users need it",
  },
  {
    since: 36,
    concern: "right-missing",
    kinds: ["Role", "ClusterRole"],
    find: ({ rules }) => {
      const all = records(rules);
      const named = (resource: string): boolean =>
        all.some((rule) => texts(rule.resources).includes(resource));
      if (named("resourceclaims/binding") || named("resourceclaims/driver")) return [];
      return all.flatMap((rule, at) =>
        texts(rule.resources).includes("resourceclaims/status") &&
        texts(rule.verbs).some((verb) => verb === "update" || verb === "patch")
          ? [["rules", at, "resources"]]
          : [],
      );
    },
    cause: "writes of resourceclaims/status need further rights: schedulers and drivers are told apart",
    change:
      "grant update and patch of resourceclaims/binding to schedulers, and associated-node:update or arbitrary-node:update of resourceclaims/driver to drivers",
  },
  {
    since: 36,
    concern: "behavior",
    severity: "warning",
    kinds: POD_KINDS,
    find: volumesWith("gitRepo"),
    cause: "pods with gitRepo volumes do not start: kubelets have no driver for them",
    change: "clone the repository in an init container into an emptyDir",
  },
  {
    since: 36,
    concern: "behavior",
    severity: "warning",
    kinds: [...POD_KINDS, "PersistentVolume"],
    find: (object) =>
      object.kind === "PersistentVolume"
        ? record(object.spec).portworxVolume === undefined
          ? []
          : [["spec", "portworxVolume"]]
        : volumesWith("portworxVolume")(object),
    cause: "volumes of Portworx need its CSI driver",
    change: "install the driver pxd.portworx.com before the upgrade",
  },
  {
    since: 36,
    concern: "deprecated",
    kinds: ["Service"],
    find: ({ spec }) => (texts(record(spec).externalIPs).length === 0 ? [] : [["spec", "externalIPs"]]),
    cause: "externalIPs of Services are deprecated: the server warns of them",
    change: "use a Service of type LoadBalancer, or the Gateway API",
  },
  {
    since: 35,
    concern: "configuration",
    kinds: ["KubeletConfiguration"],
    find: ({ failCgroupV1 }) => (failCgroupV1 === undefined ? [[]] : []),
    cause: "a kubelet does not start on a node with cgroup v1, unless failCgroupV1 is false",
    change: "use nodes with cgroup v2, or write failCgroupV1: false for now",
  },
  {
    since: 37,
    concern: "configuration",
    kinds: ["KubeletConfiguration"],
    find: ({ eventRecordQPS }) => (eventRecordQPS === 0 ? [["eventRecordQPS"]] : []),
    cause: "eventRecordQPS 0 means no limit",
    change: "write the limit that you want, such as 50",
  },
  {
    since: 35,
    concern: "deprecated",
    kinds: ["KubeProxyConfiguration"],
    find: ({ mode }) => (mode === "ipvs" ? [["mode"]] : []),
    cause: "the mode ipvs of kube-proxy is deprecated since 1.35, and has the gate KubeProxyIPVS since 1.37",
    change: "write mode: nftables",
  },
  {
    since: 36,
    concern: "configuration",
    kinds: ["PrometheusRule"],
    find: ({ spec }) => (METRICS.test(JSON.stringify(spec ?? null)) ? [["spec"]] : []),
    cause: "a rule reads metrics that are renamed, gone, or hidden by default",
    change:
      'read volume_operation_errors_total (1.36) and apiserver_storage_list_* with storage="watchcache" (1.37); metrics of cAdvisor about load, tasks and applications are gone',
  },
];

/** Returns the fields of an object that mean something else after the upgrade. */
export const fieldFindings = (manifest: Manifest, { from, to }: Upgraded): Found[] =>
  CHANGES.filter(
    ({ since, kinds }) => since > from && since <= to && kinds.includes(text(manifest.object.kind)),
  ).flatMap(({ concern, severity, cause, change, find }) =>
    find(manifest.object).map((path) => ({
      concern,
      ...(severity && { severity }),
      cause,
      change,
      place: placeOf(manifest, path),
    })),
  );

import type { KubeObject } from "../../api/meta.ts";
import { clone } from "../../json/object.ts";
import type { ResourceGroup } from "../define/resource-group.ts";
import type { Features } from "../features/features.ts";
import { type Serves, servesByDefault } from "../features/served-versions.ts";
import { BUILTIN_GROUPS } from "../kinds/index.ts";
import { bootFlowControl } from "./flow-control.ts";
import { bootRoles } from "./rbac.ts";

/** Facts about the server that its first objects depend on. */
export interface BootOptions {
  /** Port of the server, which is the target port of the service `kubernetes`; default 6443. */
  readonly port?: number;
  /** IPv4 range of service addresses; the service `kubernetes` gets its first address. Default 10.0.0.0/24. */
  readonly serviceCidr?: string;
  /** Current time, in milliseconds since the epoch. Default: the time of the clock. */
  readonly now?: number;
  /** Features of the server. Default: those of the newest version. */
  readonly features?: Features;
  /**
   * Selects the served versions of built-in kinds. Default: the versions that kube-apiserver serves without
   * `--runtime-config`.
   */
  readonly serves?: Serves;
}

/**
 * Returns the objects of every new cluster, without defaults, in an order in which they can be created. The
 * caller may change the objects. RBAC objects come last, because they are the most numerous and the least
 * urgent.
 */
export function bootObjects(options: BootOptions = {}): readonly KubeObject[] {
  const { port = 6443, serviceCidr = "10.0.0.0/24", now = Date.now(), features, serves } = options;
  return [
    ...["default", "kube-system", "kube-public", "kube-node-lease"].map(namespace),
    serviceRange(serviceCidr),
    kubernetesService(port, firstAddress(serviceCidr)),
    tokenTracking(now),
    ...bootApiServices(serves),
    priorityClass(
      "system-node-critical",
      2_000_001_000,
      "Used for system critical pods that must not be moved from their current node.",
    ),
    priorityClass(
      "system-cluster-critical",
      2_000_000_000,
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
    ),
    ...clone(bootFlowControl()),
    ...bootRoles(features),
  ];
}

const namespace = (name: string): KubeObject => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

/** ConfigMap with the date since which the server records which tokens in Secrets are still in use. */
const tokenTracking = (now: number): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "kube-apiserver-legacy-service-account-token-tracking", namespace: "kube-system" },
  data: { since: new Date(now).toISOString().slice(0, 10) },
});

const serviceRange = (cidr: string): KubeObject => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "ServiceCIDR",
  metadata: { name: "kubernetes" },
  spec: { cidrs: [cidr] },
});

const priorityClass = (name: string, value: number, description: string): KubeObject => ({
  apiVersion: "scheduling.k8s.io/v1",
  kind: "PriorityClass",
  metadata: { name },
  value,
  description,
});

/** Returns the first address of a range: `10.0.0.1` for `10.0.0.0/24`. */
function firstAddress(cidr: string): string {
  const [base = "", length = "32"] = cidr.split("/");
  const number = base.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
  const size = 2 ** (32 - Number(length));
  const first = Math.floor(number / size) * size + 1;
  return [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join(".");
}

const kubernetesService = (port: number, clusterIP: string): KubeObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: {
    name: "kubernetes",
    namespace: "default",
    labels: { component: "apiserver", provider: "kubernetes" },
  },
  spec: {
    type: "ClusterIP",
    clusterIP,
    ipFamilyPolicy: "SingleStack",
    ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: port }],
    sessionAffinity: "None",
  },
});

const USUAL_PRIORITY = 15;

/**
 * Returns one APIService for each group version that the server itself serves, except for those of the
 * aggregator.
 */
const bootApiServices = (serves: Serves = servesByDefault): KubeObject[] =>
  BUILTIN_GROUPS.flatMap((group) =>
    versionsOf(group, serves).flatMap((version) => apiService(group, version)),
  );

/** Returns the served versions in order of preference. */
const versionsOf = ({ resources }: ResourceGroup, serves: Serves): string[] => [
  ...new Set(resources.flatMap(({ versions }) => versions.filter(serves).map(({ version }) => version))),
];

function apiService(
  { name: group, priority, versionPriority = {} }: ResourceGroup,
  version: string,
): KubeObject[] {
  if (priority === undefined) return [];
  return [
    {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: {
        name: `${version}.${group}`,
        labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
      },
      spec: {
        ...(group === "" ? {} : { group }),
        version,
        groupPriorityMinimum: priority,
        versionPriority: versionPriority[version] ?? USUAL_PRIORITY,
      },
    },
  ];
}

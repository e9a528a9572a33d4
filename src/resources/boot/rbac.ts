import type { KubeObject } from "../../api/meta.ts";
import { once } from "../../async/once.ts";
import type { JsonObject } from "../../json/value.ts";
import { changedGates, type Features, ORDINARY_FEATURES } from "../features/features.ts";
import type { Gate } from "../features/gates.ts";
import { BOOT_BINDINGS, BOOT_ROLES } from "./rbac-table.ts";

const GROUP = "rbac.authorization.k8s.io";
const AGGREGATE = `${GROUP}/aggregate-to-`;

/**
 * Returns the roles and bindings of every new cluster. Aggregated roles have no rules yet; a controller adds
 * them.
 */
export function bootRoles(features: Features = ORDINARY_FEATURES): readonly KubeObject[] {
  const gates = changedGates(features, ROLE_GATES);
  if (gates.length > 0) return makeRoles((table) => withoutGates(table, gates));
  return allRoles();
}

const allRoles = once(() => makeRoles((table) => table));

function makeRoles(of: (table: string) => string): readonly KubeObject[] {
  const roles = of(BOOT_ROLES)
    .trim()
    .split(/\n(?! )/)
    .map((text) => makeRole(text.split(/\n +/)));
  const bindings = of(BOOT_BINDINGS)
    .trim()
    .split("\n")
    .flatMap((line) => (line === `${CONTROLLER}*` ? controllers(roles) : [line]));
  return [...roles, ...bindings.map((line) => makeBinding(line.split(" ")))];
}

const CONTROLLER = "system:controller:";

/** Lines of the bindings of controllers' ClusterRoles. */
const controllers = (roles: readonly KubeObject[]): string[] =>
  roles.flatMap(({ metadata: { name = "", namespace } }) =>
    namespace === undefined && name.startsWith(CONTROLLER)
      ? [`${name} account=kube-system/${name.slice(CONTROLLER.length)}`]
      : [],
  );

const listOf = (text = ""): string[] => text.split(",").map((item) => (item === '""' ? "" : item));

function makeRule([verbs, groups, resources, names]: readonly string[]): JsonObject {
  if (groups === "url") return { verbs: listOf(verbs), nonResourceURLs: listOf(resources) };
  return {
    verbs: listOf(verbs),
    apiGroups: listOf(groups),
    resources: listOf(resources),
    ...(names === undefined ? {} : { resourceNames: listOf(names) }),
  };
}

const optionsOf = (words: readonly string[], name: string): string[] =>
  words.filter((word) => word.startsWith(`${name}=`)).map((word) => word.slice(name.length + 1));

const EVENTS = 'create,patch,update "",events.k8s.io events';

function makeRole([head = "", ...lines]: readonly string[]): KubeObject {
  const [name = "", ...options] = head.split(" ");
  const rules = [...lines, ...(options.includes("events") ? [EVENTS] : [])].map((line) =>
    makeRule(line.split(" ")),
  );
  const from = optionsOf(options, "from");
  return {
    ...headOf(name, "Role", optionsOf(options, "to")),
    ...(from.length === 0
      ? { rules }
      : {
          rules: null,
          aggregationRule: {
            clusterRoleSelectors: from.map((role) => ({ matchLabels: { [`${AGGREGATE}${role}`]: "true" } })),
          },
        }),
  };
}

function makeBinding([name = "", ...options]: readonly string[]): KubeObject {
  const head = headOf(name, "RoleBinding", []);
  const [role = head.metadata.name] = optionsOf(options, "role");
  const kind = head.metadata.namespace === undefined ? "ClusterRole" : "Role";
  const subjects = options.filter((word) => !word.startsWith("role=")).map(makeSubject);
  return {
    ...head,
    ...(subjects.length === 0 ? {} : { subjects }),
    roleRef: { apiGroup: GROUP, kind, name: role },
  };
}

function makeSubject(word: string): JsonObject {
  const at = word.indexOf("=");
  const [type, name] = [word.slice(0, at), word.slice(at + 1)];
  if (type !== "account") return { kind: type === "user" ? "User" : "Group", apiGroup: GROUP, name };
  const [namespace = "", account = ""] = name.split("/");
  return { kind: "ServiceAccount", name: account, namespace };
}

/**
 * Builds the metadata of a role or binding. `kube-system/x` is in a namespace, because names of roles have no
 * slash.
 */
function headOf(path: string, kind: string, aggregatedTo: readonly string[]): KubeObject {
  const slash = path.indexOf("/");
  const labels = Object.fromEntries(aggregatedTo.map((role) => [`${AGGREGATE}${role}`, "true"]));
  return {
    apiVersion: `${GROUP}/v1`,
    kind: slash < 0 ? `Cluster${kind}` : kind,
    metadata: {
      name: path.slice(slash + 1),
      ...(slash < 0 ? {} : { namespace: path.slice(0, slash) }),
      labels: { "kubernetes.io/bootstrapping": "rbac-defaults", ...labels },
      annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
    },
  };
}

/**
 * Lines of the tables in `rbac-table.ts` that exist only while a gate is on. `role`: name of the role or
 * binding to which a line belongs.
 */
const LINES = {
  ClusterTrustBundle: (line: string, role: string) =>
    role === "system:cluster-trust-bundle-discovery" ||
    role.endsWith("-clustertrustbundle-publisher") ||
    line === "  get,list,watch certificates.k8s.io clustertrustbundles",
  DRADeviceTaintRules: (line: string) => line.includes("devicetaintrules"),
  DRADeviceTaints: (_line: string, role: string) =>
    role === "system:controller:device-taint-eviction-controller",
  DRAExtendedResource: (line: string) => line === "  create,delete resource.k8s.io resourceclaims",
  DRAResourceClaimGranularStatusAuthorization: (line: string) =>
    line === "  patch,update resource.k8s.io resourceclaims/binding",
  PodCertificateRequest: (line: string, role: string) =>
    role === "system:controller:podcertificaterequestcleaner" ||
    line === "  create,get,list,watch certificates.k8s.io podcertificaterequests",
  StorageVersionMigrator: (_line: string, role: string) =>
    role === "system:controller:storage-version-migrator-controller",
} satisfies Partial<Record<Gate, (line: string, role: string) => boolean>>;

/** Parts of lines that exist only while a gate is on. */
const PATHS = { ComponentFlagz: "/flagz,", ComponentStatusz: ",/statusz" } satisfies Partial<
  Record<Gate, string>
>;

type LineGate = keyof typeof LINES;
type PathGate = keyof typeof PATHS;
type RoleGate = LineGate | PathGate;

/** Gates that change the roles of a new cluster (kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy). */
const ROLE_GATES: readonly RoleGate[] = [
  "ClusterTrustBundle",
  "ComponentFlagz",
  "ComponentStatusz",
  "DRADeviceTaintRules",
  "DRADeviceTaints",
  "DRAExtendedResource",
  "DRAResourceClaimGranularStatusAuthorization",
  "PodCertificateRequest",
  "StorageVersionMigrator",
];

const isPathGate = (gate: RoleGate): gate is PathGate => Object.hasOwn(PATHS, gate);
const isLineGate = (gate: RoleGate): gate is LineGate => Object.hasOwn(LINES, gate);

/** Returns a table of roles or bindings as it is if these gates are off. */
function withoutGates(table: string, gates: readonly RoleGate[]): string {
  const paths = gates.filter(isPathGate).map((gate) => PATHS[gate]);
  const belongs = gates.filter(isLineGate).map((gate) => LINES[gate]);
  let role = "";
  const lines = table.split("\n").filter((line) => {
    if (!line.startsWith("  ")) [role = ""] = line.split(" ", 1);
    return !belongs.some((isOfGate) => isOfGate(line, role));
  });
  return paths.reduce((text, path) => text.replaceAll(path, ""), lines.join("\n"));
}

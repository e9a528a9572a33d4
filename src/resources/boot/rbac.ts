import type { KubeObject } from "../../api/meta.ts";
import { once } from "../../async/once.ts";
import type { JsonObject } from "../../json/value.ts";
import { changedGates, type Features, ORDINARY_FEATURES } from "../features/features.ts";
import { BOOT_BINDINGS, BOOT_ROLES } from "./rbac-table.ts";
import { ROLE_GATES, withoutGates } from "./roles-of-gates.ts";

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

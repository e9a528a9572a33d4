import type { Json } from "../../../../src/json/value.ts";
import { DRY, NS, RBAC, Scenario } from "../scenario.ts";

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}
const WRITES: Rule = {
  apiGroups: ["", "apps"],
  resources: ["configmaps", "configmaps/status", "pods", "deployments"],
  verbs: ["get", "list", "create", "update", "patch"],
};
const rights: readonly (readonly [string, readonly Rule[]])[] = [
  ["writer", [WRITES]],
  ["deleter", [WRITES, { apiGroups: ["", "apps"], resources: ["*"], verbs: ["delete"] }]],
  ["finalizer", [WRITES, { apiGroups: ["*"], resources: ["*/finalizers"], verbs: ["update"] }]],
  [
    "some",
    [
      WRITES,
      { apiGroups: ["", "apps"], resources: ["configmaps", "deployments"], verbs: ["delete"] },
      { apiGroups: ["apps"], resources: ["deployments/finalizers"], verbs: ["update"], resourceNames: ["d"] },
      { apiGroups: [""], resources: ["nodes/finalizers", "pods/finalizers"], verbs: ["update"] },
    ],
  ],
];

const owner = (
  apiVersion: string,
  kind: string,
  blockOwnerDeletion?: boolean | null,
  name = "d",
  uid = "u",
): Json => ({
  apiVersion,
  kind,
  name,
  uid,
  ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
});
const OWNERS: readonly Json[] = [
  [],
  [owner("apps/v1", "Deployment")],
  [owner("apps/v1", "Deployment", false)],
  [owner("apps/v1", "Deployment", true)],
  [owner("apps/v1", "Deployment", true, "other")],
  [owner("apps/v1beta9", "Deployment", true)],
  [owner("apps/v1", "Nothing", true)],
  [owner("nothing.example.com/v1", "Thing", true)],
  [owner("a/b/c", "Thing", true)],
  [owner("v1", "Pod", true)],
  [owner("v1", "Node", true)],
  [owner("v1", "Namespace", true)],
  [owner("v1", "Event", true)],
  [owner("events.k8s.io/v1", "Event", true)],
  [owner("v1", "Pod", true), owner("v1", "Secret", true, "s", "t")],
  [owner("autoscaling/v1", "Scale", true)],
  [owner("v1", "Status", true)],
  [owner("", "Pod", true)],
];

/** Rights to set owners, and owners whose deletion waits. */
export function owners(): Scenario {
  const s = new Scenario("plugins-owners");
  for (const [name, rules] of rights) {
    const full = `o-${name}-{{id}}`;
    s.post(`${RBAC}/namespaces/{{ns}}/roles`, { metadata: { name: full }, rules });
    s.post(`${RBAC}/namespaces/{{ns}}/rolebindings`, {
      metadata: { name: full },
      roleRef: { kind: "Role", name: full },
      subjects: [{ kind: "User", name: full }],
    });
    if (name !== "writer") {
      s.post(`${RBAC}/clusterroles`, { metadata: { name: full }, rules: rules.slice(1) });
      s.removes(`${RBAC}/clusterroles/${full}`);
      s.post(`${RBAC}/clusterrolebindings`, {
        metadata: { name: full },
        roleRef: { kind: "ClusterRole", name: full },
        subjects: [{ kind: "User", name: full }],
      });
      s.removes(`${RBAC}/clusterrolebindings/${full}`);
    }
    const headers = { "impersonate-user": full };
    s.send("GET", `${NS}/configmaps`, undefined, { until: 200, headers });
    for (const [index, ownerReferences] of OWNERS.entries()) {
      s.post(`${NS}/configmaps`, { metadata: { name: `${name}${index}`, ownerReferences } }, [], { headers });
      s.post(`${NS}/configmaps`, { metadata: { generateName: `${name}${index}-`, ownerReferences } }, DRY, {
        headers,
      });
    }
    const patch = (path: string, body: Json): string =>
      s.send("PATCH", path, body, {
        headers: { ...headers, "content-type": "application/merge-patch+json" },
        query: DRY,
      });
    s.post(`${NS}/configmaps`, {
      metadata: { name: `${name}-base`, ownerReferences: [owner("v1", "Pod", false)] },
    });
    for (const ownerReferences of OWNERS)
      patch(`${NS}/configmaps/${name}-base`, { metadata: { ownerReferences } });
    patch(`${NS}/configmaps/${name}-base`, { metadata: { labels: { a: "b" } } });
    s.post(`${NS}/configmaps`, {
      metadata: {
        name: `${name}-held`,
        ownerReferences: [owner("v1", "Pod", true), owner("v1", "Secret", false, "s", "t")],
      },
    });
    patch(`${NS}/configmaps/${name}-held`, { metadata: { labels: { a: "b" } } });
    patch(`${NS}/configmaps/${name}-held`, { metadata: { ownerReferences: [owner("v1", "Pod", true)] } });
    patch(`${NS}/configmaps/${name}-held`, {
      metadata: { ownerReferences: [owner("v1", "Pod", true), owner("v1", "Secret", true, "s", "t")] },
    });
    patch(`${NS}/configmaps/${name}-held`, { metadata: { ownerReferences: [owner("v1", "Pod", false)] } });
    patch(`${NS}/configmaps/${name}-none`, { metadata: { ownerReferences: [owner("v1", "Pod", true)] } });
  }
  return s;
}

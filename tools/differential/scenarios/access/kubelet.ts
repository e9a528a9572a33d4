import type { Json } from "../../../../src/json/value.ts";
import { type More, RBAC, type Scenario } from "../scenario.ts";

export const NS = "/api/v1/namespaces/{{ns}}";
export const NODES = "/api/v1/nodes";
export const DRY = [["dryRun", "All"]] as const;
export const OWN = "k-{{id}}";
export const OTHER = "l-{{id}}";

/** Sends as the kubelet of a node that may do everything, so that only the plugin refuses. */
export class Kubelet {
  readonly #s: Scenario;
  readonly #headers: Record<string, string>;

  constructor(s: Scenario, user: string) {
    this.#s = s;
    this.#headers = { "impersonate-user": user, "impersonate-group": "system:nodes" };
  }

  send(method: string, path: string, body?: Json, more: More = {}): string {
    const patch = method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
    return this.#s.send(method, path, body, { query: DRY, headers: { ...this.#headers, ...patch }, ...more });
  }

  until(path: string): void {
    this.#s.send("GET", path, undefined, { headers: this.#headers, until: 200 });
  }
}

/** Two nodes, and the rights of the kubelet of the first. */
export function makeKubelet(s: Scenario, more: readonly object[] = []): Kubelet {
  for (const name of [OWN, OTHER]) {
    s.post(NODES, { metadata: { name, labels: { "kubernetes.io/hostname": name, a: "b" } } });
    s.removes(`${NODES}/${name}`);
  }
  const name = `kubelet-${OWN}`;
  const subjects = [
    { kind: "User", name: `system:node:${OWN}` },
    { kind: "User", name: "system:node:" },
  ];
  const all = {
    apiGroups: ["*"],
    resources: ["*"],
    verbs: ["get", "list", "create", "update", "patch", "delete", "deletecollection"],
  };
  s.post(`${RBAC}/clusterroles`, { metadata: { name }, rules: [all, ...more] });
  s.removes(`${RBAC}/clusterroles/${name}`);
  s.post(`${RBAC}/clusterrolebindings`, {
    metadata: { name },
    roleRef: { kind: "ClusterRole", name },
    subjects,
  });
  s.removes(`${RBAC}/clusterrolebindings/${name}`);
  s.post(`${NS}/serviceaccounts`, { metadata: { name: "default" } });
  const made = new Kubelet(s, `system:node:${OWN}`);
  made.until(`${NODES}/${OWN}`);
  made.until(`${NS}/serviceaccounts/default`);
  return made;
}

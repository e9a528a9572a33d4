import type { Step } from "../case.ts";
import type { Random } from "../random.ts";
import { apiVersion, collectionOf, NAME, objectOf, type Subject } from "./scene.ts";

type Request = Omit<Step, "name">;

/** A request for which webhooks or policies may be called. */
export function requestOf(random: Random, subject: Subject, name: string): Step {
  const version = random.pick(subject.versions);
  const at = `${collectionOf(subject, version)}/${NAME}`;
  const query: [string, string][] = random.chance(0.15)
    ? [["dryRun", "All"]]
    : random.chance(0.15)
      ? [["fieldManager", "m"]]
      : [];
  const make = random.pick<() => Request>([
    () => ({
      method: "POST",
      path: collectionOf(subject, version),
      query,
      body: objectOf(subject, version, random.pick(["new-{{id}}", "new-{{id}}", NAME]), labels(random)),
    }),
    () => ({
      method: "POST",
      path: collectionOf(subject, version),
      query,
      body: objectOf(subject, version, "new-{{id}}", labels(random)),
    }),
    () => ({
      method: "PATCH",
      path: at,
      query,
      headers: MERGE,
      body: { metadata: { labels: labels(random) } },
    }),
    () => ({
      method: "PATCH",
      path: at,
      query: [
        ["fieldManager", "m"],
        ["force", "true"],
      ],
      headers: APPLY,
      body: objectOf(subject, version, NAME, labels(random)),
    }),
    () => ({ method: "DELETE", path: at, query }),
    () => ({
      method: "DELETE",
      path: collectionOf(subject, version),
      query: [["labelSelector", "case={{id}}"]],
    }),
    ...subject.subresources.map((sub) => () => subresource(random, at, sub, query)),
  ]);
  return { ...make(), name };
}

const MERGE = { "content-type": "application/merge-patch+json" };
const APPLY = { "content-type": "application/apply-patch+yaml" };

export const labels = (random: Random): Record<string, string> =>
  random.pick<Record<string, string>>([{}, { tier: "a" }, { tier: "b" }]);

function subresource(random: Random, at: string, sub: string, query: [string, string][]): Request {
  const path = `${at}/${sub}`;
  if (sub === "exec") return { method: random.pick(["GET", "POST"]), path, query: [["command", "ls"]] };
  if (sub === "scale")
    return { method: "PATCH", path, query, headers: MERGE, body: { spec: { replicas: random.int(0, 3) } } };
  if (sub === "status" || sub === "ephemeralcontainers")
    return { method: "PATCH", path, query, headers: MERGE, body: { metadata: { labels: labels(random) } } };
  const [group, version, kind] = {
    token: ["authentication.k8s.io", "v1", "TokenRequest"],
    eviction: ["policy", "v1", "Eviction"],
    binding: ["", "v1", "Binding"],
    finalize: ["", "v1", "Namespace"],
  }[sub] ?? ["", "v1", ""];
  const body = {
    apiVersion: apiVersion(group ?? "", version ?? ""),
    kind: kind ?? "",
    metadata: { name: NAME },
    ...(sub === "binding" ? { target: { kind: "Node", name: "n" } } : { spec: {} }),
  };
  return { method: sub === "finalize" ? "PUT" : "POST", path, query, body };
}

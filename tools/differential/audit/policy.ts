import type { JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

const STAGES = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"];
const LEVELS = ["None", "Metadata", "Request", "Request", "RequestResponse", "RequestResponse"];
export const AUDITOR = "auditor";
const USERS = ["admin", "system:anonymous", `system:serviceaccount:default:${AUDITOR}`, "somebody", ""];
const GROUPS = ["system:masters", "system:serviceaccounts", "system:unauthenticated", "system:authenticated"];
const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "head"];
const NAMESPACES = ["default", "kube-system", ""];
const URLS = ["/version", "/healthz", "/healthz*", "/api", "/api*", "/openapi/*", "*", "/nope", "/"];
const RESOURCES: readonly JsonObject[] = [
  { group: "" },
  { group: "apps" },
  { group: "*" },
  { group: "", resources: ["configmaps"] },
  { group: "", resources: ["pods", "pods/*"] },
  { group: "", resources: ["pods/status", "secrets"] },
  { group: "", resources: ["*/status", "namespaces"] },
  { group: "*", resources: ["*/scale"] },
  { group: "*", resources: ["*"], resourceNames: ["a", ""] },
  { resources: ["configmaps", "serviceaccounts/token"], resourceNames: ["a"] },
  { group: "apps", resources: ["deployments/*"] },
  { group: "authorization.k8s.io", resources: ["*"] },
  { group: "nothing.example.com" },
];

/** A policy with some rules that match some of the requests, and a last rule for all others. */
export function auditPolicy(random: Random): JsonObject {
  return {
    apiVersion: "audit.k8s.io/v1",
    kind: "Policy",
    ...(random.chance(0.3) ? { omitStages: random.some(STAGES, 2) } : {}),
    ...(random.chance(0.4) ? { omitManagedFields: random.chance(0.5) } : {}),
    rules: [...random.times(2, 10, () => ruleOf(random)), { level: random.pick(LEVELS) }],
  };
}

function ruleOf(random: Random): JsonObject {
  const some = (list: readonly string[], often: number): string[] | undefined =>
    random.chance(often) ? [random.pick(list), ...random.some(list, 2)] : undefined;
  const isAboutUrls = random.chance(0.2);
  return Object.fromEntries(
    Object.entries({
      level: random.pick(LEVELS),
      users: some(USERS, 0.2),
      userGroups: some(GROUPS, 0.2),
      verbs: some(VERBS, 0.4),
      nonResourceURLs: isAboutUrls ? some(URLS, 1) : undefined,
      namespaces: isAboutUrls ? undefined : some(NAMESPACES, 0.2),
      resources:
        isAboutUrls || random.chance(0.2) ? undefined : random.times(1, 3, () => random.pick(RESOURCES)),
      omitStages: some(STAGES, 0.2),
      omitManagedFields: random.chance(0.3) ? random.chance(0.6) : undefined,
    }).filter(([, value]) => value !== undefined),
  ) as JsonObject;
}

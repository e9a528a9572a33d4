import type { House } from "../house.ts";

/** What has to have happened at the start before the server is well: the reference's names, in its order. */
const HOOKS = [
  "start-apiserver-admission-initializer",
  "generic-apiserver-start-informers",
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "storage-object-count-tracker-hook",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "peer-endpoint-reconciler-controller",
  "start-cluster-authentication-info-controller",
  "start-kube-apiserver-identity-lease-controller",
  "start-kube-apiserver-identity-lease-garbage-collector",
  "storage-readiness",
  "start-legacy-token-tracking-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-kubernetes-service-cidr-controller",
  "start-kube-aggregator-informers",
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "kube-apiserver-autoregistration",
] as const;
const LAST_HOOKS = ["apiservice-openapi-controller", "apiservice-openapiv3-controller"] as const;

const LIVE = [
  "ping",
  "log",
  "loopback-serving-certificate",
  "etcd",
  ...HOOKS.map((hook) => `poststarthook/${hook}`),
  "autoregister-completion",
  ...LAST_HOOKS.map((hook) => `poststarthook/${hook}`),
];
const READY = [
  ...LIVE.filter((check) => check !== "loopback-serving-certificate").flatMap((check) =>
    check === "etcd" ? ["etcd", "etcd-readiness", "informer-sync"] : [check],
  ),
  "shutdown",
];

export type HealthEndpoint = "healthz" | "livez" | "readyz";

/** The names of the checks, in the order of the report. */
export const HEALTH_CHECKS: Readonly<Record<HealthEndpoint, readonly string[]>> = {
  healthz: LIVE,
  livez: LIVE,
  readyz: READY,
};

/**
 * Whether one check passes. The server listens only when everything of the start is done, so that all hang on the store,
 * but for those that say no more than that somebody is there.
 */
export const passes = (house: House, check: string): boolean =>
  check === "ping" || check === "log" || house.storage.revision > 0;

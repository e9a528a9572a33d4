import type { Storage } from "../../storage/storage.ts";

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

/** These ask the store; all others are well when the server listens, for then everything of the start is done. */
const OF_THE_STORE: ReadonlySet<string> = new Set(["etcd", "etcd-readiness"]);
/** As `--etcd-healthcheck-timeout` and `--etcd-readycheck-timeout` have it. */
const STORE_ANSWERS_WITHIN_MS = 2000;

/** Which of the checks fail now. */
export async function failingChecks(storage: Storage, checks: readonly string[]): Promise<readonly string[]> {
  const ofTheStore = checks.filter((check) => OF_THE_STORE.has(check));
  return ofTheStore.length === 0 || (await answers(storage)) ? [] : ofTheStore;
}

async function answers(storage: Storage): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), STORE_ANSWERS_WITHIN_MS);
  });
  const read = storage.catchUp().then(
    () => true,
    () => false,
  );
  const well = await Promise.race([read, late]);
  clearTimeout(timer);
  return well;
}

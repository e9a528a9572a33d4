import { changedGates, type Features } from "../../resources/features/features.ts";
import type { Gate } from "../../resources/features/gates.ts";
import type { Storage } from "../../storage/storage.ts";

/** Start-up hooks that must have finished before the server is healthy: the reference's names, in its order. */
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

/** Paths of health checks. */
export type HealthEndpoint = "healthz" | "livez" | "readyz";

/** Health check that only some servers have. */
export interface HealthCheck {
  readonly name: string;
  /** Names of checks after which the report lists it. */
  readonly after: readonly string[];
  readonly endpoints: readonly HealthEndpoint[];
  /** Rejects if the check fails. */
  check(): Promise<void>;
}

const ALWAYS: Readonly<Record<HealthEndpoint, readonly string[]>> = {
  healthz: LIVE,
  livez: LIVE,
  readyz: READY,
};

/** Checks of features: the reference has them only while the feature gate is on. */
const OF_GATES: ReadonlyMap<Gate, string> = new Map([
  ["UnknownVersionInteroperabilityProxy", "poststarthook/peer-endpoint-reconciler-controller"],
  ["WatchCacheInitializationPostStartHook", "poststarthook/storage-readiness"],
]);
const GATES = [...OF_GATES.keys()];

/** Returns the names of the checks, in the order of the report. */
export function healthChecks({
  healthChecks: own,
  features,
}: Pick<Health, "healthChecks" | "features">): Readonly<Record<HealthEndpoint, readonly string[]>> {
  const absent = changedGates(features, GATES).map((gate) => OF_GATES.get(gate));
  if (own.length === 0 && absent.length === 0) return ALWAYS;
  const names = (endpoint: HealthEndpoint): readonly string[] =>
    own
      .filter(({ endpoints }) => endpoints.includes(endpoint))
      .reduce((list, check) => inserted(list, check), ALWAYS[endpoint])
      .filter((name) => !absent.includes(name));
  return { healthz: names("healthz"), livez: names("livez"), readyz: names("readyz") };
}

function inserted(names: readonly string[], { name, after }: HealthCheck): readonly string[] {
  const at = Math.max(...after.map((other) => names.indexOf(other))) + 1;
  return names.toSpliced(at, 0, name);
}

/**
 * Checks that read the storage; all others pass as soon as the server listens, because the start is then
 * complete.
 */
const OF_THE_STORE: ReadonlySet<string> = new Set(["etcd", "etcd-readiness"]);
/** Timeout of a check, as in `--etcd-healthcheck-timeout` and `--etcd-readycheck-timeout`. */
const STORE_ANSWERS_WITHIN_MS = 2000;

/** Parts that health checks need. */
export interface Health {
  readonly storage: Storage;
  /** Checks that only this server has. */
  readonly healthChecks: readonly HealthCheck[];
  readonly features: Features;
}

/** Returns the checks that fail now. */
export async function failingChecks(
  { storage, healthChecks: own }: Pick<Health, "storage" | "healthChecks">,
  checks: readonly string[],
): Promise<readonly string[]> {
  const ofTheStore = checks.filter((check) => OF_THE_STORE.has(check));
  const asked = own.filter(({ name }) => checks.includes(name));
  const [storeAnswers, ...outcomes] = await Promise.all([
    ofTheStore.length === 0 || answers(storage),
    ...asked.map((one) => one.check().then(nothing, () => [one.name])),
  ]);
  return [...(storeAnswers ? [] : ofTheStore), ...outcomes.flat()];
}

const nothing = (): string[] => [];

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

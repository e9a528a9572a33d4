import { addTo } from "../async/groups.ts";
import { createApiClient } from "./base/api-client.ts";
import type { Controller, ControllerHost, ObjectChange } from "./base/controller.ts";
import { createWorkQueue, type WorkQueue } from "./base/work-queue.ts";
import { apiServiceAvailability } from "./cluster/api-service-availability.ts";
import { certificateSigning } from "./cluster/certificate-signing/certificate-signing.ts";
import { clusterRoleAggregation } from "./cluster/cluster-role-aggregation.ts";
import { defaultServiceAccount } from "./cluster/default-service-account.ts";
import { definitionCleanup } from "./cluster/definition-cleanup.ts";
import { definitionRegistration } from "./cluster/definition-registration/definition-registration.ts";
import { eventExpiry } from "./cluster/event-expiry.ts";
import { flowConfiguration } from "./cluster/flow-configuration/flow-configuration.ts";
import { garbageCollector } from "./cluster/garbage-collector/garbage-collector.ts";
import { namespaceDeletion } from "./cluster/namespace-deletion.ts";
import { ownEndpoints } from "./cluster/own-endpoints.ts";
import { policyStatus } from "./cluster/policy-status.ts";
import { resourceQuotaStatus } from "./cluster/resource-quota-status.ts";
import { rootCaPublisher } from "./cluster/root-ca-publisher.ts";
import { serviceAccountSecrets } from "./cluster/service-account-secrets.ts";
import { serviceCidrStatus } from "./cluster/service-cidr-status.ts";
import { serviceRepair } from "./cluster/service-repair.ts";
import { lazyWorkloads } from "./lazy-workloads.ts";
import { RequestError } from "./shared/client.ts";
import type { QueueFor } from "./start-workloads.ts";
import { WORKLOAD_CONTROLLERS, type WorkloadEntry } from "./workload-table.ts";

type ControllerLog = (
  level: "warn" | "info",
  message: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

const CONTROLLERS: readonly Controller[] = [
  namespaceDeletion,
  definitionCleanup,
  definitionRegistration,
  defaultServiceAccount,
  rootCaPublisher,
  serviceAccountSecrets,
  certificateSigning,
  clusterRoleAggregation,
  garbageCollector,
  resourceQuotaStatus,
  eventExpiry,
  policyStatus,
  ownEndpoints,
  serviceCidrStatus,
  serviceRepair,
  apiServiceAvailability,
  flowConfiguration,
];

/** The names that `--controllers` accepts: the long ones, and the short ones of controllers that have one. */
export const CONTROLLER_NAMES: readonly string[] = [
  ...CONTROLLERS.filter(({ always }) => !always),
  ...WORKLOAD_CONTROLLERS,
].flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));

/**
 * Starts the control loops that `wanted` names, with the syntax of kube-controller-manager's `--controllers`.
 * `*`: all of them. `*,-name`: all except one. Only names: these. Empty or `none`: none. `fakeNodes`: number
 * of fake nodes; above 0 a scheduler runs, too. `stop` resolves after the work in progress has ended, so that
 * its last requests are recorded.
 */
export async function startControllers(
  host: ControllerHost,
  wanted: readonly string[],
  log: ControllerLog,
  fakeNodes = 0,
): Promise<{ stop(): Promise<void> }> {
  const nodes = fakeNodes === 0 ? undefined : await startFakeNodes(host, fakeNodes, queuesOf(log));
  const started = [
    ...CONTROLLERS.filter((controller) => controller.always || isWanted(controller, wanted)).map(
      (controller) => startOne(controller, host, log),
    ),
    startLazily(
      host,
      WORKLOAD_CONTROLLERS.filter((entry) => isWanted(entry, wanted)),
      log,
    ),
  ];
  const forAll = started.filter(({ kinds }) => kinds === undefined).map(({ changed }) => changed);
  const byKind = listenersByKind(started);
  const observation = await host.observe((change) => {
    for (const changed of forAll) changed(change);
    for (const changed of byKind.get(change.kind) ?? []) changed(change);
  });
  return {
    async stop() {
      observation.stop();
      await Promise.all([...started.map(({ stop }) => stop()), nodes?.stop()]);
    },
  };
}

interface Started {
  readonly kinds: readonly string[] | undefined;
  changed(change: ObjectChange): void;
  stop(): Promise<void>;
}

/** Another client wrote the object at the same time. That is usual: the next try reads the new version. */
const isConflict = (error: unknown): boolean => error instanceof RequestError && error.reason === "Conflict";

const failureOf =
  (log: ControllerLog, controller: string) =>
  (key: string, error: unknown): void => {
    const fields = { controller, key, error: String(error) };
    log(isConflict(error) ? "info" : "warn", "controller failed, will try again", fields);
  };

/** The workload controllers. They share one cache. */
function startLazily(host: ControllerHost, wanted: readonly WorkloadEntry[], log: ControllerLog): Started {
  const queues = queuesOf(log);
  const lazy = lazyWorkloads(host, wanted, {
    queueFor: queues.queueFor,
    failed: (error) => failureOf(log, "workloads")("", error),
  });
  return {
    kinds: lazy.kinds,
    changed: lazy.changed,
    async stop() {
      await lazy.stop();
      await queues.stop();
    },
  };
}

/** Creates queues that stop together. */
function queuesOf(log: ControllerLog): Queues {
  const all: WorkQueue[] = [];
  return {
    queueFor: (name) => (work) => {
      const queue = createWorkQueue(work, failureOf(log, name));
      all.push(queue);
      return queue;
    },
    stop: () => Promise.all(all.map((queue) => queue.stop())),
  };
}

/** Loads the fake nodes, which most servers do not use, and starts them. */
async function startFakeNodes(
  host: ControllerHost,
  count: number,
  queues: Queues,
): Promise<{ stop(): Promise<void> }> {
  const { fakeCluster } = await import("./nodes/fake-nodes/fake-cluster.ts");
  const running = await fakeCluster(host, count, queues.queueFor);
  return {
    async stop() {
      running.stop();
      await queues.stop();
    },
  };
}

function startOne(controller: Controller, host: ControllerHost, log: ControllerLog): Started {
  const ends: (() => void | Promise<void>)[] = [];
  const failed = failureOf(log, controller.name);
  const changed = controller.start({
    host,
    api: createApiClient(host.handle, host.token, managerOf(controller)),
    queue(work) {
      const queue = createWorkQueue(work, failed);
      ends.push(() => queue.stop());
      return queue;
    },
    every(milliseconds, work) {
      const timer = setInterval(work, milliseconds).unref();
      ends.push(() => clearInterval(timer));
    },
  });
  return {
    kinds: controller.kinds,
    changed,
    async stop() {
      await Promise.all(ends.map((end) => end()));
    },
  };
}

interface Queues {
  readonly queueFor: QueueFor;
  stop(): Promise<unknown>;
}

/** Returns the field manager of a controller's writes. Controllers of kube-apiserver use its name. */
const managerOf = ({ always, name }: Controller): string =>
  always === true ? "kube-apiserver" : `sallyport-${name}`;

function listenersByKind(started: readonly Started[]): Map<string, Started["changed"][]> {
  const map = new Map<string, Started["changed"][]>();
  for (const { kinds = [], changed } of started) for (const kind of kinds) addTo(map, kind, changed);
  return map;
}

function isWanted({ name, alias }: Pick<Controller, "name" | "alias">, wanted: readonly string[]): boolean {
  for (const entry of wanted) {
    const isNamed = (text: string): boolean => text === name || text === alias;
    if (isNamed(entry)) return true;
    if (entry.startsWith("-") && isNamed(entry.slice(1))) return false;
  }
  return wanted.includes("*");
}

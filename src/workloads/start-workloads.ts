import { type Credentials, createApiClient } from "./base/api-client.ts";
import { asServiceAccount } from "./base/as-user.ts";
import type { ControllerHost, Observation } from "./base/controller.ts";
import type { Work, WorkQueue } from "./base/work-queue.ts";
import { createWriter, RequestError } from "./shared/client.ts";
import type { WorkloadContext, WorkloadController } from "./shared/context.ts";
import { createEventRecorder } from "./shared/event-recorder.ts";
import { ObjectCache } from "./shared/object-cache.ts";

/** The identity of a controller in its requests and events. */
export interface Identity {
  readonly credentials: Credentials;
  readonly userAgent: string;
  /** Source of its events. */
  readonly component: string;
}

/** Returns a function that makes the queues of a controller, by its name. */
export type QueueFor = (name: string) => (work: Work) => WorkQueue;

/** A controller, with the identity of its requests. */
export interface Workload {
  readonly name: string;
  readonly identity: Identity;
  readonly controller: WorkloadController;
}

/** Returns the identity of a controller in kube-controller-manager, with a service account of its own. */
export const managerIdentity = (host: ControllerHost, account: string, component = account): Identity => ({
  credentials: asServiceAccount(host, account),
  userAgent: "kube-controller-manager",
  component,
});

/**
 * Starts controllers that share one cache. They begin to work when the cache is complete: a controller that
 * does not see an existing pod would create a second one.
 */
export async function startWorkloads(
  host: ControllerHost,
  workloads: readonly Workload[],
  queueFor: QueueFor,
): Promise<{ stop(): void }> {
  const cache = new ObjectCache();
  let fill = (_: Promise<void>): void => {};
  const filled = new Promise<void>((resolve) => {
    fill = resolve;
  });
  // The callers that wait for the promise receive the error.
  filled.catch(() => {});
  for (const { name, identity, controller } of workloads) {
    const queue = queueFor(name);
    const patient: WorkloadContext["queue"] = (work) =>
      queue(async (key, again) => {
        await filled;
        return unlessTerminating(work(key, again));
      });
    controller.start(contextOf(host, cache, identity, patient));
  }
  const observing = host.observe((change) => cache.apply(change));
  fill(observing.then(allOf));
  return observing;
}

/** Resolves when the cache has all objects. A controller must not replace an object that it cannot read. */
async function allOf({ complete, unreadable }: Observation): Promise<void> {
  await complete;
  const [key] = unreadable;
  if (key !== undefined) throw new Error(`the object under ${key} cannot be read`);
}

/**
 * Treats a refusal because the namespace is being deleted as complete work: no object can be created there,
 * so a retry would not help.
 */
async function unlessTerminating(work: Promise<boolean>): Promise<boolean> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RequestError && error.isTerminating) return true;
    throw error;
  }
}

function contextOf(
  host: ControllerHost,
  cache: ObjectCache,
  { credentials, userAgent, component }: Identity,
  queue: WorkloadContext["queue"],
): WorkloadContext {
  const api = createApiClient(host.handle, credentials, userAgent);
  const { now } = host;
  return {
    cache,
    api,
    writer: createWriter(api, cache),
    events: createEventRecorder({ api, component, now, queue }),
    now,
    templateHash: host.templateHash,
    pathOf: host.pathOf,
    queue,
  };
}

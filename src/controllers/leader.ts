import { type JsonObject, membersOf, record } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { formatMicroTime } from "../api/time.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import type { ControllerHost } from "./controller.ts";

/** How an election is held; defaults are those of kube-controller-manager. */
export interface ElectionOptions {
  /** Who stands for it: another one for each server. */
  readonly identity: string;
  /** A leader of whom so long nothing was heard is replaced. Default 15,000 ms. */
  readonly leaseMs?: number;
  /** How often the Lease is looked at. Default 2,000 ms. */
  readonly retryMs?: number;
}

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const NAME = "sallyport-controllers";

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
}

/**
 * Runs something on one of several servers that share a store: on the one that holds the Lease
 * `kube-system/sallyport-controllers`. `begin` is called when this server becomes the leader; what it gave back is stopped
 * when it no longer is. Stopping gives the Lease back, so that the next one need not wait.
 */
export function whileLeading(
  host: ControllerHost,
  options: ElectionOptions,
  begin: () => Promise<{ stop(): void | Promise<void> }>,
): { stop(): Promise<void> } {
  const { leaseMs = 15_000, retryMs = 2000 } = options;
  const election = new Election(
    createApiClient(host.handle, host.token, "sallyport-leader-election"),
    options,
    leaseMs,
  );
  let running: Promise<{ stop(): void | Promise<void> }> | undefined;
  let ending = Promise.resolve();
  /** When the last renewal that succeeded was begun: nobody took our silence to begin before that. */
  let heldAt = Number.NEGATIVE_INFINITY;
  /** A little before the others may think so: never are there two. */
  const isOver = (): boolean => performance.now() - heldAt > (leaseMs * 2) / 3;
  const started = (): Promise<{ stop(): void | Promise<void> }> => {
    const starting = ending.then(begin);
    // The next look tries again.
    starting.catch(() => {
      if (running === starting) running = undefined;
    });
    return starting;
  };
  const look = async (): Promise<void> => {
    const askedAt = performance.now();
    if (!(await election.hold().catch(() => false))) return;
    heldAt = askedAt;
    if (!isOver()) running ??= started();
  };
  const end = (): Promise<void> => {
    const was = running;
    running = undefined;
    const stopped = async (): Promise<void> => (await was)?.stop();
    ending = ending.then(stopped).catch(() => undefined);
    return ending;
  };
  let looking = look();
  const timer = setInterval(() => {
    // Also while an answer is waited for that does not come.
    if (running !== undefined && isOver()) void end();
    looking = looking.then(look);
  }, retryMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      await end();
      await election.release().catch(() => undefined);
    },
  };
}

class Election {
  readonly #api: ApiClient;
  readonly #identity: string;
  readonly #leaseMs: number;
  /** The Lease as it was last seen to change, and when that was by our own clock: those of others may be wrong. */
  #seen = { version: "", at: 0 };

  constructor(api: ApiClient, { identity }: ElectionOptions, leaseMs: number) {
    this.#api = api;
    this.#identity = identity;
    this.#leaseMs = leaseMs;
  }

  /** Takes or renews the Lease if it may; whether it is ours now. */
  async hold(): Promise<boolean> {
    const { status, body } = await this.#api.get(`${LEASES}/${NAME}`);
    if (status === 404) return (await this.#api.send("POST", LEASES, this.#lease({}, 0))).status === 201;
    if (status !== 200) throw new Error(`the Lease cannot be read: ${status}`);
    const lease = body as KubeObject;
    const { holderIdentity = "", leaseTransitions = 0 } = membersOf<LeaseSpec>(lease.spec);
    const isOurs = holderIdentity === this.#identity;
    if (!isOurs && holderIdentity !== "" && !this.#isSilent(lease)) return false;
    const next = this.#lease(lease.metadata, leaseTransitions + (isOurs ? 0 : 1));
    return (await this.#api.send("PUT", `${LEASES}/${NAME}`, next)).status === 200;
  }

  async release(): Promise<void> {
    const { status, body } = await this.#api.get(`${LEASES}/${NAME}`);
    const lease = body;
    if (status !== 200 || membersOf<LeaseSpec>(lease.spec).holderIdentity !== this.#identity) return;
    const spec = { ...record(lease.spec), holderIdentity: "" };
    await this.#api.send("PUT", `${LEASES}/${NAME}`, { ...lease, spec });
  }

  #isSilent({ metadata }: KubeObject): boolean {
    const version = metadata.resourceVersion ?? "";
    const now = performance.now();
    if (version !== this.#seen.version) this.#seen = { version, at: now };
    return now - this.#seen.at > this.#leaseMs;
  }

  #lease(metadata: JsonObject, leaseTransitions: number): JsonObject {
    const time = formatMicroTime(Date.now());
    return {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { ...metadata, name: NAME, namespace: "kube-system" },
      spec: {
        holderIdentity: this.#identity,
        leaseDurationSeconds: Math.max(1, Math.ceil(this.#leaseMs / 1000)),
        acquireTime: time,
        renewTime: time,
        leaseTransitions,
      },
    };
  }
}

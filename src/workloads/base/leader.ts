import type { KubeObject } from "../../api/meta.ts";
import { kubeObject } from "../../api/object/kube-object.ts";
import { formatMicroTime } from "../../api/time.ts";
import { type JsonObject, membersOf, record } from "../../json/value.ts";
import type { LeaseSpec } from "../../types/tables/coordination/v1-types.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import type { ControllerHost } from "./controller.ts";

/** Options of an election; the defaults are those of kube-controller-manager. */
export interface ElectionOptions {
  /** Name of the candidate, different for each server. */
  readonly identity: string;
  /** Time without a renewal after which another server replaces the leader, in milliseconds. Default 15,000. */
  readonly leaseMs?: number;
  /** Interval between two reads of the Lease, in milliseconds. Default 2,000. */
  readonly retryMs?: number;
}

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const NAME = "sallyport-controllers";

/**
 * Runs a task on one of several servers that share a store: the one that holds the Lease
 * `kube-system/sallyport-controllers`. `begin` is called when this server becomes the leader. Its result is
 * stopped when this server is no longer the leader. `stop` releases the Lease, so that the next leader does
 * not have to wait.
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
  /**
   * Time at which the last successful renewal began (`performance.now()`). The other servers measure this
   * server's silence from a time that is not earlier.
   */
  let heldAt = Number.NEGATIVE_INFINITY;
  /**
   * True after two thirds of the lease time. That is earlier than for the other servers, so there are never
   * two leaders.
   */
  const isOver = (): boolean => performance.now() - heldAt > (leaseMs * 2) / 3;
  const started = (): Promise<{ stop(): void | Promise<void> }> => {
    const starting = ending.then(begin);
    // The next read of the Lease tries again.
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
    // The check also runs while a request to the store gets no response.
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
  /**
   * The version of the Lease, and the local time at which this server first read it. The clocks of other
   * servers can be wrong.
   */
  #seen = { version: "", at: 0 };

  constructor(api: ApiClient, { identity }: ElectionOptions, leaseMs: number) {
    this.#api = api;
    this.#identity = identity;
    this.#leaseMs = leaseMs;
  }

  /** Takes or renews the Lease if this is allowed. Returns true if this server holds it now. */
  async hold(): Promise<boolean> {
    const { status, body } = await this.#api.get(`${LEASES}/${NAME}`);
    if (status === 404) return (await this.#api.send("POST", LEASES, this.#lease({}, 0))).status === 201;
    if (status !== 200) throw new Error(`the Lease cannot be read: ${status}`);
    const lease = kubeObject(body);
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

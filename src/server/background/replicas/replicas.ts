import type { Storage } from "../../../storage/storage.ts";
/** This server as the other servers see it. */
export interface ReplicaIdentity {
  /** Unique name of the server: `apiserver-4c7a…`. */
  readonly name: string;
  /** Address where clients inside the cluster reach the server: `10.0.0.5:6443`. Absent if there is none. */
  readonly address?: string;
}

/** A server and the state that it has announced. */
export interface ReplicaState {
  readonly name: string;
  /** Revision up to which all changes of configurations are in effect on this server. */
  readonly inEffect: number;
}

/** Servers, and the revision of the configuration that each has in effect. */
export interface EffectReport {
  /** The revision that all servers must have reached. */
  readonly revision: number;
  /** This server is the first one. */
  readonly replicas: readonly ReplicaState[];
  /** True if this server could not renew its Lease. Its knowledge of the other servers may then be out of date. */
  readonly cutOff: boolean;
}

/** The servers that share a store, as known to one of them. */
export interface Replicas {
  /** True if no other server uses the store. */
  readonly alone: boolean;
  /**
   * Returns the configurations that are in effect on each server. `revision`: the revision to check; the
   * default is the newest change of a webhook configuration, of a policy or of a binding that was committed
   * before the call.
   */
  inEffect(revision?: number): Promise<EffectReport>;
  /**
   * Called before a request is decided. Undefined if the state that this server has announced is still valid.
   * Otherwise resolves when the server has received everything that was committed before the call.
   */
  catchUp(): Promise<void> | undefined;
  /** Announces the end of this server. */
  close(): Promise<void>;
}

/** Returns true if the revision is in effect on all running servers. */
export const isInEffect = ({ revision, replicas, cutOff }: EffectReport): boolean =>
  !cutOff && replicas.every(({ inEffect }) => inEffect >= revision);

/** A server that does not share its store: its own writes are in effect when they have been answered. */
export const loneReplica = (storage: Storage): Replicas => ({
  alone: true,
  inEffect: async (revision = storage.revision) => ({
    revision,
    replicas: [{ name: "this server", inEffect: storage.revision }],
    cutOff: false,
  }),
  catchUp: () => undefined,
  close: async () => {},
});

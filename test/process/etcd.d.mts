/** An etcd of this machine. */
export interface FoundEtcd {
  readonly path: string;
  /** `3.4`. */
  readonly version: string;
}

export function findEtcds(): readonly FoundEtcd[];

/** Undefined: there is none. */
export function newestEtcd(): FoundEtcd | undefined;

export interface EtcdMember {
  /** `http://127.0.0.1:2379`. */
  readonly endpoint: string;
  readonly peer: string;
  readonly pid: number | undefined;
  /** Ends it at once; `restart` brings it back over the same data, and resolves when it is healthy. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

export interface RunningEtcd extends EtcdMember {
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface EtcdOptions {
  /** Whether a write waits for the disk; default false (3.4 always waits). */
  readonly durable?: boolean;
  /** Further ones. */
  readonly flags?: readonly string[];
  /** Files in PEM: its certificate and key, and the authority of those whom it serves. Then `endpoint` is `https`. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string };
}

export function startEtcd(found: FoundEtcd, options?: EtcdOptions): Promise<RunningEtcd>;

export function startEtcdMembers(
  found: FoundEtcd,
  options: EtcdOptions & { readonly count: number },
): Promise<{ readonly members: readonly EtcdMember[]; stop(): Promise<void> }>;

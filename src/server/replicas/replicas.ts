export interface ReplicaIdentity {
  /** Another one for each server: `apiserver-4c7a…`. */
  readonly name: string;
  /** Where clients inside a cluster reach it, `10.0.0.5:6443`; absent: nowhere. */
  readonly address?: string;
}

/** A server and what it has said of itself. */
export interface ReplicaState {
  readonly name: string;
  /** Every change of a configuration up to this revision is in effect there. */
  readonly inEffect: number;
}

export interface EffectReport {
  /** Up to which revision everybody has to be. */
  readonly revision: number;
  /** This server is the first one. */
  readonly replicas: readonly ReplicaState[];
  /** This server has not been able to say that it is there: what it knows of the others may be old. */
  readonly cutOff: boolean;
}

/** The servers over one store, as one of them sees them. */
export interface Replicas {
  /** The store is this server's alone. */
  readonly alone: boolean;
  /**
   * Who has which configurations in effect. `revision`: the one that matters; default: the newest change of a webhook
   * configuration, of a policy or of a binding that was committed before the call.
   */
  inEffect(revision?: number): Promise<EffectReport>;
  /**
   * Before a request is decided: undefined when this server's word holds, that it is as new as it has said; otherwise resolves
   * when everything is here that was committed before the call.
   */
  catchUp(): Promise<void> | undefined;
  /** Says that this server is gone. */
  close(): Promise<void>;
}

/** Whether all that are there have it. */
export const isInEffect = ({ revision, replicas, cutOff }: EffectReport): boolean =>
  !cutOff && replicas.every(({ inEffect }) => inEffect >= revision);

import type { KeyObject } from "node:crypto";

/** A public key that an issuer publishes. */
export interface ProviderKey {
  /** `kid`; may be empty. */
  readonly id: string;
  /** Made when it is needed first: a check of a point on a curve takes milliseconds. Throws when it is none. */
  readonly key: () => KeyObject;
}

/** The keys of one issuer, wherever they come from. */
export interface ProviderKeys {
  /** Those that were read last; undefined: the issuer has not been reached yet. */
  known(): readonly ProviderKey[] | undefined;
  /** Reads them again. Undefined: those that are known are still good. Rejects with the reason. */
  renewed(): Promise<readonly ProviderKey[]> | undefined;
}

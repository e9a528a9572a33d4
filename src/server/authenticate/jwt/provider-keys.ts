import type { KeyObject } from "node:crypto";

/** A public key that an issuer publishes. */
export interface ProviderKey {
  /** `kid`; may be empty. */
  readonly id: string;
  /**
   * Creates the key on the first call, because the check that a point is on its curve takes milliseconds.
   * Throws if the key is invalid.
   */
  readonly key: () => KeyObject;
}

/** The keys of one issuer, from any source. */
export interface ProviderKeys {
  /** Returns the last keys that were read, or undefined if the issuer has not been reached yet. */
  known(): readonly ProviderKey[] | undefined;
  /** Reads the keys again. Undefined if the known keys are still valid. Rejects with the reason of a failure. */
  renewed(): Promise<readonly ProviderKey[]> | undefined;
}

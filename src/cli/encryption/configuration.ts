import type { Json, JsonObject } from "../../json/value.ts";

/** apiserver.config.k8s.io/v1 EncryptionConfiguration, with its defaults. */
export interface EncryptionConfiguration {
  readonly resources: readonly ResourceConfiguration[];
}

/** Providers of some resources. The first provider writes; all of them read. */
export interface ResourceConfiguration {
  readonly resources: readonly string[];
  readonly providers: readonly ProviderConfiguration[];
}

/** One provider: one member is set. */
export interface ProviderConfiguration {
  readonly aesgcm?: readonly Key[] | undefined;
  readonly aescbc?: readonly Key[] | undefined;
  readonly secretbox?: readonly Key[] | undefined;
  readonly identity?: JsonObject | undefined;
  readonly kms?: KmsConfiguration | undefined;
}

/** A key of a provider. */
export interface Key {
  readonly name: string;
  /** Secret in base64. */
  readonly secret: string;
}

/** A plugin for keys, with its socket as `endpoint`. */
export interface KmsConfiguration {
  readonly apiVersion: string;
  readonly name: string;
  readonly endpoint: string;
  readonly cachesize: Json | undefined;
  /** The duration as the configuration has it. */
  readonly timeout: string;
  readonly timeoutMs: number;
}

import { randomBytes } from "node:crypto";
import { formatTime } from "../../../api/time.ts";
import { aggregate } from "../../../api/validation/field-error.ts";
import { BoundedCache } from "../../../async/bounded-cache.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { aesGcm } from "../aes.ts";
import { extendedNonceGcm, SEED_BYTES } from "../extended-nonce.ts";
import type { Transformer } from "../transformer.ts";
import {
  assertEncryptedKey,
  cacheKey,
  KEY_TYPE,
  keyIdHash,
  keyIdProblem,
  readEncryptedObject,
  writeEncryptedObject,
} from "./encrypted-object.ts";
import type { KmsService } from "./kms-service.ts";
import type { EncryptedKey, StatusResponse } from "./messages.ts";

/** Key that encrypts new values. */
interface State {
  readonly transformer: Transformer;
  readonly key: EncryptedKey;
  /** Time of the clock in milliseconds after which no values may be written. */
  readonly expires: number;
}

/** The times of the reference (server/options/encryptionconfig/config.go). */
const WRITE_MS = 3 * 60_000;
const WELL_MS = 60_000;
const UNWELL_MS = 10_000;
const ANSWER_WELL_MS = 20_000;
const ANSWER_UNWELL_MS = 3000;

/** Keys that are remembered: as many as the plugin has had keys and the store servers. */
const MOST_KEYS = 4096;

interface KmsProviderOptions {
  readonly name: string;
  readonly service: KmsService;
  /** Called when the plugin is not healthy. */
  readonly tell?: (problem: string) => void;
  readonly now?: () => number;
}

/**
 * KMS v2 (apiserver/pkg/storage/value/encrypt/envelope/kmsv2/envelope.go): each value is stored with a seed
 * that the plugin has encrypted. A server makes one seed at its start, and another when the plugin has
 * another key.
 */
export class KmsProvider implements Transformer {
  readonly #options: KmsProviderOptions;
  readonly #now: () => number;
  readonly #keys = new BoundedCache<Transformer>({ entries: MOST_KEYS });
  readonly #fetching = new Map<string, Promise<void>>();
  #state: State | undefined;
  #version = "";
  #last: { readonly problem: Error | undefined; readonly until: number } | undefined;
  #checking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: KmsProviderOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Calls the plugin for the first time, and then repeatedly. Resolves after the first answer, even if it is
   * an error.
   */
  async start(): Promise<void> {
    const problem = await this.check().then(
      () => undefined,
      (error) => messageOf(error),
    );
    if (problem !== undefined) this.#options.tell?.(problem);
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.start(), problem === undefined ? WELL_MS : UNWELL_MS).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#options.service.close();
  }

  /** Rejects when the plugin is not well. An answer counts for some seconds. */
  check(): Promise<void> {
    if (this.#last !== undefined && this.#now() < this.#last.until)
      return this.#last.problem === undefined ? Promise.resolve() : Promise.reject(this.#last.problem);
    this.#checking ??= this.#ask().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  encrypt(plain: Uint8Array, key: string): Buffer {
    const state = this.#current();
    if (this.#now() > state.expires)
      throw new Error(
        `encryptedDEKSource with keyID hash ${JSON.stringify(keyIdHash(state.key.keyId))} expired at ${formatTime(state.expires)} (current time is ${formatTime(this.#now())})`,
      );
    return writeEncryptedObject({ ...state.key, encryptedData: state.transformer.encrypt(plain, key) });
  }

  /**
   * Decrypts a value. If the plugin has not decrypted its seed yet, that is requested here, so that a later
   * attempt succeeds.
   */
  decrypt(stored: Buffer, key: string): Buffer {
    const object = readEncryptedObject(stored);
    const id = cacheKey(object);
    const transformer = this.#keys.get(id);
    if (transformer === undefined) {
      this.#fetch(object).catch(() => undefined);
      throw new Error("failed to decrypt DEK, error: the KMS plugin has not answered yet");
    }
    try {
      return transformer.decrypt(Buffer.from(object.encryptedData), key);
    } catch (error) {
      // The plugin may have returned other bytes than those of the key: it is called again.
      if (transformer !== this.#state?.transformer) this.#keys.delete(id);
      throw error;
    }
  }

  /** The plugin's key; the seed does not matter. */
  formOf(stored: Buffer): string {
    try {
      const { keyId, encryptedDEKSourceType } = readEncryptedObject(stored);
      return `${encryptedDEKSourceType}:${keyId}`;
    } catch {
      return "?";
    }
  }

  prepare(stored: Buffer): Promise<void> | undefined {
    const object = readEncryptedObject(stored);
    return this.#keys.get(cacheKey(object)) !== undefined ? undefined : this.#fetch(object);
  }

  #fetch(object: EncryptedKey): Promise<void> {
    const id = cacheKey(object);
    const fetching = this.#fetching.get(id) ?? this.#decryptKey(id, object);
    this.#fetching.set(id, fetching);
    return fetching;
  }

  async #decryptKey(id: string, object: EncryptedKey): Promise<void> {
    try {
      const key = await this.#options.service.decrypt(object);
      this.#remember(id, transformerOf(key, object.encryptedDEKSourceType));
    } catch (cause) {
      throw new Error(`failed to decrypt DEK, error: ${messageOf(cause)}`, { cause });
    } finally {
      this.#fetching.delete(id);
    }
  }

  #remember(id: string, transformer: Transformer): void {
    this.#keys.set(id, transformer);
  }

  async #ask(): Promise<void> {
    const problem = await this.#problem().catch((error: unknown) => messageOf(error));
    const error = problem === undefined ? undefined : new Error(problem);
    const counts = error === undefined ? ANSWER_WELL_MS : ANSWER_UNWELL_MS;
    this.#last = { problem: error, until: this.#now() + counts };
    if (error !== undefined) throw error;
  }

  /** encryptionconfig/config.go, isKMSv2ProviderHealthyAndMaybeRotateDEK. */
  async #problem(): Promise<string | undefined> {
    const { name, service } = this.#options;
    let status: StatusResponse;
    try {
      status = await service.status();
    } catch (cause) {
      const text = `failed to perform status section of the healthz check for KMS Provider ${name}, error: ${messageOf(cause)}`;
      throw new Error(text, { cause });
    }
    const keyProblem = keyIdProblem(status.keyId);
    const problems = [
      ...(status.healthz === "ok" ? [] : [`got unexpected healthz status: ${status.healthz}`]),
      ...this.#versionProblems(status.version),
      ...(keyProblem === undefined
        ? await this.#rotate(status.keyId)
        : [`got invalid KMSv2 KeyID hash ${JSON.stringify(keyIdHash(status.keyId))}: ${keyProblem}`]),
    ];
    return problems.length === 0
      ? undefined
      : `kmsv2 Provider ${name} is not healthy, error: ${aggregate(problems)}`;
  }

  #versionProblems(version: string): string[] {
    if (version !== "v2" && version !== "v2beta1") return [`expected KMSv2 API version v2, got ${version}`];
    this.#version ||= version;
    if (this.#version === version) return [];
    return [
      `KMSv2 API version should not change after the initial status response version ${this.#version}, got ${version}`,
    ];
  }

  /** Keeps the seed as long as the plugin has the same key. Its time of validity counts from before the call. */
  async #rotate(keyId: string): Promise<string[]> {
    const expires = this.#now() + WRITE_MS;
    if (this.#state?.key.keyId === keyId) {
      this.#state = { ...this.#state, expires };
      return [];
    }
    const seed = randomBytes(SEED_BYTES);
    try {
      const { ciphertext, keyId: used, annotations } = await this.#options.service.encrypt(seed);
      const encryptedDEKSourceType = KEY_TYPE.seed;
      const key = { keyId: used, encryptedDEKSource: ciphertext, annotations, encryptedDEKSourceType };
      assertEncryptedKey(key);
      if (used !== keyId)
        return [
          `failed to rotate DEK, statusKeyIDHash=${JSON.stringify(keyIdHash(keyId))}, encryptKeyIDHash=${JSON.stringify(keyIdHash(used))}`,
        ];
      const transformer = extendedNonceGcm(seed);
      this.#remember(cacheKey(key), transformer);
      this.#state = { transformer, key, expires };
      return [];
    } catch (error) {
      return [`failed to rotate DEK: failed to encrypt DEK, error: ${messageOf(error)}`];
    }
  }

  #current(): State {
    if (this.#state === undefined) throw new Error("got unexpected nil transformer");
    return this.#state;
  }
}

/** Throws if the key or the seed has another length. */
function transformerOf(key: Uint8Array, type: number): Transformer {
  if (type === KEY_TYPE.seed) return extendedNonceGcm(key);
  if (![16, 24, 32].includes(key.length)) throw new Error(`crypto/aes: invalid key size ${key.length}`);
  return aesGcm(key);
}

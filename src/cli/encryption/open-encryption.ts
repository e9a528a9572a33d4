import { setTimeout as pause } from "node:timers/promises";
import { aggregate } from "../../api/validation/field-error.ts";
import { sha256Of } from "../../crypto/sha256-of.ts";
import { describeError, messageOf } from "../../report/describe-error.ts";
import type { HealthCheck } from "../../server/health/health-checks.ts";
import type { Log } from "../../server/log.ts";
import type { NoteReloads } from "../../server/record/reload-metrics.ts";
import type { KmsProvider } from "../../storage/encryption/kms/kms-provider.ts";
import { IDENTITY, type Transformer } from "../../storage/encryption/transformer.ts";
import { watchFiles } from "../watch-files.ts";
import { encryptionConfigurationIn, readEncryptionFile } from "./read-configuration.ts";
import { resourceOfKeys } from "./resource-of-key.ts";
import { createTransformers, type Transformers } from "./transformers.ts";

interface OpenEncryption {
  readonly transformerOf: (key: string) => Transformer;
  readonly healthChecks: readonly HealthCheck[];
  close(): void;
}

/**
 * Interval for reading the file again, in milliseconds. If a change appears in the folder under another name
 * only, as with mounted Secrets, it is found after at most a minute.
 */
const POLL_MS = 60_000;
/** Time until the plugins of a new configuration must be healthy, in milliseconds. */
const NEW_MS = 10_000;
const AGAIN_MS = 500;
/**
 * Time that the plugins of a replaced configuration stay open, in milliseconds, so that calls in progress
 * still get an answer.
 */
const GRACE_MS = 60_000;

/**
 * Reads the file of `--encryption-provider-config`, and calls its KMS plugins; a plugin that does not answer
 * yet does not prevent the start of the server. With `reload` a changed file comes into effect when it is
 * valid and its plugins are healthy, and `note` is called. Throws with the reference's text.
 */
export async function openEncryption(
  path: string,
  reload: boolean,
  log: Log,
  note?: NoteReloads,
): Promise<OpenEncryption> {
  const tell = (name: string, problem: string): void =>
    log("error", "kms plugin failed health check probe", { name, error: problem });
  const make = (text: string): Transformers =>
    createTransformers(encryptionConfigurationIn(text, path, reload), tell);
  let text = await readEncryptionFile(path);
  let current = make(text);
  await start(current);
  note?.inEffect(sha256Of(text));
  const read = async (): Promise<readonly string[]> => {
    const next = await readEncryptionFile(path);
    if (next !== text) {
      const before = current;
      current = await whenWell(make(next));
      text = next;
      setTimeout(() => closeAll(before), GRACE_MS).unref();
      note?.loaded("success");
      note?.inEffect(sha256Of(text));
      log("info", "reloaded encryption config");
    }
    return [path];
  };
  const failed = (error: unknown): void => {
    note?.loaded("failure");
    log("error", "error processing encryption config file", { path, error: describeError(error) });
  };
  const watching = reload ? watchFiles([path], read, failed, POLL_MS) : undefined;
  const resourceOf = resourceOfKeys();
  return {
    transformerOf(key) {
      const resource = resourceOf(key);
      return resource === undefined ? IDENTITY : current.transformerOf(resource);
    },
    healthChecks: healthChecksOf(() => current.kms, reload),
    close() {
      watching?.stop();
      closeAll(current);
    },
  };
}

const start = ({ kms }: Transformers): Promise<unknown> =>
  Promise.all(kms.map((provider) => provider.start()));

const closeAll = ({ kms }: Transformers): void => {
  for (const provider of kms) provider.close();
};

/** Rejects, and closes them, when a plugin is not well in time. */
async function whenWell(transformers: Transformers): Promise<Transformers> {
  const deadline = performance.now() + NEW_MS;
  await start(transformers);
  for (;;) {
    const problem = await problemOf(transformers.kms);
    if (problem === undefined) return transformers;
    if (performance.now() > deadline) {
      closeAll(transformers);
      throw new Error(`health check for new transformers failed: ${problem}`);
    }
    await pause(AGAIN_MS);
  }
}

async function problemOf(kms: readonly KmsProvider[]): Promise<string | undefined> {
  const outcomes = await Promise.allSettled(kms.map((provider) => provider.check()));
  const problems = outcomes.flatMap((outcome, index) =>
    outcome.status === "rejected" ? [`kms-provider-${index}: ${messageOf(outcome.reason)}`] : [],
  );
  return problems.length === 0 ? undefined : aggregate(problems);
}

/** One check for all plugins, also where a changed file may bring some. */
const checkOf = (kms: () => readonly KmsProvider[]): HealthCheck => ({
  name: "kms-providers",
  after: ["etcd", "etcd-readiness"],
  endpoints: ["healthz", "readyz"],
  async check() {
    const problem = await problemOf(kms());
    if (problem !== undefined) throw new Error(problem);
  },
});

const RELOAD_HOOK: HealthCheck = {
  name: "poststarthook/start-encryption-provider-config-automatic-reload",
  after: ["poststarthook/start-apiserver-admission-initializer"],
  endpoints: ["healthz", "livez", "readyz"],
  check: async () => undefined,
};

function healthChecksOf(kms: () => readonly KmsProvider[], reload: boolean): readonly HealthCheck[] {
  if (reload) return [checkOf(kms), RELOAD_HOOK];
  return kms().length > 0 ? [checkOf(kms)] : [];
}

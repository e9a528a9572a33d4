import type { HealthCheck } from "../../../server/health/health-checks.ts";
import type { Log } from "../../../server/log.ts";
import type { NoteReloads } from "../../../server/record/reload-metrics.ts";
import { createEncoding, type Encoding } from "../../../storage/encryption/encoding.ts";
import { MEDIA_TYPES, storedSerialization } from "../../encryption/stored-serialization.ts";
import { etcdPrefixOf } from "../../storage/etcd-flags.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";

/** Form in which objects are stored. */
export interface StoredForm {
  /** Undefined: plain JSON, and other forms cannot be read. */
  readonly encoding: Encoding | undefined;
  readonly healthChecks: readonly HealthCheck[];
  close(): void;
}

/**
 * Reads `--storage-media-type` and `--encryption-provider-config`. `metrics`: receives the reloads of the
 * file. Throws an Error that names the flag.
 */
export async function openStoredForm(
  flags: ServeFlags,
  log: Log,
  metrics: () => NoteReloads,
): Promise<StoredForm> {
  const { storageMediaType, etcdServers, encryptionProviderConfig: path } = flags;
  checkMediaType(flags);
  const reload = flags.encryptionProviderConfigAutomaticReload;
  if (path === undefined && reload)
    throw new Error(
      "--encryption-provider-config-automatic-reload must be set with --encryption-provider-config",
    );
  const serialization = storedSerialization(storageMediaType);
  const prefix = etcdServers === undefined ? {} : { prefix: etcdPrefixOf(flags) };
  if (path === undefined) {
    const encoding = etcdServers === undefined ? undefined : createEncoding({ serialization });
    return { encoding, healthChecks: [], close: () => undefined };
  }
  const { openEncryption } = await import("../../encryption/open-encryption.ts");
  const { transformerOf, healthChecks, close } = await openEncryption(path, reload, log, metrics());
  return { encoding: createEncoding({ serialization, transformerOf, ...prefix }), healthChecks, close };
}

function checkMediaType({ storageMediaType, etcdServers }: ServeFlags): void {
  if (!MEDIA_TYPES.includes(storageMediaType))
    throw new Error(
      `--storage-media-type ${JSON.stringify(storageMediaType)} invalid, allowed values: ${MEDIA_TYPES.join(", ")}`,
    );
  if (etcdServers === undefined && storageMediaType !== MEDIA_TYPES[0])
    throw new Error(
      "--storage-media-type: objects are stored as JSON, except those in etcd (--etcd-servers)",
    );
}

import type { OpenParts } from "../../../async/open-parts.ts";
import { type Cluster, type ClusterOptions, createCluster } from "../../../cluster/cluster.ts";
import { explainPages } from "../../../explain/recent/explain-pages.ts";
import { createRecentRequests } from "../../../explain/recent/recent-requests.ts";
import { createShadow, type Shadow } from "../../../replay/shadow/shadow.ts";
import { shadowPage } from "../../../replay/shadow/shadow-page.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { HealthCheck } from "../../../server/health/health-checks.ts";
import type { Log } from "../../../server/log.ts";
import type { NoteReloads } from "../../../server/record/reload-metrics.ts";
import { createEncoding, type Encoding } from "../../../storage/encryption/encoding.ts";
import { MEDIA_TYPES, storedSerialization } from "../../encryption/stored-serialization.ts";
import { errorText } from "../../error-text.ts";
import { readManifests, watchedManifests } from "../../read-manifests.ts";
import { etcdPrefixOf } from "../../storage/etcd-flags.ts";
import { watchFiles } from "../../watch-files.ts";
import { admissionOptions } from "../admission/admission-options.ts";
import type { ManifestFolders, OpenManifests } from "../admission/manifests/open-manifests.ts";
import { authenticationOf } from "../authentication/authentication-options.ts";
import { tokenIssuerOf } from "../authentication/service-account-tokens.ts";
import { authorizationOf } from "../authorization/authorization-options.ts";
import { sharesStore } from "../flags/check-processes.ts";
import { flagValues } from "../flags/flag-values.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { proxyCertificate } from "../transport/proxy-certificate.ts";
import { diskSpace } from "./disk-space.ts";
import type { Base } from "./open-base.ts";
import { isOnDisk, openStorage } from "./open-storage.ts";
import { portOf, replicaOf, serverAddressOf } from "./server-address.ts";

/** Number of requests that can be explained afterwards. */
const REMEMBERED = 32;
/** Number of writes that are remembered for long. */
const REMEMBERED_LONG = 10_000;

/** A cluster that answers requests in this process, and its parts that the port needs. */
export interface OpenCluster {
  readonly cluster: Cluster;
  /** Authorities of proxies, PEM; undefined: there are none. */
  readonly proxyCa: string | undefined;
}

/** Plugins, rights, storage and the server over them, each closed with the others. */
export async function openCluster(base: Base, open: OpenParts): Promise<OpenCluster> {
  const { flags, log } = base;
  const admission = await openAdmission(base, open);
  const authentication = open.add(await authenticationOf(base), (one) => one.close());
  const { authorizationModes } = open.add(await authorizationOf(flags, log), (one) => one.close());
  const stored = await openStored(base, open);
  const proxy = open.add(await proxyCertificate(base), (one) => one.close());
  const shadow = shadowOf(flags, log);
  const cluster: Cluster = await createCluster({
    ...fixedOptions(base),
    ...{ ...admission, ...stored, ...proxy.options, ...authentication.options, authorizationModes },
    tokenIssuer: await tokenIssuerOf(flags, base.tellOfMode),
    ...explaining(base, shadow, () => cluster),
  });
  open.add(cluster, (one) => one.stop());
  if (shadow) open.add(await startedShadow(shadow, base, cluster), (one) => one.stop());
  return { cluster, proxyCa: authentication.proxyCa };
}

/** Returns the options that depend on the flags and the base only, not on opened resources. */
const fixedOptions = ({ flags, given, checked, identity, loop, log, recording, setVerbosity }: Base) => ({
  ...(sharesStore(flags) ? { replica: replicaOf(flags, identity) } : {}),
  ...{ ...checked, ...portOf(flags), ...serverAddressOf(flags) },
  serviceClusterIpRange: flags.serviceClusterIpRange,
  serviceNodePortRange: flags.serviceNodePortRange,
  serviceOverrides: flags.service,
  eventTtlMs: flags.eventTtl,
  priorityAndFairness: flags.enablePriorityAndFairness,
  allowedOrigins: flags.corsAllowedOrigins,
  allowPrivileged: flags.allowPrivileged,
  profiling: flags.profiling,
  requestTimeoutMs: flags.requestTimeout,
  minRequestTimeoutSeconds: flags.minRequestTimeout,
  ...{ loop, log, setVerbosity, metrics: recording.metrics, flags: flagValues(given) },
});

type Admission = Omit<Awaited<ReturnType<typeof admissionOptions>>, "manifestFolders" | "connections">;

async function openAdmission(
  base: Base,
  open: OpenParts,
): Promise<Admission & Pick<ClusterOptions, "manifests">> {
  const { flags, checked } = base;
  const { manifestFolders, connections, ...admission } = await admissionOptions(
    flags,
    checked.features,
    base.log,
  );
  open.add(connections, (one) => one.close());
  const manifests = open.add(await manifestsIn(manifestFolders, base), (one) => one?.close());
  return { ...admission, ...(manifests && { manifests }) };
}

async function openStored(
  base: Base,
  open: OpenParts,
): Promise<Required<Pick<ClusterOptions, "storage" | "healthChecks">>> {
  const { flags, log, parent, recording, serverId, shutdown } = base;
  const form = open.add(await openStoredForm(flags, log, () => recording.encryption(serverId)), (one) =>
    one.close(),
  );
  const space = diskSpace(log);
  const tell = { ...base, tellOfSpace: space.tell };
  const storage = open.add(await openStorage(flags, tell, form.encoding), (one) => one.close());
  const hasDisk = isOnDisk(flags) && parent === undefined;
  const healthChecks = [...(hasDisk ? [space.check] : []), ...form.healthChecks, shutdown.check];
  return { storage, healthChecks };
}

/** Returns the observers of requests, and the pages that show the requests. */
function explaining(
  { recording }: Base,
  shadow: Shadow | undefined,
  cluster: () => Cluster,
): Pick<ClusterOptions, "recorders" | "intercept" | "pages"> {
  const recent = createRecentRequests(REMEMBERED, REMEMBERED_LONG);
  return {
    recorders: [...recording.recorders, recent.recorder, ...(shadow ? [shadow.recorder] : [])],
    intercept: recent.intercept,
    pages: {
      "/explain/": explainPages(recent, cluster),
      ...(shadow && { "/shadow": shadowPage(shadow, cluster) }),
    },
  };
}

/** Returns undefined if no plugin has a folder of manifests. */
async function manifestsIn(
  folders: ManifestFolders,
  { recording, serverId, log }: Base,
): Promise<OpenManifests | undefined> {
  if (Object.values(folders).every((dir) => dir === "")) return undefined;
  const { openManifests } = await import("../admission/manifests/open-manifests.ts");
  const note = recording.manifests(serverId);
  return openManifests(folders, (plugin, outcome) => {
    note(plugin, outcome);
    if (outcome.status === "success") log("info", "manifests of admission are in effect", { plugin });
    else log("error", "manifests of admission cannot be loaded", { plugin, error: messageOf(outcome.error) });
  });
}

/** A server whose shadow cannot be read does not start. */
async function startedShadow(shadow: Shadow, { flags, log }: Base, cluster: Cluster) {
  try {
    return await startShadow(shadow, flags.shadow, cluster, log);
  } catch (error) {
    throw new Error(`--shadow: ${errorText(error)}`, { cause: error });
  }
}

/**
 * Returns the shadow that the flags configure; undefined if there is none. It must be started after the
 * server.
 */
function shadowOf({ shadow, shadowCall }: ServeFlags, log: Log): Shadow | undefined {
  if (shadow.length > 0) return createShadow({ files: shadow, calls: shadowCall, log });
  if (shadowCall) throw new Error("--shadow-call needs --shadow PATH");
  return undefined;
}

/** Reads the files, and reads them again whenever they change. Throws with file and line for what cannot be read. */
async function startShadow(
  shadow: Shadow,
  paths: readonly string[],
  cluster: Cluster,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const read = async (): Promise<readonly string[]> => {
    const manifests = (await Promise.all(paths.map(readManifests))).flat();
    for (const { at, of, message } of await shadow.replace(manifests, cluster))
      log("warn", `shadow: ${of}: ${message}`, { at });
    return watchedManifests(paths);
  };
  const watching = watchFiles(await read(), read, (error) =>
    log("warn", `shadow: not read again, it stays as it was: ${error.message}`),
  );
  return {
    async stop() {
      watching.stop();
      await shadow.stop();
    },
  };
}

/** Form in which objects are stored. */
interface StoredForm {
  /** Undefined: plain JSON, and other forms cannot be read. */
  readonly encoding: Encoding | undefined;
  readonly healthChecks: readonly HealthCheck[];
  close(): void;
}

/**
 * Reads `--storage-media-type` and `--encryption-provider-config`. `metrics`: receives the reloads of the
 * file. Throws an Error that names the flag.
 */
async function openStoredForm(flags: ServeFlags, log: Log, metrics: () => NoteReloads): Promise<StoredForm> {
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

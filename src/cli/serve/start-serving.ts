import { createHash, randomUUID } from "node:crypto";
import { isIPv6 } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { describeError, messageOf } from "../../api/describe-error.ts";
import type { TellOfMode } from "../../api/private-files.ts";
import { clientAuthorities } from "../../api/x509/ca-bundle.ts";
import { type Cluster, createCluster } from "../../cluster/cluster.ts";
import type { Advertised, ControllerHost } from "../../controllers/controller.ts";
import { whileLeading } from "../../controllers/leader.ts";
import { startControllers } from "../../controllers/start-controllers.ts";
import { explainPages } from "../../explain/explain-pages.ts";
import { createRecentRequests } from "../../explain/recent-requests.ts";
import { type Certificates, ensureCertificates } from "../../http/certificates/ensure-certificates.ts";
import type { KeyPair } from "../../http/certificates/issue.ts";
import type { HandshakeTurn } from "../../http/serve/handshakes.ts";
import { type Listening, serve } from "../../http/serve.ts";
import { onSteps } from "../../http/together.ts";
import type { Shadow } from "../../replay/shadow/shadow.ts";
import { shadowPage } from "../../replay/shadow/shadow-page.ts";
import type { Log } from "../../server/log.ts";
import { FairLoop } from "../../server/loop/fair-loop.ts";
import { identityOf } from "../../server/replicas/identity-lease.ts";
import type { ReplicaIdentity } from "../../server/replicas/replicas.ts";
import type { Connection } from "../../webhook/lookup/connection.ts";
import { readNamed } from "../read-named.ts";
import { untilAsked } from "../until-asked.ts";
import { letYoungHeapGrow } from "../young-heap.ts";
import { admissionOptions } from "./admission-options.ts";
import { advertisedAddress } from "./advertised.ts";
import { authenticationOf } from "./authentication-options.ts";
import { authorizationOf } from "./authorization-options.ts";
import { type BesideConsole, openConsole } from "./beside-console.ts";
import { checkFlags } from "./check-flags.ts";
import { containCrashes } from "./contain-crashes.ts";
import { flagValues } from "./flag-values.ts";
import { createLog } from "./log.ts";
import type { ManifestFolders, OpenManifests } from "./manifests/open-manifests.ts";
import { openStorage, placeOf } from "./open-storage.ts";
import { proxyCertificate } from "./proxy-certificate.ts";
import { type Recording, recorderOptions } from "./recorders.ts";
import type { ServeFlags } from "./serve-flags.ts";
import { shadowOf, startShadow } from "./serve-shadow.ts";
import { tokenIssuerOf } from "./service-account-tokens.ts";
import { printWelcome } from "./welcome.ts";
import { writableFolder } from "./writable-folder.ts";
import { writeKubeconfig } from "./write-kubeconfig.ts";

/** What is left to do after the first answer, and makes objects that stay: controllers, discovery. */
const STARTED_AFTER_MS = 3000;

/** So many requests can be explained afterwards. */
const REMEMBERED = 32;

/** A server that answers, and all that runs beside it. */
export interface Running {
  readonly cluster: Cluster;
  /** `https://127.0.0.1:6443`. */
  readonly address: string;
  /** Where the administrator's kubeconfig lies. */
  readonly kubeconfig: string;
  /** What is in it. */
  readonly connection: Omit<Connection, "token">;
  readonly log: Log;
  /** Answers what is under way, then stops everything. */
  stop(): Promise<void>;
}

/** From flags to a server that answers; returns when it has stopped. */
export async function startServing(flags: ServeFlags): Promise<void> {
  const startedAt = performance.now();
  const running = await bringUp(flags);
  const beside = await consoleBeside(running, flags);
  // Before it says that it is there: whoever reads that may tell it to stop at once.
  const asked = untilAsked();
  printWelcome({
    ...running,
    ...(beside === undefined ? {} : { console: beside.link }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
    kept: placeOf(flags),
    fakeNodes: Number(flags.fakeNodes),
    milliseconds: performance.now() - startedAt,
  });
  await asked;
  beside?.close();
  await running.stop();
}

/** Acts as the administrator. */
async function consoleBeside(running: Running, flags: ServeFlags): Promise<BesideConsole | undefined> {
  if (flags.console === false) return undefined;
  try {
    return await openConsole(running.connection, flags.consolePort, (code) =>
      running.log("warn", "the console has ended, and starts again when it is opened", { code }),
    );
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Storage, server, port, controllers, kubeconfig. Throws an Error that names the flag that is wrong. */
export async function bringUp(given: ServeFlags): Promise<Running> {
  const flags = { ...given, dataDir: await writableFolder(given) };
  const checked = checkFlags(flags);
  const { log, setVerbosity } = createLog(flags.logLevel, flags.logFormat);
  const tellOfMode = modeTeller(log);
  const certificates = await certificatesFor(flags, tellOfMode);
  const recording = await recorderOptions(flags, log);
  const recent = createRecentRequests(REMEMBERED);
  const shadow = shadowOf(flags, log);
  let isReady = false;
  // What a start takes holds nobody up.
  const loop = new FairLoop((context, ms) => isReady && recording.held(context, ms));
  const identity = `${hostname()}_${randomUUID()}`;
  const { manifestFolders, ...admission } = await admissionOptions(flags);
  const manifests = await manifestsIn(manifestFolders, serverAddressOf(flags).serverAddress, recording, log);
  const authentication = await authenticationOf(flags, log);
  const { close: closeAuthorization, authorizationModes } = await authorizationOf(flags, log);
  const cluster: Cluster = await createCluster({
    storage: await openStorage(flags, tellOfMode),
    ...(flags.etcdServers === undefined ? {} : { replica: replicaOf(flags, identity) }),
    ...checked,
    ...portOf(flags),
    ...serverAddressOf(flags),
    ...admission,
    ...(manifests && { manifests }),
    tokenIssuer: await tokenIssuerOf(flags, tellOfMode),
    ...(await proxyCertificate(flags)),
    ...authentication.options,
    authorizationModes,
    loop,
    recorders: [...recording.recorders, recent.recorder, ...(shadow ? [shadow.recorder] : [])],
    intercept: recent.intercept,
    pages: {
      "/explain/": explainPages(recent, () => cluster),
      ...(shadow && { "/shadow": shadowPage(shadow, () => cluster) }),
    },
    metrics: recording.metrics,
    log,
    setVerbosity,
    flags: flagValues(flags),
  });
  const shadowing = shadow && (await startedShadow(shadow, flags, cluster, log));
  const handshakeTurn = () => loop.handshake();
  const listening = await listen(flags, certificates, cluster.handle, {
    handshakeTurn,
    proxyCa: authentication.proxyCa,
    log,
  });
  const own = await ownCertificate(flags);
  const caBundle = own === undefined ? certificates.ca.cert : `${own.cert}\n${certificates.ca.cert}`;
  const eventTtlMs = sweepAfter(checked.eventTtlMs, flags);
  const host = { ...cluster, ...advertised(flags, listening), caBundle, eventTtlMs };
  const begin = () => startControllers(host, flags.controllers, log, checked.fakeNodes);
  const controllers = await runControllers(flags, identity, host, begin);
  const client = administrator(certificates);
  const stop = async (): Promise<void> => {
    manifests?.close();
    authentication.close();
    closeAuthorization();
    await Promise.all([controllers.stop(), listening.close()]);
    await shadowing?.stop();
    await cluster.stop();
    await recording.close();
  };
  const input = { server: urlOf(listening), ca: caBundle, client };
  const kubeconfig = await writeKubeconfig(flags, input).catch(async (error) => {
    await stop();
    throw error;
  });
  setTimeout(letYoungHeapGrow, STARTED_AFTER_MS).unref();
  const letCrashes = containCrashes(log);
  const ends = [loop.watch(), onSteps(loop)];
  isReady = true;
  return {
    cluster,
    address: urlOf(listening),
    kubeconfig,
    connection: { server: urlOf(listening), ca: caBundle, ...client },
    log,
    async stop() {
      for (const end of ends) end();
      await stop();
      letCrashes();
    },
  };
}

/** Undefined: no plugin has a folder of manifests. */
async function manifestsIn(
  folders: ManifestFolders,
  address: string | undefined,
  recording: Recording,
  log: Log,
): Promise<OpenManifests | undefined> {
  if (Object.values(folders).every((dir) => dir === "")) return undefined;
  const { openManifests } = await import("./manifests/open-manifests.ts");
  const note = recording.manifests(address === undefined ? "" : identityOf(address));
  return openManifests(folders, (plugin, outcome) => {
    note(plugin, outcome);
    if (outcome.status === "success") log("info", "manifests of admission are in effect", { plugin });
    else log("error", "manifests of admission cannot be loaded", { plugin, error: messageOf(outcome.error) });
  });
}

/** A server whose shadow cannot be read does not start. */
async function startedShadow(shadow: Shadow, { shadow: paths }: ServeFlags, cluster: Cluster, log: Log) {
  try {
    return await startShadow(shadow, paths, cluster, log);
  } catch (error) {
    await cluster.stop();
    throw new Error(`--shadow: ${messageOf(error)}`, { cause: error });
  }
}

/** etcd lets events go by itself: what is left so much later has no lease, for it was copied, or written by something older. */
const LEASES_MAY_TAKE_MS = 5 * 60_000;

const sweepAfter = (ttlMs: number, { etcdServers }: ServeFlags): number =>
  ttlMs === 0 || etcdServers === undefined ? ttlMs : ttlMs + LEASES_MAY_TAKE_MS;

/** Over etcd there may be other servers: one of them runs the controllers. */
async function runControllers(
  flags: ServeFlags,
  identity: string,
  host: ControllerHost,
  begin: () => ReturnType<typeof startControllers>,
): Promise<{ stop(): Promise<void> }> {
  if (flags.etcdServers === undefined) return begin();
  return whileLeading(host, { identity }, begin);
}

/** As kube-apiserver names its own Lease: one word for each start. */
function replicaOf(flags: ServeFlags, identity: string): ReplicaIdentity {
  const name = `apiserver-${createHash("sha256").update(identity).digest("hex").slice(0, 26)}`;
  const { serverAddress } = serverAddressOf(flags);
  return serverAddress === undefined ? { name } : { name, address: serverAddress };
}

/** Where clients reach this server, as far as that is known before it listens. */
function serverAddressOf(flags: ServeFlags): { serverAddress?: string } {
  const address = advertisedAddress(flags.advertiseAddress, flags.bindAddress);
  const { port } = portOf(flags);
  if (address === undefined || port === undefined) return {};
  return { serverAddress: isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}` };
}

/** A port that the system picks is not known yet. */
const portOf = ({ securePort }: ServeFlags): { port?: number } =>
  Number(securePort) === 0 ? {} : { port: Number(securePort) };

function advertised(flags: ServeFlags, { port }: Listening): { advertised?: Advertised } {
  const address = advertisedAddress(flags.advertiseAddress, flags.bindAddress);
  return address === undefined ? {} : { advertised: { address, port } };
}

const modeTeller =
  (log: Log): TellOfMode =>
  (path, was, problem) => {
    if (problem === undefined) log("warn", "others could read this; now only its owner can", { path, was });
    else log("warn", "others can read this, and its mode cannot be changed", { path, was, error: problem });
  };

async function certificatesFor(flags: ServeFlags, tellOfMode: TellOfMode): Promise<Certificates> {
  const certDir = flags.certDir ?? join(flags.dataDir, "certs");
  const admin = { commonName: "admin", organizations: ["system:masters"] };
  return ensureCertificates({ certDir, hosts: [flags.bindAddress], clients: { admin }, tellOfMode });
}

function administrator({ clients: { admin } }: Certificates): KeyPair {
  if (admin === undefined) throw new Error("the administrator's certificate is missing");
  return admin;
}

async function listen(
  flags: ServeFlags,
  certificates: Certificates,
  handle: Parameters<typeof serve>[0],
  { handshakeTurn, proxyCa, log }: { handshakeTurn: HandshakeTurn; proxyCa: string | undefined; log: Log },
): Promise<Listening> {
  const own = await ownCertificate(flags);
  const clientCa = await clientCaOf(flags, certificates);
  try {
    return await serve(handle, {
      cert: own?.cert ?? certificates.serving.cert,
      key: own?.key ?? certificates.serving.key,
      clientCa,
      ...(proxyCa === undefined ? {} : { proxyCa }),
      host: flags.bindAddress,
      port: Number(flags.securePort),
      handshakeTurn,
      onError: (error, request) =>
        log("error", "request crashed", {
          method: request.method,
          path: request.path,
          error: describeError(error),
        }),
    });
  } catch (error) {
    throw new Error(
      `cannot listen on ${flags.bindAddress}:${flags.securePort}: ${messageOf(error)} (--secure-port 0 picks a free port)`,
      { cause: error },
    );
  }
}

/** What the file names comes on top of the server's own authority. */
async function clientCaOf({ clientCaFile }: ServeFlags, { ca }: Certificates): Promise<string> {
  if (clientCaFile === undefined) return ca.cert;
  const flag = "--client-ca-file";
  const pem = await readNamed(clientCaFile, flag);
  try {
    return `${ca.cert}\n${clientAuthorities(pem)}`;
  } catch (error) {
    throw new Error(`${flag}: ${clientCaFile}: ${messageOf(error)}`, { cause: error });
  }
}

async function ownCertificate(flags: ServeFlags): Promise<{ cert: string; key: string } | undefined> {
  if (flags.tlsCertFile === undefined || flags.tlsPrivateKeyFile === undefined) return undefined;
  return {
    cert: await readNamed(flags.tlsCertFile, "--tls-cert-file"),
    key: await readNamed(flags.tlsPrivateKeyFile, "--tls-private-key-file"),
  };
}

const urlOf = ({ address, port }: Listening): string => {
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
};

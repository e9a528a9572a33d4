import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { messageOf } from "../../api/describe-error.ts";
import { type OpenParts, openAll } from "../../api/open-parts.ts";
import { type Cluster, createCluster } from "../../cluster/cluster.ts";
import type { ControllerHost } from "../../controllers/controller.ts";
import { whileLeading } from "../../controllers/leader.ts";
import { startControllers } from "../../controllers/start-controllers.ts";
import { explainPages } from "../../explain/explain-pages.ts";
import { createRecentRequests } from "../../explain/recent-requests.ts";
import { onSteps } from "../../http/together.ts";
import type { Shadow } from "../../replay/shadow/shadow.ts";
import { shadowPage } from "../../replay/shadow/shadow-page.ts";
import type { Log } from "../../server/log.ts";
import { FairLoop } from "../../server/loop/fair-loop.ts";
import { identityOf } from "../../server/replicas/identity-lease.ts";
import type { Connection } from "../../webhook/lookup/connection.ts";
import { untilAsked } from "../until-asked.ts";
import { letYoungHeapGrow } from "../young-heap.ts";
import { admissionOptions } from "./admission-options.ts";
import { authenticationOf } from "./authentication-options.ts";
import { authorizationOf } from "./authorization-options.ts";
import { type BesideConsole, openConsole } from "./beside-console.ts";
import { checkFlags } from "./check-flags.ts";
import { containCrashes } from "./contain-crashes.ts";
import { flagValues } from "./flag-values.ts";
import { listen, urlOf } from "./listen.ts";
import { createLog } from "./log.ts";
import type { ManifestFolders, OpenManifests } from "./manifests/open-manifests.ts";
import { modeTeller } from "./mode-teller.ts";
import { openStorage, placeOf } from "./open-storage.ts";
import { openStoredForm } from "./open-stored-form.ts";
import { proxyCertificate } from "./proxy-certificate.ts";
import { type Recording, recorderOptions } from "./recorders.ts";
import type { ServeFlags } from "./serve-flags.ts";
import { shadowOf, startShadow } from "./serve-shadow.ts";
import { advertised, portOf, replicaOf, serverAddressOf } from "./server-address.ts";
import { tokenIssuerOf } from "./service-account-tokens.ts";
import { administrator, certificatesFor, clientCaOf, servingCertificate } from "./serving-certificates.ts";
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

/** From flags to a server that answers, which `onReady` is told; returns when it has stopped. */
export async function startServing(flags: ServeFlags, onReady: () => void = () => {}): Promise<void> {
  const startedAt = performance.now();
  const running = await bringUp(flags);
  const beside = await consoleBeside(running, flags);
  // Before it says that it is there: anyone who reads that may tell it to stop at once.
  const asked = untilAsked();
  printWelcome({
    ...running,
    ...(beside === undefined ? {} : { console: beside.link }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
    kept: placeOf(flags),
    fakeNodes: Number(flags.fakeNodes),
    milliseconds: performance.now() - startedAt,
  });
  onReady();
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

/**
 * Storage, server, port, controllers, kubeconfig. Rejects with an Error that names the flag that is wrong; what was started
 * until then is stopped.
 */
export const bringUp = (flags: ServeFlags): Promise<Running> => openAll((open) => bringUpParts(flags, open));

async function bringUpParts(given: ServeFlags, open: OpenParts): Promise<Running> {
  const flags = { ...given, dataDir: await writableFolder(given) };
  const checked = checkFlags(flags);
  const { log, setVerbosity } = createLog(flags.logLevel, flags.logFormat);
  const tellOfMode = modeTeller(log);
  const certificates = await certificatesFor(flags, tellOfMode);
  const recording = open.add(await recorderOptions(flags, log), (one) => one.close());
  const recent = createRecentRequests(REMEMBERED);
  const shadow = shadowOf(flags, log);
  let isReady = false;
  // What a start takes holds nobody up.
  const loop = new FairLoop((context, ms) => isReady && recording.held(context, ms));
  const identity = `${hostname()}_${randomUUID()}`;
  const { manifestFolders, connections, ...admission } = await admissionOptions(flags, checked.features);
  open.add(connections, (one) => one.close());
  const { serverAddress } = serverAddressOf(flags);
  const manifests = open.add(await manifestsIn(manifestFolders, serverAddress, recording, log), (one) =>
    one?.close(),
  );
  const authentication = open.add(await authenticationOf(flags, log), (one) => one.close());
  const { authorizationModes } = open.add(await authorizationOf(flags, log), (one) => one.close());
  const idOfServer = serverAddress === undefined ? "" : identityOf(serverAddress);
  const storedForm = open.add(
    await openStoredForm(flags, log, () => recording.encryption(idOfServer)),
    (one) => one.close(),
  );
  const storage = open.add(await openStorage(flags, tellOfMode, storedForm.encoding), (one) => one.close());
  const proxy = open.add(await proxyCertificate(flags, log), (one) => one.close());
  const cluster: Cluster = await createCluster({
    storage,
    healthChecks: storedForm.healthChecks,
    ...(flags.etcdServers === undefined ? {} : { replica: replicaOf(flags, identity) }),
    ...checked,
    ...portOf(flags),
    ...serverAddressOf(flags),
    ...admission,
    ...(manifests && { manifests }),
    tokenIssuer: await tokenIssuerOf(flags, tellOfMode),
    ...proxy.options,
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
  open.add(cluster, (one) => one.stop());
  if (shadow) open.add(await startedShadow(shadow, flags, cluster, log), (one) => one.stop());
  const { caBundle, ...certificate } = await servingCertificate(flags, certificates);
  const listening = await listen(flags, cluster.handle, {
    certificate,
    clientCa: await clientCaOf(flags, certificates),
    handshakeTurn: () => loop.handshake(),
    overheadTurn: (bytes) => loop.overhead(bytes),
    proxyCa: authentication.proxyCa,
    log,
  });
  const controllers: { stop(): Promise<void> }[] = [];
  // Their requests are among those that are waited for: both end together.
  open.add(listening, (port) => Promise.all([port.close(), ...controllers.map((one) => one.stop())]));
  const eventTtlMs = sweepAfter(checked.eventTtlMs, flags);
  const host = { ...cluster, ...advertised(flags, listening), caBundle, eventTtlMs };
  const begin = () => startControllers(host, flags.controllers, log, checked.fakeNodes);
  controllers.push(await runControllers(flags, identity, host, begin));
  const client = administrator(certificates);
  const input = { server: urlOf(listening), ca: caBundle, client };
  const kubeconfig = await writeKubeconfig(flags, input);
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
      await open.close();
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

import { type OpenParts, openAll } from "../../../async/open-parts.ts";
import type { Cluster } from "../../../cluster/cluster.ts";
import { onSteps } from "../../../http/in-step.ts";
import type { Listening } from "../../../http/serve.ts";
import type { Log } from "../../../server/log.ts";
import type { ControllerHost } from "../../../workloads/base/controller.ts";
import { whileLeading } from "../../../workloads/base/leader.ts";
import { startControllers } from "../../../workloads/start-controllers.ts";
import type { CertificateConnection } from "../../connect/connection.ts";
import type { GivenFlags } from "../../flags/flag.ts";
import { collectWhenIdle } from "../../idle-memory.ts";
import { letSemiSpaceGrow } from "../../young-objects.ts";
import { writeKubeconfig } from "../files/write-kubeconfig.ts";
import { sharesStore } from "../flags/check-processes.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import type { ParentLink } from "../processes/parent-link.ts";
import { administrator, clientCaOf, servingCertificate } from "../transport/serving-certificates.ts";
import { signerWith } from "../transport/sign-certificates.ts";
import { containCrashes } from "./contain-crashes.ts";
import { listen, urlOf } from "./listen.ts";
import { type Base, openBase } from "./open-base.ts";
import { type OpenCluster, openCluster } from "./open-cluster.ts";
import { advertised } from "./server-address.ts";

/**
 * Time from the first answer until the young heap may grow, in milliseconds. The work of that time
 * (controllers, discovery) creates long-lived objects.
 */
const STARTED_AFTER_MS = 3000;

/** A server that answers, and all that runs beside it. */
export interface Running {
  readonly cluster: Cluster;
  /** `https://127.0.0.1:6443`. */
  readonly address: string;
  /** Its folder of data is that of `--data-dir`, or a temporary one (`writableFolder`). */
  readonly flags: ServeFlags;
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** Connection data in that kubeconfig. */
  readonly connection: CertificateConnection;
  readonly log: Log;
  /** Answers what is under way, then stops everything. */
  stop(): Promise<void>;
}

/**
 * Storage, server, port, controllers, kubeconfig. Rejects with an Error that names the flag that is wrong; what was started
 * until then is stopped. `parent`: that of a server which is one of several processes.
 */
export const bringUp = (given: GivenFlags, parent?: ParentLink): Promise<Running> =>
  openAll((open) => bringUpParts(given, parent, open));

async function bringUpParts(
  given: GivenFlags,
  parent: ParentLink | undefined,
  open: OpenParts,
): Promise<Running> {
  const base = await openBase(given, parent, open);
  const opened = await openCluster(base, open);
  const { listening, caBundle } = await openPort(base, opened, open);
  const client = administrator(base.certificates);
  const connection = { server: urlOf(listening), ca: caBundle, ...client };
  const kubeconfig = await writeKubeconfig(base.flags, { server: urlOf(listening), ca: caBundle, client });
  setTimeout(letSemiSpaceGrow, STARTED_AFTER_MS).unref();
  open.add(collectWhenIdle(), (end) => end());
  const { cluster } = opened;
  const stop = watchProcess(base, open);
  const { flags, log } = base;
  return { cluster, address: urlOf(listening), flags, kubeconfig, connection, log, stop };
}

/** The port, and the controllers behind it: their requests are among those that are waited for, so both end together. */
async function openPort(base: Base, { cluster, proxyCa }: OpenCluster, open: OpenParts) {
  const { flags, checked, certificates, loop, log, parent } = base;
  const { caBundle, ...certificate } = await servingCertificate(flags, certificates);
  const listening = await listen(flags, parent?.together(cluster.handle) ?? cluster.handle, {
    ...{ certificate, proxyCa, log, clientCa: await clientCaOf(flags, certificates) },
    serving: checked.serving,
    handshakeTurn: () => loop.handshake(),
    overheadTurn: (bytes) => loop.overhead(bytes),
  });
  const controllers: { stop(): Promise<void> }[] = [];
  open.add(listening, (port) => Promise.all([port.close(), ...controllers.map((one) => one.stop())]));
  controllers.push(await runControllers(base, cluster, listening, caBundle));
  return { listening, caBundle };
}

/** Several servers with one store elect one that runs the controllers. */
async function runControllers(
  { flags, identity, log, certificates }: Base,
  cluster: Cluster,
  listening: Listening,
  caBundle: string,
): Promise<{ stop(): Promise<void> }> {
  const eventTtlMs = sweepAfter(flags);
  const signCertificate = signerWith(certificates.ca);
  const host: ControllerHost = {
    ...cluster,
    ...advertised(flags, listening),
    ...{ caBundle, eventTtlMs, signCertificate },
  };
  const begin = () => startControllers(host, flags.controllers, log, flags.fakeNodes);
  return sharesStore(flags) ? whileLeading(host, { identity }, begin) : begin();
}

/**
 * Time after which remaining events are removed here, in milliseconds. etcd expires events itself: events
 * that remain for this long have no lease, because they were copied, or written by an older version.
 */
const LEASES_MAY_TAKE_MS = 5 * 60_000;

const sweepAfter = ({ eventTtl: ttlMs, etcdServers }: ServeFlags): number =>
  ttlMs === 0 || etcdServers === undefined ? ttlMs : ttlMs + LEASES_MAY_TAKE_MS;

/**
 * Starts the monitoring of a server that answers: its event loop, and unforeseen errors. Returns a function
 * that stops the monitoring.
 */
function watchProcess({ log, loop, noteReady, shutdown }: Base, open: OpenParts): () => Promise<void> {
  const letCrashes = containCrashes(log);
  const ends = [loop.watch(), onSteps(loop)];
  noteReady();
  return async () => {
    await shutdown.begin();
    for (const end of ends) end();
    await open.close();
    letCrashes();
  };
}

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { OpenParts } from "../../../async/open-parts.ts";
import type { TellOfMode } from "../../../disk/private-files.ts";
import type { Certificates } from "../../../http/certificates/ensure-certificates.ts";
import { identityOf } from "../../../server/background/replicas/identity-lease.ts";
import type { Log } from "../../../server/log.ts";
import { FairLoop, type TellOfHold } from "../../../server/loop/fair-loop.ts";
import type { LoopUser } from "../../../server/loop/loop-budget.ts";
import type { ServerOptions } from "../../../server/options.ts";
import { createMetrics } from "../../../server/record/metrics.ts";
import type { Recorder } from "../../../server/record/recorder.ts";
import type { NoteManifests, NoteReloads } from "../../../server/record/reload-metrics.ts";
import type { GivenFlags } from "../../flags/flag.ts";
import { openAudit } from "../audit/open-audit.ts";
import { writableFolder } from "../files/writable-folder.ts";
import { tellOfAccepted } from "../flags/accepted-flags.ts";
import { type CheckedFlags, checkFlags } from "../flags/check-flags.ts";
import { readServeFlags, type ServeFlags } from "../flags/serve-flags.ts";
import { createLog, type Logging } from "../log/log.ts";
import type { ParentLink } from "../processes/parent-link.ts";
import { certificatesFor } from "../transport/serving-certificates.ts";
import { modeTeller } from "./log-write-mode.ts";
import { serverAddressOf } from "./server-address.ts";
import { type Shutdown, shutdownAfter } from "./shutdown.ts";

/** Objects that all parts of a server need. */
export interface Base extends Logging {
  /** Flags, with a data folder that exists and can be written. */
  readonly flags: ServeFlags;
  /** The same flags as texts. */
  readonly given: GivenFlags;
  readonly checked: CheckedFlags;
  readonly tellOfMode: TellOfMode;
  readonly certificates: Certificates;
  readonly recording: Recording;
  readonly loop: FairLoop;
  readonly shutdown: Shutdown;
  /** Undefined if this server is alone behind its port. */
  readonly parent: ParentLink | undefined;
  /** Identity of this process among servers over one etcd. */
  readonly identity: string;
  /** The id of this server in metrics; empty where its address is not known before it listens. */
  readonly serverId: string;
  /**
   * From this call on the log reports work that blocks the event loop. The work of a start blocks no
   * requests, and is not reported.
   */
  noteReady(): void;
}

/** Rejects with an Error that names the flag that is wrong. */
export async function openBase(
  first: GivenFlags,
  parent: ParentLink | undefined,
  open: OpenParts,
): Promise<Base> {
  const given = { ...first, dataDir: await writableFolder(readServeFlags(first)) };
  const flags = readServeFlags(given);
  const checked = checkFlags(flags);
  const logging = createLog(flags.logLevel, flags.loggingFormat ?? flags.logFormat, parent?.number);
  if (flags.v !== undefined) logging.setVerbosity(flags.v);
  tellOfAccepted(given, logging.log);
  const tellOfMode = modeTeller(logging.log);
  const certificates = await certificatesFor(flags, tellOfMode);
  const recording = open.add(await recorderOptions(flags, logging.log, parent), (one) => one.close());
  let isReady = false;
  const { serverAddress } = serverAddressOf(flags);
  return {
    ...{ ...logging, given, flags, checked, tellOfMode, certificates, recording, parent },
    loop: new FairLoop((context, ms) => isReady && recording.held(context, ms)),
    shutdown: shutdownAfter(flags.shutdownDelayDuration),
    identity: `${hostname()}_${randomUUID()}`,
    serverId: serverAddress === undefined ? "" : identityOf(serverAddress),
    noteReady: () => {
      isReady = true;
    },
  };
}

/** Recorders of requests, and the metrics that they count. */
interface Recording {
  readonly recorders: readonly Recorder[];
  readonly metrics: NonNullable<ServerOptions["metrics"]>;
  /** Makes the metrics of manifests of admission. */
  readonly manifests: (serverId: string) => NoteManifests;
  /** Makes those of the configuration of encryption. */
  readonly encryption: (serverId: string) => NoteReloads;
  /** Receives the work that blocks the event loop for too long. */
  readonly held: TellOfHold;
  close(): Promise<void>;
}

/**
 * Time of the process from which work that holds the event loop is a warning, in milliseconds. Before, the first request of each kind
 * takes long, because its code is compiled then.
 */
const WARM_AFTER_MS = 60_000;

/** Returns the recorders: metrics always, audit if flags configure it. */
async function recorderOptions(
  flags: ServeFlags,
  log: Log,
  parent: ParentLink | undefined,
): Promise<Recording> {
  const metrics = createMetrics();
  const audit = await openAudit(flags, parent, log);
  return {
    recorders: [metrics.recorder, ...(audit === undefined ? [] : [audit.recorder])],
    metrics: metrics.exposition,
    manifests: metrics.manifests,
    encryption: metrics.encryption,
    held(context, ms) {
      metrics.held(context, ms);
      const level = performance.now() < WARM_AFTER_MS ? "info" : "warn";
      log(level, "the event loop was held for too long", { ms: Math.round(ms), ...whoseWork(context) });
    },
    close: async () => audit?.close(),
  };
}

const whoseWork = (context: LoopUser | undefined): object =>
  context === undefined
    ? {}
    : {
        verb: context.info.verb,
        path: context.info.path.slice(0, 256),
        user: context.user.username,
        auditId: context.auditId,
      };

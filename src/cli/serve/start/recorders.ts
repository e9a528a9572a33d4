import type { Log } from "../../../server/log.ts";
import type { TellOfHold } from "../../../server/loop/fair-loop.ts";
import type { LoopUser } from "../../../server/loop/loop-budget.ts";
import type { ServerOptions } from "../../../server/options.ts";
import type { NoteManifests } from "../../../server/record/manifest-metrics.ts";
import { createMetrics } from "../../../server/record/metrics.ts";
import type { Recorder } from "../../../server/record/recorder.ts";
import type { NoteReloads } from "../../../server/record/reload-metrics.ts";
import { openAudit } from "../audit/open-audit.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import type { ParentLink } from "../processes/parent-link.ts";

/** Recorders of requests, and the metrics that they count. */
export interface Recording {
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
export async function recorderOptions(
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

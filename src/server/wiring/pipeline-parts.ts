import type { AdmissionEngine } from "../../admission/engine.ts";
import type { KubeObject } from "../../api/meta.ts";
import { whoIs } from "../authenticate/authenticate.ts";
import { writeStatusInternally } from "../background/internal-requests.ts";
import type { Replicas } from "../background/replicas/replicas.ts";
import { statusWork } from "../background/side-work/status-work.ts";
import type { RequestLimits } from "../flow-control/request-limits.ts";
import { kindLookup } from "../handle/transient-kinds.ts";
import { Rounds } from "../handle/watch/rounds.ts";
import { SharedEvents } from "../handle/watch/shared-events.ts";
import { escalationGuards } from "../handle/write/rights/escalation.ts";
import { paramReadRules } from "../handle/write/rights/param-reads.ts";
import type { Writes } from "../handle/write/writes.ts";
import type { FullServerOptions } from "../options.ts";
import { LongRunning } from "../record/long-running.ts";
import { combineRecorders } from "../record/recorder.ts";
import type { ServiceAllocation } from "../services/service-allocation.ts";
import type { Pipeline } from "../stages.ts";
import type { Known } from "./known.ts";
import type { Rights } from "./rights.ts";

/** Parts that must exist before requests can be processed. */
export interface Made {
  readonly known: Known;
  readonly rights: Rights;
  readonly engine: AdmissionEngine;
  readonly allocation: ServiceAllocation;
  readonly replicas: Replicas;
  readonly limits: RequestLimits;
}

/** Returns the parts that the stages of a request and the verbs need. */
export function pipelineParts(
  options: FullServerOptions,
  { known, rights, engine, allocation, replicas, limits }: Made,
  parts: () => Pipeline,
): Pipeline {
  const { storage, now, log } = options;
  const { registry, views } = known;
  const { authorize, rbac } = rights;
  const longRunning = new LongRunning();
  const writeStatus = (object: KubeObject) => writeStatusInternally(parts(), object);
  return {
    ...options,
    ...known,
    ...rights,
    requestHeaders: options.requestHeaders,
    serverAddress: options.serverAddress,
    lookup: kindLookup(registry),
    engine,
    writeGuards: escalationGuards(rbac, authorize),
    referenceRules: paramReadRules({ authorize, storage, registry }),
    whoIs: (request) => whoIs(options.authenticators, request),
    endpointSlices: (namespace, service) => known.services.endpointSlices(namespace, service),
    watchEvents: new SharedEvents(),
    rounds: new Rounds(),
    ttlSeconds: timesToLive(options.eventTtlMs),
    guardsNamespaces: options.plugins.some(({ name }) => name === "NamespaceLifecycle"),
    sideWork: new Map([
      ["/services", allocation.sideWork],
      ...statusWork(registry(), { storage, views, now, log, writeStatus }, known.availability),
    ]),
    recorder: combineRecorders(options.recorders),
    replicas,
    countWatch: (info) => longRunning.begin(info),
    watchBegins: (info) => limits.watchBegins(info),
    furtherMetrics: () => [limits.metrics(), longRunning.exposition, known.availability.exposition],
    dumpFlows: (name, withDetails) => limits.dump(name, withDetails),
  };
}

/**
 * Returns the time to live of events in whole seconds, like the reference. Both groups of events have the
 * same store prefix.
 */
function timesToLive(eventTtlMs: number): Writes["ttlSeconds"] {
  const seconds = Math.floor(eventTtlMs / 1000) || undefined;
  return ({ storagePrefix }) => (storagePrefix === "events" ? seconds : undefined);
}

import type { Manifest } from "../explain/offline/manifests.ts";
import type { RecordedRequest } from "../recording/recording.ts";
import { countOne } from "../replay/changed-decisions.ts";
import type { DecidedAgain } from "../replay/decided.ts";
import type { ReplayServer } from "../replay/replay-server.ts";
import { requestText } from "../replay/report/replay-report.ts";
import type { FindingCollector } from "./collect-findings.ts";
import { GATE_CHANGES } from "./facts/gate-changes.ts";
import type { Found } from "./finding.ts";
import { creationOf, kindOf } from "./manifests/creations.ts";
import { placeOfField } from "./place-of.ts";
import { agentOf } from "./requests/client.ts";
import { type Difference, differencesBetween } from "./requests/difference.ts";
import { type UngatedDifference, ungatedDifferences } from "./requests/ungated.ts";
import type { GateFinder } from "./versions/find-gate.ts";
import { named, type Upgraded } from "./versions/upgraded.ts";
import type { ChangedGate } from "./versions/version-server.ts";

/** Both servers of an upgrade, which decide the same requests. */
export interface BothServers {
  readonly before: ReplayServer;
  readonly now: ReplayServer;
  readonly gates: GateFinder;
}

/** Numbers of decided requests and objects. */
export interface RehearsalCounts {
  requests: number;
  /** Requests with the same decision. */
  same: number;
  /** Requests for versions that the new server does not serve. */
  notServed: number;
  /** Requests that could not be decided, by reason. */
  readonly undecided: Map<string, number>;
  /** Calls of webhooks that were taken to allow the request, by webhook. */
  readonly assumed: Map<string, number>;
  /** Requests that the old version decides otherwise here than was recorded. */
  recordedOtherwise: number;
  objects: number;
  /** Objects that both versions refuse in the same way. */
  refusedByBoth: number;
}

const noRehearsal = (): RehearsalCounts => ({
  requests: 0,
  same: 0,
  notServed: 0,
  undecided: new Map(),
  assumed: new Map(),
  recordedOtherwise: 0,
  objects: 0,
  refusedByBoth: 0,
});

/** Decides requests and creates objects with both servers. */
export class Rehearsal {
  readonly #servers: BothServers;
  readonly #upgraded: Upgraded;
  readonly #collector: FindingCollector;
  readonly counts = noRehearsal();

  constructor(servers: BothServers, upgraded: Upgraded, collector: FindingCollector) {
    this.#servers = servers;
    this.#upgraded = upgraded;
    this.#collector = collector;
  }

  /** Decides a request of a client. */
  async request(request: RecordedRequest): Promise<void> {
    const { counts } = this;
    counts.requests += 1;
    const { group, version, resource } = request.resource;
    const isServed = ({ cluster }: ReplayServer): boolean =>
      cluster.registry().find(group, version, resource) !== undefined;
    if (isServed(this.#servers.before) && !isServed(this.#servers.now)) {
      counts.notServed += 1;
      return;
    }
    const both = await this.#decide(request);
    if (both === undefined) return;
    for (const name of both.now.assumed) countOne(counts.assumed, name);
    const differences = differencesBetween(both.before, both.now, request);
    const ungated =
      differences.length === 0
        ? ungatedDifferences(both.now, request, this.#upgraded).filter((one) => isAsRecorded(one, request))
        : [];
    if (differences.length + ungated.length === 0) counts.same += 1;
    if (ungated.length === 0 && both.before.allowed !== request.decision.allowed)
      counts.recordedOtherwise += 1;
    const where = {
      request: { id: request.id, agent: agentOf(request.userAgent), user: request.user.username },
    };
    for (const one of ungated) this.#addUngated(one, request, where);
    for (const difference of differences) await this.#report(difference, request, both.before, where);
  }

  /** Creates an object in both versions. */
  async object(manifest: Manifest): Promise<void> {
    const { before, now } = this.#servers;
    const [was, is] = [before, now].map(({ cluster }) => kindOf(manifest, cluster.registry()));
    const found = was ?? is;
    if (found === undefined || is === undefined) return;
    this.counts.objects += 1;
    const creation = creationOf(manifest, found);
    const both = was === undefined ? undefined : await this.#decide(creation);
    if (both === undefined) return;
    const differences = differencesBetween(both.before, both.now, creation);
    const ungated = differences.length === 0 ? ungatedDifferences(both.now, creation, this.#upgraded) : [];
    for (const one of ungated) this.#addUngated(one, creation, { place: placeOfField(manifest, one.field) });
    if (differences.length + ungated.length === 0 && !both.now.allowed) this.counts.refusedByBoth += 1;
    for (const difference of differences)
      await this.#report(difference, creation, both.before, {
        place: placeOfField(manifest, difference.field),
      });
  }

  async #decide(
    request: RecordedRequest,
  ): Promise<{ readonly before: DecidedAgain; readonly now: DecidedAgain } | undefined> {
    const before = await this.#servers.before.decide(request);
    const now = await this.#servers.now.decide(request);
    for (const decided of [now, before])
      if (decided.kind === "undecided") {
        countOne(this.counts.undecided, decided.why);
        return undefined;
      }
    return before.kind === "decided" && now.kind === "decided" ? { before, now } : undefined;
  }

  async #report(
    difference: Difference,
    request: RecordedRequest,
    before: DecidedAgain,
    where: Pick<Found, "request" | "place">,
  ): Promise<void> {
    const { concern, cause, example } = difference;
    if (this.#collector.has({ concern, cause })) {
      this.#collector.add({ concern, cause, ...where });
      return;
    }
    const gate = await this.#servers.gates.find(async (server) => {
      const decided = await server.decide(request);
      if (decided.kind === "undecided") return false;
      return !differencesBetween(before, decided, request).some((one) => one.cause === cause);
    });
    this.#collector.add({
      concern,
      cause,
      example: [requestText(request), ...example],
      ...(gate && { gate: gate.gate, change: this.#changeOf(gate) }),
      ...where,
    });
  }

  #addUngated(
    { concern, cause, change, example }: UngatedDifference,
    request: RecordedRequest,
    where: Pick<Found, "request" | "place">,
  ): void {
    this.#collector.add({ concern, cause, change, example: [requestText(request), ...example], ...where });
  }

  /** The advice about a gate; an unlocked gate can be set to its old state for now. */
  #changeOf({ gate, before, now }: ChangedGate): string {
    const advice = GATE_CHANGES[gate];
    const canGoBack = now !== undefined && !now.isLocked;
    const back = canGoBack
      ? `--feature-gates=${gate}=${before} keeps the behavior of ${named(this.#upgraded.from)} for now`
      : "";
    return [advice ?? "", back].filter((part) => part !== "").join("; ");
  }
}

/** The recorded decision is that of the old version: it must be the one that the change ends. */
const isAsRecorded = ({ concern }: UngatedDifference, { decision }: RecordedRequest): boolean =>
  concern === "refused" ? decision.allowed : concern !== "admitted" || !decision.allowed;

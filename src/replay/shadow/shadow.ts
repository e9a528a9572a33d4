import type { UserInfo } from "../../api/meta.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { Cause, Explanation } from "../../explain/explanation.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { messageOf } from "../../report/describe-error.ts";
import { shellWord } from "../../report/shell-word.ts";
import { visibleLine } from "../../report/visible-text.ts";
import type { Log } from "../../server/log.ts";
import type { Recorder } from "../../server/record/recorder.ts";
import { readShadow } from "./shadow-configuration.ts";
import { ShadowCourse, type ShadowedRequest } from "./shadow-course.ts";
import { ShadowGroups } from "./shadow-groups.ts";
import { ShadowQueue } from "./shadow-queue.ts";
import type { ShadowReport } from "./shadow-report.ts";

interface ShadowOptions {
  /** Files of the manifests, for reports. */
  readonly files: readonly string[];
  /**
   * True if webhooks that were not called for a request are called for its second decision, as a dry run, if
   * this has no side effects. Then their responses are real instead of assumed.
   */
  readonly calls: boolean;
  readonly log: Log;
}

/** Decides every request under a second configuration after its response, and keeps the differences. */
export interface Shadow {
  /** Receives the requests of the server. */
  readonly recorder: Recorder;
  /**
   * Replaces the second configuration and resets the counts. Returns the parts of the manifests that were not
   * understood.
   */
  replace(manifests: readonly Manifest[], server: Cluster): Promise<readonly Cause[]>;
  report(server: Cluster, viewer: UserInfo): ShadowReport;
  /** Explains the example of a group. Throws 403 if the viewer may not read its object. */
  explain(id: string, server: Cluster, viewer: UserInfo): Explanation | undefined;
  /** Resolves when no request waits for its second decision. */
  settled(): Promise<void>;
  /** Decides waiting requests for at most LAST_MS, and logs the differences. */
  stop(): Promise<void>;
}

/** Time for waiting requests at the end, in milliseconds. */
const LAST_MS = 2_000;
/** Number of decisions at a time if webhooks are called, which can be slow. */
const LANES_WITH_CALLS = 4;

/** Returns a shadow, which decides nothing before the first `replace`. */
export const createShadow = (options: ShadowOptions): Shadow => new RunningShadow(options);

class RunningShadow implements Shadow {
  readonly #options: ShadowOptions;
  readonly #queue: ShadowQueue<ShadowedRequest>;
  #current: ShadowCourse | undefined;

  constructor(options: ShadowOptions) {
    this.#options = options;
    this.#queue = new ShadowQueue(options.calls ? LANES_WITH_CALLS : 1, (one, lane) =>
      this.#decide(one, lane),
    );
  }

  readonly recorder: Recorder = {
    begin: (context) => (response) => {
      const current = this.#current;
      if (current === undefined || context.verdicts.length === 0) return response;
      const milliseconds = performance.now() - context.request.startedAt;
      const about = { context, status: response.status, sequence: 0, milliseconds };
      if (context.info.verb !== "deletecollection") {
        // A retried write is one request: the last attempt counts.
        const verdict = context.verdicts.at(-1);
        if (verdict !== undefined) this.#take(current, { verdict, about, id: context.auditId });
      } else
        for (const [index, verdict] of context.verdicts.entries())
          this.#take(current, { verdict, about, id: `${context.auditId}#${index}` });
      return response;
    },
  };

  async replace(manifests: readonly Manifest[], server: Cluster): Promise<readonly Cause[]> {
    const configuration = await readShadow(manifests, server);
    const previous = this.#current;
    this.#current = new ShadowCourse(configuration, server, this.#options.calls);
    if (previous !== undefined) {
      this.#tellAll(previous, "the configuration was read again");
      this.#queue.dropped = 0;
      await previous.configuration.close();
    }
    return configuration.problems;
  }

  report(server: Cluster, viewer: UserInfo): ShadowReport {
    const { files, calls } = this.#options;
    const { dropped, size: waiting } = this.#queue;
    const { groups, since, notes } = this.#current ?? { groups: new ShadowGroups(), since: "", notes: [] };
    return groups.report({ files, calls, since, notes, dropped, waiting }, server, viewer);
  }

  explain(id: string, server: Cluster, viewer: UserInfo): Explanation | undefined {
    return this.#current?.groups.explain(id, server, viewer);
  }

  settled(): Promise<void> {
    return this.#queue.settled();
  }

  async stop(): Promise<void> {
    await this.#queue.finish(LAST_MS);
    const current = this.#current;
    if (current === undefined) return;
    this.#current = undefined;
    this.#tellAll(current, "the server stops");
    await current.configuration.close();
  }

  #take(current: ShadowCourse, one: ShadowedRequest): void {
    if (current.mayConcern(one.verdict)) this.#queue.add(one, one.about.context.valueBytes);
    else current.groups.countSame();
  }

  /** Decides one request. Returns the milliseconds that it only waited. */
  async #decide(one: ShadowedRequest, lane: number): Promise<number> {
    const current = this.#current;
    if (current === undefined) return 0;
    try {
      const group = await current.decide(one, lane);
      if (group !== undefined)
        this.#options.log("warn", `shadow: ${group.kind}: ${visibleLine(group.cause)}`, {
          example: visibleLine(group.example.request),
          open: `sallyport explain --shadow ${shellWord(visibleLine(group.example.id))}`,
        });
    } catch (error) {
      current.groups.countUndecided(`it cannot be decided a second time: ${messageOf(error)}`);
    }
    return current.waited(lane);
  }

  #tellAll({ groups }: ShadowCourse, why: string): void {
    const { requests, same, undecided } = groups.counts;
    const open = [...undecided.values()].reduce((sum, count) => sum + count, 0);
    this.#options.log("warn", `shadow: ${requests - same - open} of ${requests} decisions differ; ${why}`, {
      undecided: open,
      dropped: this.#queue.dropped,
    });
  }
}

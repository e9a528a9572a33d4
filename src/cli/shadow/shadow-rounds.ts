import { maskSecrets } from "../../explain/stream/mask-secrets.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import type { ChangedDecision } from "../../replay/change.ts";
import { changedDecisions, noReplayCounts } from "../../replay/changed-decisions.ts";
import {
  type ChangeExample,
  exampleOf,
  ReportBuilder,
  SHADOW_IDS,
} from "../../replay/report/replay-report.ts";
import { visibleLine } from "../../report/visible-text.ts";
import type { Side } from "../replay/start-servers.ts";

/** Limit for the number of distinct causes. */
const MOST_GROUPS = 1_000;

/** Everything from the moment that the files are read to the moment that they are read again. */
class Round {
  readonly side: Side;
  readonly builder = new ReportBuilder(MOST_GROUPS, maskedExample, SHADOW_IDS);
  readonly counts = noReplayCounts();

  constructor(side: Side) {
    this.side = side;
  }

  get problems(): string[] {
    return this.side.server.problems.map(({ at, of, message }) => `${at}: ${of}: ${message}`);
  }
}

/** Decides requests one after the other, under the current contents of the files. */
export class ShadowRounds {
  readonly #tell: (line: string) => void;
  #round: Round;
  #working: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(side: Side, tell: (line: string) => void) {
    this.#tell = tell;
    this.#round = this.#begin(side);
  }

  get current(): Round {
    return this.#round;
  }

  /** The first one of a cause is given to `keep`. */
  decide(request: RecordedRequest, keep: (change: ChangedDecision) => Promise<void>): Promise<void> {
    const work = this.#decide(this.#round, request, keep);
    this.#working = work.catch(() => {});
    return work;
  }

  /**
   * Replaces the configurations, and resets the counts. Requests in progress are decided under the former
   * ones.
   */
  async replace(side: Side): Promise<void> {
    if (this.#isOver) return side.server.close();
    const { side: old, counts } = this.#round;
    const working = this.#working;
    const { same, undecided } = counts;
    const open = [...undecided.values()].reduce((sum, count) => sum + count, 0);
    this.#tell(
      `the files were read again; until now ${counts.requests - same - open} of ${counts.requests} decisions differed`,
    );
    this.#round = this.#begin(side);
    await working;
    await old.server.close();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#round.side.server.close();
  }

  #begin(side: Side): Round {
    const round = new Round(side);
    for (const problem of round.problems) this.#tell(problem);
    return round;
  }

  async #decide(
    { side, builder, counts }: Round,
    request: RecordedRequest,
    keep: (change: ChangedDecision) => Promise<void>,
  ): Promise<void> {
    for await (const change of changedDecisions({ requests: [request], now: side.server }, counts)) {
      const group = builder.add(change);
      if (group === undefined) continue;
      this.#tell(
        `${group.kind}: ${visibleLine(group.cause)}; for example ${visibleLine(group.example.request)}`,
      );
      await keep(change);
    }
  }
}

/** Values of Secrets are in no report. */
function maskedExample(change: ChangedDecision): ChangeExample {
  const { object, oldObject } = change.request;
  const kind = String((object ?? oldObject)?.kind ?? "");
  return maskSecrets(exampleOf(change), kind, () => [object, oldObject]);
}

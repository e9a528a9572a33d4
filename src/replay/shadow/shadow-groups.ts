import type { UserInfo } from "../../api/meta.ts";
import type { Explanation } from "../../explain/explanation.ts";
import { type ReadPlace, readPlace, readRight } from "../../explain/recent/read-right.ts";
import type { Remembered } from "../../explain/remembered.ts";
import { maskRequest } from "../../explain/stream/mask-secrets.ts";
import type { Explained } from "../../explain/world.ts";
import { forbiddenRequest } from "../../server/authorize/attributes.ts";
import type { ChangedDecision } from "../change.ts";
import { countOne, noReplayCounts, type ReplayCounts } from "../changed-decisions.ts";
import {
  type ChangeExample,
  type ChangeGroup,
  exampleOf,
  ReportBuilder,
  SHADOW_IDS,
} from "../report/replay-report.ts";
import type { ShadowReport } from "./shadow-report.ts";

/** Highest number of causes. */
const MOST_GROUPS = 100;
/**
 * Limits of one example, and of all of them, in bytes. A larger example is kept without the request and its
 * explanation.
 */
const MOST_EXAMPLE_BYTES = 256 << 10;
const MOST_EXAMPLES_BYTES = 4 << 20;
/** Longest reason, in characters: reasons can quote texts of a client. */
const LONGEST_REASON = 500;

/** Differences by their causes. Of the requests only one example for each cause is kept, masked. */
export class ShadowGroups {
  readonly counts: ReplayCounts = noReplayCounts();
  readonly #builder: ReportBuilder;
  readonly #kept = new Map<string, Kept>();
  #about: Remembered | undefined;
  #bytes = 0;

  constructor() {
    this.#builder = new ReportBuilder(MOST_GROUPS, (change) => this.#keep(change), SHADOW_IDS);
  }

  countSame(): void {
    this.counts.requests += 1;
    this.counts.same += 1;
  }

  countUndecided(why: string): void {
    this.counts.requests += 1;
    countOne(this.counts.undecided, why.slice(0, LONGEST_REASON));
  }

  /** Counts a webhook that was assumed to allow a request. */
  countAssumed(name: string): void {
    countOne(this.counts.assumed, name);
  }

  /** True if there is no example of this cause yet. */
  isNew(key: string): boolean {
    return !this.#builder.has(key);
  }

  /**
   * Adds a change. `about` is the request, with the verdicts of both decisions. Returns the new group that
   * begins with it, if there is one.
   */
  add(change: ChangedDecision, about: Remembered): ChangeGroup | undefined {
    this.counts.requests += 1;
    this.#about = about;
    const group = this.#builder.add(change);
    this.#about = undefined;
    return group;
  }

  /** Returns the report with the parts that the viewer may see. */
  report(
    more: Omit<ShadowReport, keyof ReturnType<ReportBuilder["report"]>> & {
      readonly notes: readonly string[];
    },
    server: Explained,
    viewer: UserInfo,
  ): ShadowReport {
    const { notes, ...rest } = more;
    const report = this.#builder.report("", this.counts, notes);
    const groups = report.groups.map((group) => {
      const place = this.#kept.get(group.example.id)?.place;
      const mayRead = place !== undefined && readRight(place, server, viewer).decision === "allow";
      return mayRead ? group : { ...group, example: restricted(group.example) };
    });
    const { recording: _none, apiVersion: _replay, kind, ...counted } = report;
    return { apiVersion: "shadow.sallyport/v1", kind, ...rest, ...counted, groups };
  }

  /**
   * Explains the example of a group; undefined if there is none. Throws 403 if the viewer may not read its
   * object.
   */
  explain(id: string, server: Explained, viewer: UserInfo): Explanation | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    const { decision, reason, what } = readRight(kept.place, server, viewer);
    if (decision !== "allow") throw forbiddenRequest(what, reason);
    return kept.explanation;
  }

  #keep(change: ChangedDecision): ChangeExample {
    const about = this.#about;
    if (about === undefined) throw new Error("a change without its request");
    const explanation = change.explain();
    const shown = maskRequest(
      { example: exampleOf({ ...change, explain: () => explanation }), explanation },
      about,
    );
    const bytes = JSON.stringify(shown, bigints).length;
    const fits = bytes <= MOST_EXAMPLE_BYTES && this.#bytes + bytes <= MOST_EXAMPLES_BYTES;
    if (fits) this.#bytes += bytes;
    this.#kept.set(change.id, { place: readPlace(about), explanation: fits ? shown.explanation : undefined });
    return fits ? shown.example : { ...shown.example, review: null, findings: [] };
  }
}

interface Kept {
  readonly place: ReadPlace;
  readonly explanation: Explanation | undefined;
}

const bigints = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : value;

/** Returns an example for viewers who may not read its object: only that there was a request. */
const restricted = ({ id, now, before }: ChangeExample): ChangeExample => {
  const without = { message: "", differs: [] };
  return {
    id,
    request: "",
    before: { ...before, ...without },
    now: { ...now, ...without },
    end: "",
    findings: [],
    review: null,
  };
};

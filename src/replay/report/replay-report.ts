import type { Cause } from "../../explain/explanation.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Decider, RecordedRequest } from "../../recording/recording.ts";
import { messageOf } from "../../report/describe-error.ts";
import { CHANGE_KINDS, type ChangedDecision, type ChangeKind, type ChangeSide } from "../change.ts";
import type { ReplayCounts } from "../changed-decisions.ts";

/** Output of `sallyport replay --output json`. Members may be added; within `v1` none is renamed or removed. */
export interface ReplayReport {
  readonly apiVersion: "replay.sallyport/v1";
  readonly kind: "Report";
  /** File of the recording. */
  readonly recording: string;
  readonly requests: number;
  /** Number of requests with the same decision. */
  readonly same: number;
  /** Number of requests by kind of change. */
  readonly changed: Readonly<Record<ChangeKind, number>>;
  /** Changes by cause, the most severe kind first, then by number of requests. */
  readonly groups: readonly ChangeGroup[];
  /** Number of changes with further causes, if there are too many. */
  readonly ungrouped: number;
  /** Requests that could not be decided again, by reason. */
  readonly undecided: readonly Counted[];
  /** Calls that were assumed to be allowed because the response is not known, by webhook. */
  readonly assumed: readonly Counted[];
  readonly notes: readonly string[];
}

/** Requests whose decisions changed for the same cause. */
export interface ChangeGroup {
  readonly kind: ChangeKind;
  readonly cause: string;
  readonly by: readonly Decider[];
  readonly count: number;
  /** Ids of all requests; in the report of a shadow those of the first requests. */
  readonly requests: readonly string[];
  readonly example: ChangeExample;
}

/** The first request of a group, explained. */
export interface ChangeExample {
  readonly id: string;
  /** The request in words: `CREATE pods (v1) web in demo as jane`. */
  readonly request: string;
  readonly before: ChangeSide;
  readonly now: ChangeSide;
  /** The summary and the findings of `sallyport explain`. */
  readonly end: string;
  readonly findings: readonly Cause[];
  /** An AdmissionReview for other programs, such as `sallyport explain`; null if it is too large to be kept. */
  readonly review: JsonObject | null;
}

/** The number of requests that were decided again. */
export const decidedIn = ({ requests, undecided }: Pick<ReplayReport, "requests" | "undecided">): number =>
  undecided.reduce((rest, { count }) => rest - count, requests);

/** A text with the number of its requests. */
export interface Counted {
  readonly text: string;
  readonly count: number;
}

const MOST_GROUPS = 1_000;
/** Highest number of ids in a group of a shadow, which has no end. */
export const SHADOW_IDS = 20;

const noChanges = (): Record<ChangeKind, number> => ({
  "newly-denied": 0,
  "newly-allowed": 0,
  "denied-differently": 0,
  failing: 0,
  "patched-differently": 0,
  slower: 0,
});

/** Groups changes by their causes, with one example of each. */
export class ReportBuilder {
  readonly #most: number;
  readonly #mostIds: number;
  readonly #exampleOf: (change: ChangedDecision) => ChangeExample;
  readonly #groups = new Map<string, GrowingGroup>();
  readonly #changed = noChanges();
  #ungrouped = 0;

  /**
   * `most` is the highest number of groups, and `mostIds` that of the ids in each. `example` builds the example
   * from the first change of each.
   */
  constructor(most = MOST_GROUPS, example = exampleOf, mostIds = Number.POSITIVE_INFINITY) {
    this.#mostIds = mostIds;
    this.#most = most;
    this.#exampleOf = example;
  }

  /** True if there is a group for this cause, or no room for another one. */
  has(key: string): boolean {
    return this.#groups.has(key) || this.#groups.size >= this.#most;
  }

  /**
   * Adds a change. Returns the new group that begins with it; undefined if there is none, or there are too
   * many.
   */
  add(change: ChangedDecision): ChangeGroup | undefined {
    const { kind, cause, id } = change;
    this.#changed[kind] += 1;
    const group = this.#groups.get(cause.key);
    if (group !== undefined) {
      group.count += 1;
      if (group.requests.length < this.#mostIds) group.requests.push(id);
      return undefined;
    }
    if (this.#groups.size >= this.#most) {
      this.#ungrouped += 1;
      return undefined;
    }
    const example = this.#exampleOf(change);
    const first = { kind, cause: cause.text, by: cause.by, count: 1, requests: [id], example };
    this.#groups.set(cause.key, first);
    return first;
  }

  report(recording: string, counts: ReplayCounts, notes: readonly string[]): ReplayReport {
    return {
      apiVersion: "replay.sallyport/v1",
      kind: "Report",
      recording,
      requests: counts.requests,
      same: counts.same,
      changed: this.#changed,
      groups: [...this.#groups.values()].sort(
        (a, b) => CHANGE_KINDS.indexOf(a.kind) - CHANGE_KINDS.indexOf(b.kind) || b.count - a.count,
      ),
      ungrouped: this.#ungrouped,
      undecided: counted(counts.undecided),
      assumed: counted(counts.assumed),
      notes: [...notes, ...notesOf(counts)],
    };
  }
}

/** A group to which requests are added. */
type GrowingGroup = Omit<ChangeGroup, "count" | "requests"> & { count: number; requests: string[] };

/** Texts with their counts, the most frequent first. */
export const counted = (texts: ReadonlyMap<string, number> = new Map()): Counted[] =>
  [...texts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);

function notesOf({ lacking, recordedOtherwise }: ReplayCounts): string[] {
  return [
    ...(lacking === 0
      ? []
      : [
          `${lacking} requests: nothing is known of the object before; the request was taken to change nothing of it`,
        ]),
    ...(recordedOtherwise === 0
      ? []
      : [
          `${recordedOtherwise} requests are decided otherwise under the old configuration than was recorded: it may not be the one that was in effect`,
        ]),
  ];
}

/** Returns a change as an example. */
export function exampleOf(change: ChangedDecision): ChangeExample {
  const { request, before, now, cause } = change;
  const { end, findings } = explained(change);
  return {
    id: request.id,
    request: requestText(request),
    before,
    now,
    end: end.message,
    findings: cause.by.length === 0 ? findings : findings.filter((one) => isAbout(one, cause.by)),
    review: reviewOf(request),
  };
}

/** True if a finding is about one of these hooks, or about the binding of a policy. Others were there before. */
const isAbout = ({ of }: Cause, by: readonly Decider[]): boolean =>
  by.some((one) => one.of === of || (one.kind === "policy" && of.endsWith(`Binding/${one.name}`)));

/** Explains a change. If that fails, the explanation is the error, and the report continues. */
function explained(
  change: ChangedDecision,
): Pick<ReturnType<ChangedDecision["explain"]>, "end" | "findings"> {
  try {
    return change.explain();
  } catch (error) {
    return { end: { stage: "done", message: `cannot be explained: ${messageOf(error)}` }, findings: [] };
  }
}

/** The request in words: `CREATE pods (v1) web in demo as jane`. */
export function requestText(request: RecordedRequest): string {
  const { operation, resource, subresource, name, namespace, user } = request;
  const group = resource.group === "" ? "" : `${resource.group}/`;
  const what = `${resource.resource}${subresource === "" ? "" : `/${subresource}`} (${group}${resource.version})`;
  return `${operation} ${what} ${name === "" ? "(name to be generated)" : name}${namespace === "" ? "" : ` in ${namespace}`} as ${user.username}`;
}

/** Returns the AdmissionReview of a request. */
function reviewOf(request: RecordedRequest): JsonObject {
  const { id, operation, resource, subresource, namespace, name, object, oldObject, user, dryRun, options } =
    request;
  const { username, groups, uid, extra } = user;
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: id,
      operation,
      resource: { ...resource },
      requestResource: { ...resource },
      ...(subresource !== "" && { subResource: subresource, requestSubResource: subresource }),
      ...(namespace !== "" && { namespace }),
      name,
      userInfo: {
        username,
        groups: [...groups],
        ...(uid !== undefined && { uid }),
        ...(extra !== undefined && {
          extra: Object.fromEntries(Object.entries(extra).map(([key, list]) => [key, [...list]])),
        }),
      },
      object,
      oldObject,
      dryRun,
      options,
    },
  };
}

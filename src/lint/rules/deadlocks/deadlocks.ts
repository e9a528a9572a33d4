import type { KubeObject } from "../../../api/meta.ts";
import { type JsonObject, record, records } from "../../../json/value.ts";
import type { Backend } from "../../bring-up/backend.ts";
import {
  type Blocked,
  type Bringing,
  bringUp,
  bringUpUnder,
  needsOf,
  planOf,
  type Situation,
} from "../../bring-up/bring-up.ts";
import { circles, neverUp } from "../../bring-up/circles.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import { type LintRequest, resourceText } from "../../requests/lint-request.ts";
import { NAME_LABEL } from "../../requests/namespaces.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Backends that wait for each other, with the writes that block them. */
interface Circle {
  readonly situation: Situation;
  readonly members: readonly Bringing[];
  /** Blocked writes among the members only. */
  readonly blocked: readonly Blocked[];
  /** Backends outside the circle that wait for it. */
  readonly behind: readonly string[];
}

/** Circles of webhooks whose servers need one another, with all that waits behind them. */
async function circlesOf(model: Model, situation: Situation): Promise<Circle[]> {
  const all = await bringUp(model);
  const needs = needsOf(all, situation);
  const found = circles(needs);
  const inCircles = new Set(found.flat());
  const stuck = [...neverUp(needs)].filter((key) => !inCircles.has(key));
  return found.map((keys) => {
    const members = all.filter(({ backend }) => keys.includes(backend.key));
    const own = members.flatMap(({ backend }) => backend.hooks);
    const blocked = members.flatMap((one) => one.blocked[situation]).filter(({ by }) => own.includes(by));
    const behind = stuck.filter((key) => reaches(needs, key, keys));
    return { situation, members, blocked, behind };
  });
}

function reaches(
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  goals: readonly string[],
): boolean {
  const seen = new Set<string>([from]);
  for (const one of seen) for (const other of needs.get(one) ?? []) seen.add(other);
  return goals.some((goal) => seen.has(goal));
}

/** Builds the problem of a circle. `says` describes the problem, before the list of blocked writes. */
async function circleProblem(model: Model, circle: Circle, says: string): Promise<Problem> {
  const { situation, behind } = circle;
  const backends = circle.members.map(({ backend }) => backend);
  const fix = await findFix(model, backends, circle.blocked, situation);
  const [first] = fix?.hooks ?? circle.blocked.map(({ by }) => by);
  const at = first ?? backends[0]?.hooks[0];
  if (at === undefined) throw new Error("a circle without webhooks");
  const unknown = [...new Set(circle.blocked.flatMap((one) => one.unknown))];
  return {
    of: at.of,
    path: at.base,
    webhook: at.name,
    message: `${says}: ${reasons(circle)}${behindText(behind)}${unknownText(circle.blocked)}`,
    fix: fix === undefined ? "" : `${fix.says}${hooksText(fix.hooks.map(({ name }) => name))}`,
    ...(isDoubtful(circle) && unknown.length > 0 && { severity: "info" as const }),
  };
}

/** Describes each member: its first failing write, and the further ones. */
function reasons({ members, blocked, situation }: Circle): string {
  return members
    .map((member) => {
      const own = member.blocked[situation].filter((one) => blocked.includes(one));
      const [first] = own.filter(({ by }) => !member.backend.hooks.includes(by)).concat(own);
      return first === undefined ? "" : `${reason(first)}${moreText(first, own)}`;
    })
    .filter((part) => part !== "")
    .join("; ");
}

function reason({ write, by }: Blocked): string {
  const { request, without } = write;
  const where = request.namespace === "" ? "" : ` in namespace ${request.namespace}`;
  return `${without} (${request.operation} ${resourceText(request)}${where} asks ${by.name}, whose failurePolicy is Fail)`;
}

function moreText(first: Blocked, own: readonly Blocked[]): string {
  const others = [...new Set(own.map(({ write }) => resourceText(write.request)))].filter(
    (one) => one !== resourceText(first.write.request),
  );
  return others.length === 0 ? "" : `, and the same of ${others.join(", ")}`;
}

const behindText = (behind: readonly string[]): string =>
  behind.length === 0 ? "" : `; ${behind.join(", ")} ${behind.length === 1 ? "waits" : "wait"} behind`;

function unknownText(blocked: readonly Blocked[]): string {
  const [first] = blocked.filter(({ unknown }) => unknown.length > 0);
  if (first === undefined) return "";
  return `; unless namespace ${first.write.request.namespace}, which is not among the manifests, has the label ${first.unknown.join(" or ")}`;
}

const hooksText = (names: readonly string[]): string => (names.length > 1 ? ` (in ${names.join(", ")})` : "");

/** True if the circle exists only because of labels that are not known. */
function isDoubtful({ members, situation }: Circle): boolean {
  const certain = members.map(({ backend, blocked }) => ({
    backend,
    blocked: { ...blocked, [situation]: blocked[situation].filter(({ unknown }) => unknown.length === 0) },
  }));
  return circles(needsOf(certain, situation)).every((one) => one.length < members.length);
}

/** Keys of servers, separated by commas. */
const keysText = (backends: readonly Backend[]): string => backends.map(({ key }) => key).join(", ");

/** If none of its pods runs, none can start again; only a change of the configuration helps. */
const blocksOwnPods: Rule = {
  id: "blocks-own-pods",
  severity: "error",
  summary:
    "A webhook is called for requests that its own pods need to start, and they fail while none of its pods runs",
  async check(model) {
    const own = (await circlesOf(model, "recovery")).filter(({ members }) => members.length === 1);
    return Promise.all(
      own.map((circle) =>
        circleProblem(model, circle, "when none of its pods runs any more, none comes back"),
      ),
    );
  },
};

/** Each of them can recover alone. If all are down at the same time, none can. */
const waitForEachOther: Rule = {
  id: "wait-for-each-other",
  severity: "error",
  summary: "Webhooks of several Services are called for requests that the pods of the others need to start",
  async check(model) {
    const several = (await circlesOf(model, "recovery")).filter(({ members }) => members.length > 1);
    return Promise.all(
      several.map((circle) => {
        const who = keysText(circle.members.map(({ backend }) => backend));
        return circleProblem(model, circle, `when no pods run behind ${who}, none of these comes back`);
      }),
    );
  },
};

/**
 * Circles that occur only in a cluster that has the configurations before all other objects. Circles of a
 * recovery are not reported again.
 */
const cannotStart: Rule = {
  id: "cannot-start",
  severity: "warning",
  summary:
    "In a cluster that has the webhook configurations before all else, webhooks wait for themselves or each other",
  async check(model) {
    const known = new Set(
      (await circlesOf(model, "recovery")).flatMap(({ members }) =>
        members.map(({ backend }) => backend.key),
      ),
    );
    const more = (await circlesOf(model, "start")).filter(
      ({ members }) => !members.every(({ backend }) => known.has(backend.key)),
    );
    return Promise.all(
      more.map((circle) => {
        const who = keysText(circle.members.map(({ backend }) => backend));
        const says = `in a cluster that has this configuration before the rest (a restored backup, another order of manifests), ${who} never ${circle.members.length === 1 ? "starts" : "start"}`;
        return circleProblem(model, circle, says);
      }),
    );
  },
};

/** Rules about webhooks that their own pods, or those of each other, wait for. */
export const deadlockRules: readonly Rule[] = [blocksOwnPods, waitForEachOther, cannotStart];

/** A change of webhooks, described in words. */
interface Fix {
  readonly hooks: readonly WebhookEntry[];
  readonly says: string;
}

interface Candidate extends Fix {
  change(webhook: JsonObject): JsonObject;
}

/**
 * Returns the smallest change that removes the members from their circle, tried with the engine. Excluding
 * namespaces is tried before failurePolicy Ignore. `blocked` has the writes that form the circle. Undefined
 * if no change helps.
 */
async function findFix(
  model: Model,
  members: readonly Backend[],
  blocked: readonly Blocked[],
  situation: Situation,
): Promise<Fix | undefined> {
  for (const candidate of candidatesOf(members, blocked)) {
    const all = await bringUpUnder(model, planOf(model, changed(model, candidate)), members);
    if (isOut(circles(needsOf(all, situation)), members)) return candidate;
  }
  return undefined;
}

const isOut = (found: readonly (readonly string[])[], members: readonly Backend[]): boolean =>
  members.length === 1 ? found.length === 0 : found.every((circle) => circle.length < members.length);

/** Returns the changes to try: for each member, its webhooks are not called for the writes of the others. */
function candidatesOf(members: readonly Backend[], blocked: readonly Blocked[]): Candidate[] {
  const parts = members.map(({ hooks }) => blocked.filter(({ by }) => hooks.includes(by)));
  const used = parts.filter((part) => part.length > 0);
  return [...used.flatMap(leaveNamespacesAlone), ...used.map(doNotInsist)];
}

function leaveNamespacesAlone(blocked: readonly Blocked[]): Candidate[] {
  const values = [...new Set(blocked.map(({ write }) => namespaceIn(write.request)))].sort();
  if (values.includes("")) return [];
  const requirement = { key: NAME_LABEL, operator: "NotIn", values };
  return [
    {
      hooks: hooksOf(blocked),
      says: `add to namespaceSelector.matchExpressions: {key: ${NAME_LABEL}, operator: NotIn, values: [${values.join(", ")}]}`,
      change: ({ namespaceSelector, ...rest }) => {
        const selector = record(namespaceSelector);
        const matchExpressions = [...records(selector.matchExpressions), requirement];
        return { ...rest, namespaceSelector: { ...selector, matchExpressions } };
      },
    },
  ];
}

/**
 * Returns the namespace that a namespaceSelector reads; for a Namespace its own name, because it has the
 * label, too.
 */
const namespaceIn = ({ namespace, name, resource }: LintRequest): string =>
  resource.group === "" && resource.resource === "namespaces" ? name : namespace;

const doNotInsist = (blocked: readonly Blocked[]): Candidate => ({
  hooks: hooksOf(blocked),
  says: "set failurePolicy: Ignore",
  change: (webhook) => ({ ...webhook, failurePolicy: "Ignore" }),
});

const hooksOf = (blocked: readonly Blocked[]): WebhookEntry[] => [...new Set(blocked.map(({ by }) => by))];

/** Returns the stored configurations that a candidate changes, with their new values. */
function changed(model: Model, { hooks, change }: Candidate): Map<KubeObject, KubeObject> {
  const all = new Map<KubeObject, KubeObject>();
  for (const { of, stored } of model.configurations) {
    const indexes = hooks.filter((hook) => hook.of === of).map(({ base }) => base[1]);
    if (stored === undefined || indexes.length === 0) continue;
    const webhooks = records(stored.webhooks).map((one, index) =>
      indexes.includes(index) ? change(one) : one,
    );
    all.set(stored, { ...stored, webhooks });
  }
  return all;
}

import type { KubeObject } from "../../api/meta.ts";
import { type JsonObject, record, records } from "../../json/value.ts";
import type { Model } from "../model/model.ts";
import type { WebhookEntry } from "../model/webhooks.ts";
import type { LintRequest } from "../requests/lint-request.ts";
import { NAME_LABEL } from "../requests/namespaces.ts";
import type { Backend } from "./backend.ts";
import { type Blocked, bringUpUnder, needsOf, planOf, type Situation } from "./bring-up.ts";
import { circles } from "./circles.ts";

/** A change of webhooks, described in words. */
export interface Fix {
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
export async function findFix(
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

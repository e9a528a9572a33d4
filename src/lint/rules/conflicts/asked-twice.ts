import { record, text } from "../../../json/value.ts";
import { AskedTogether } from "../../conflicts/asked-together.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import { nameText } from "../../outage/outage.ts";
import { type LintRequest, resourceText } from "../../requests/lint-request.ts";
import { satisfying } from "../../requests/satisfying.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Highest number of webhooks at one address that are compared. */
const MOST_AT_ONE_ADDRESS = 20;

/**
 * A program that is registered twice: an old release besides a new one, or two configurations that overlap.
 */
export const askedTwice: Rule = {
  id: "asked-twice",
  severity: "warning",
  summary: "The API server calls two webhooks at the same address for the same requests",
  async check(model) {
    const together = new AskedTogether(model);
    const problems: Problem[] = [];
    for (const group of sameAddress(model.webhooks)) problems.push(...(await inGroup(group, together)));
    return problems;
  },
};

function sameAddress(webhooks: readonly WebhookEntry[]): WebhookEntry[][] {
  const groups = new Map<string, WebhookEntry[]>();
  for (const one of webhooks) {
    const { url, service } = one.hook.target.clientConfig;
    const { namespace = "", name = "", path = "/", port = 443 } = service ?? {};
    const key = `${one.phase} ${url ?? `${namespace}/${name}:${port}${path}`}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [one]);
    else if (known.length < MOST_AT_ONE_ADDRESS) known.push(one);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

async function inGroup(group: readonly WebhookEntry[], together: AskedTogether): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [index, one] of group.entries())
    for (const other of group.slice(0, index)) {
      const request = await together.find(other, one);
      if (request === undefined) continue;
      problems.push({
        of: one.of,
        path: one.base,
        webhook: one.name,
        message: `it has the same address as ${nameText(other)}, and both are called for ${request.operation} ${resourceText(request)}${labelsText(request)}: the same program is called twice`,
        ...(areOptIns(one, other) && { severity: "info" }),
        fix: "remove one of them, or make their selectors exclude each other",
      });
      break;
    }
  return problems;
}

/** True if each webhook requires a label that the other does not: few objects have both. */
function areOptIns(one: WebhookEntry, other: WebhookEntry): boolean {
  const [labels, others] = [one, other].map(({ hook }) => Object.keys(satisfying(hook.objectSelector) ?? {}));
  const isMore = (own: readonly string[] = [], theirs: readonly string[] = []): boolean =>
    own.some((key) => !theirs.includes(key));
  return isMore(labels, others) && isMore(others, labels);
}

/** ` with the labels a=b, c=d`. */
function labelsText({ object, oldObject }: LintRequest): string {
  const labels = Object.entries(record(record((object ?? oldObject)?.metadata).labels));
  if (labels.length === 0) return "";
  return ` with the labels ${labels.map(([key, value]) => `${key}=${text(value)}`).join(", ")}`;
}

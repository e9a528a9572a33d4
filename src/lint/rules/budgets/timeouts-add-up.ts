import { type Budget, budgetsOf } from "../../budget/budget.ts";
import { callsText, grouped, isOver, requestsText } from "../../budget/budget-text.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import { nameText } from "../../outage/outage.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Mutating webhooks are called one after the other, and the request has no more time than the API server gives it. */
export const timeoutsAddUp: Rule = {
  id: "timeouts-add-up",
  severity: "warning",
  summary: "The webhooks of one request may together take longer than the time limit of the request",
  async check(model) {
    if (longestSum(model.webhooks) <= LIMIT_SECONDS) return [];
    const over = (await budgetsOf(model)).filter(isOver);
    return grouped(over).flatMap(({ budget, requests }) => problemOf(budget, requests, model.webhooks) ?? []);
  },
};

const LIMIT_SECONDS = 34;

/** Upper bound of all budgets, in seconds: all webhooks are called for one request, and all again. */
function longestSum(webhooks: readonly WebhookEntry[]): number {
  return webhooks.reduce((sum, { hook }) => {
    const rounds = hook.reinvocationPolicy === "IfNeeded" ? 2 : 1;
    return sum + (hook.timeoutSeconds ?? 10) * rounds;
  }, 0);
}

function problemOf(
  { calls, seconds, limit, error }: Budget,
  requests: readonly string[],
  webhooks: readonly WebhookEntry[],
): Problem | undefined {
  const most = [...calls].sort((a, b) => b.seconds - a.seconds)[0];
  const at = webhooks.find((one) => nameText(one) === most?.webhook);
  if (at === undefined) return undefined;
  const ends = error === undefined ? "" : `: "${error}"`;
  const message = `webhooks may take ${seconds} s over ${requestsText(requests)} (${callsText(calls)}), and the API server gives up after ${limit} s${ends}`;
  const fix = `lower timeoutSeconds until they add up to less than ${limit} s`;
  return { of: at.of, path: [...at.base, "timeoutSeconds"], webhook: at.name, message, fix };
}

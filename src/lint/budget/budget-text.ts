import { groupBy } from "../../async/groups.ts";
import { type Paint, PLAIN } from "../../explain/text/paint.ts";
import { namespacesText } from "../requests/namespaces.ts";
import type { Budget, BudgetCall } from "./budget.ts";

/** Requests whose budgets have the same calls. */
export interface BudgetGroup {
  readonly budget: Budget;
  /** Requests such as `CREATE pods`. */
  readonly requests: readonly string[];
}

/** Requests with equal budgets as one group. */
export function grouped(budgets: readonly Budget[]): BudgetGroup[] {
  const groups = groupBy(budgets, ({ calls, limit, namespaces, error }) =>
    JSON.stringify([calls, limit, namespaces, error]),
  );
  return [...groups.values()].map((same) => ({
    budget: same[0],
    requests: same.map(({ operation, resource }) => `${operation} ${resource}`),
  }));
}

/** `CREATE pods, CREATE secrets and 40 more`. */
export const requestsText = (requests: readonly string[]): string =>
  requests.length > 4
    ? `${requests.slice(0, 3).join(", ")} and ${requests.length - 3} more`
    : requests.join(", ");

/** `a 10 s, b 10 s, a again 10 s; side by side c 5 s, d 10 s`. */
export function callsText(calls: readonly BudgetCall[]): string {
  const of = (phase: BudgetCall["phase"]): string =>
    calls
      .filter((call) => call.phase === phase)
      .map(({ webhook, round, seconds }) => `${webhook}${round === 1 ? " again" : ""} ${seconds} s`)
      .join(", ");
  const [mutating, validating] = [of("mutating"), of("validating")];
  const beside = validating === "" ? "" : `side by side ${validating}`;
  return [mutating, beside].filter((part) => part !== "").join("; ");
}

/** Formats budgets as text; the first line is the summary. */
export function budgetsText(budgets: readonly Budget[], paint: Paint = PLAIN): string {
  const [longest] = budgets;
  if (longest === undefined) return `${paint.green("No webhook is called")}\n`;
  const over = budgets.filter(isOver).length;
  const head = `Webhooks may take up to ${longest.seconds} s (${longest.operation} ${longest.resource})`;
  const says = over === 0 ? "" : `; ${over} kinds of requests may take longer than the API server waits`;
  return `${[paint.bold(head + says), "", ...grouped(budgets).flatMap((group) => lines(group, paint))].join("\n")}\n`;
}

/** True if the calls can take longer than the request may. */
export const isOver = ({ seconds, limit }: Budget): boolean => limit !== undefined && seconds > limit;

function lines({ budget, requests }: BudgetGroup, paint: Paint): string[] {
  const { seconds, limit, error, calls, namespaces } = budget;
  const time = isOver(budget) ? paint.red(`${seconds} s`) : `${seconds} s`;
  return [
    `  ${time}  ${requestsText(requests)}${namespacesText(namespaces)}`,
    `      ${callsText(calls)}`,
    ...(error === undefined ? [] : [`      ends after ${limit} s: ${error}`]),
  ];
}

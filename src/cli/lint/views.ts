import { COLORS, PLAIN } from "../../explain/text/paint.ts";
import { record } from "../../json/value.ts";
import { budgetsOf } from "../../lint/budget/budget.ts";
import { budgetsText, isOver } from "../../lint/budget/budget-text.ts";
import type { LintInput } from "../../lint/lint.ts";
import { Model } from "../../lint/model/model.ts";
import { namedDown } from "../../lint/outage/named-webhooks.ts";
import { outageOf } from "../../lint/outage/outage.ts";
import { outageText } from "../../lint/outage/outage-text.ts";
import { isColored } from "../terminal.ts";
import type { LintFlags } from "./lint-flags.ts";

/** Output instead of findings. `failed` makes the exit status 1. */
export interface View {
  readonly text: string;
  readonly failed: boolean;
}

/** Returns the view that flags select in place of findings, or undefined if they select none. */
export async function viewOf(input: LintInput, flags: LintFlags): Promise<View | undefined> {
  const { down, budgets, output, color, failOn } = flags;
  if (down === undefined && budgets !== true) return undefined;
  if (output !== "text" && output !== "json")
    throw new Error(`-o ${output} is for findings: --down and --budgets print text and json`);
  const paint = isColored(color) ? COLORS : PLAIN;
  const model = new Model(input.manifests, input);
  if (down !== undefined) {
    const named = namedDown(model, down.split(","));
    const outage = await outageOf(model, named.down, named.missing);
    const failed = failOn !== "never" && outage.recovery.some(({ answer }) => answer === "no");
    return { text: output === "json" ? json("Outage", outage) : outageText(outage, paint), failed };
  }
  const all = await budgetsOf(model);
  const failed = failOn !== "never" && failOn !== "error" && all.some(isOver);
  return { text: output === "json" ? json("Budgets", { budgets: all }) : budgetsText(all, paint), failed };
}

const json = (kind: string, value: object): string =>
  `${JSON.stringify({ apiVersion: "lint.sallyport.dev/v1", kind, ...value }, jsonValue, 2)}\n`;

/** Shortens a blocked write for the JSON output to the request, its user and the webhook. */
const jsonValue = (key: string, value: unknown): unknown =>
  key === "blocked" && Array.isArray(value) ? value.map(blockedValue) : value;

function blockedValue({
  write,
  by,
  unknown,
}: {
  write: { request: object; without: string };
  by: { name: string };
  unknown: unknown;
}) {
  const { object: _object, oldObject: _old, ...request } = record(write.request);
  return { without: write.without, request, webhook: by.name, unknownLabels: unknown };
}

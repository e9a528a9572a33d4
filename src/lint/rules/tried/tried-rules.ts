import type { Severity } from "../../finding.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import type { Tried, TriedProperty } from "../../model/tried.ts";
import type { Problem, Rule } from "../../rule.ts";

interface Words {
  readonly id: string;
  readonly severity: Severity;
  readonly summary: string;
  readonly fix: string;
}

/** Builds a rule about responses of webhooks. Without `--try` no webhook is called, and nothing is found. */
const triedRule = (property: TriedProperty, { fix, ...rule }: Words): Rule => ({
  ...rule,
  check: (model) =>
    triedOf(model, property).flatMap(({ tried, webhooks: [first] }) =>
      first === undefined
        ? []
        : [{ ...placeOf(first), message: `${tried.message} (tried with ${sampleText(tried)})`, fix }],
    ),
});

/** Rules about answers of webhooks that were called for samples. */
export const triedRules: readonly Rule[] = [
  triedRule("answer", {
    id: "unusable-answer",
    severity: "error",
    summary: "The API server cannot use the answer of a webhook",
    fix: "",
  }),
  triedRule("idempotent", {
    id: "not-idempotent",
    severity: "error",
    summary: "A webhook changes its own result when it is called again",
    fix: "check first whether the object already has the change: an API server may call twice for one request",
  }),
  triedRule("identity", {
    id: "changes-identity",
    severity: "error",
    summary: "A webhook changes the name, the namespace, the uid or the kind of an object",
    fix: "remove these fields from the patch",
  }),
  triedRule("order", {
    id: "order-dependent",
    severity: "warning",
    summary: "The result of two mutating webhooks depends on their order",
    fix: "do both in one webhook, or let each ignore the fields that the other changes",
  }),
  triedRule("convergence", {
    id: "no-convergence",
    severity: "warning",
    summary: "Two mutating webhooks undo each other's changes, also after a second round of calls",
    fix: "make the change in only one of the two",
  }),
  triedRule("dryRun", {
    id: "unsafe-dry-run",
    severity: "error",
    summary: "A webhook answers a dry run differently than a real request",
    fix: "decide and patch in the same way for both; when request.dryRun is true, skip only side effects",
  }),
];

/** Returns the results for a property, with their webhooks. */
export function triedOf(
  model: Model,
  property: TriedProperty,
): { readonly tried: Tried; readonly webhooks: readonly WebhookEntry[] }[] {
  return model.tried
    .filter((tried) => tried.property === property)
    .map((tried) => ({
      tried,
      webhooks: tried.webhooks.flatMap(
        (name) => model.webhooks.find((one) => one.name === name && one.phase === tried.phase) ?? [],
      ),
    }));
}

/** The place of a webhook in its manifest. */
export const placeOf = ({ of, base, name }: WebhookEntry): Pick<Problem, "of" | "path" | "webhook"> => ({
  of,
  path: base,
  webhook: name,
});

/**
 * Longest sample in a message, in characters. Objects are small after shrinking; a longer one is not readable
 * in one line.
 */
const MOST = 400;

/** JSON of the sample, cut after `MOST` characters. */
export function sampleText({ sample }: Tried): string {
  const text = JSON.stringify(sample);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

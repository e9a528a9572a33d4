import { nearest } from "../../explain/near.ts";
import { serviceKey } from "../bring-up/backend.ts";
import type { Model } from "../model/model.ts";
import type { WebhookEntry } from "../model/webhooks.ts";
import { type MissingParam, missingParam } from "./missing-params.ts";

/**
 * Finds webhooks by their own names, or those of their configurations or Services. Throws an Error with a
 * message for the user if there is none.
 */
export function namedWebhooks(model: Model, names: readonly string[]): WebhookEntry[] {
  const found = names.flatMap((name) => named(model, name));
  return [...new Set(found)];
}

/** Finds webhooks, and parameters of policies or their kinds. */
export function namedDown(
  model: Model,
  names: readonly string[],
): { readonly down: readonly WebhookEntry[]; readonly missing: readonly MissingParam[] } {
  const missing = names.flatMap((name) => missingParam(model, name) ?? []);
  const others = names.filter((name) => missing.every((one) => one.name !== name));
  return { down: namedWebhooks(model, others), missing };
}

function named({ webhooks }: Model, name: string): WebhookEntry[] {
  const found = webhooks.filter((one) => namesOf(one).includes(name));
  if (found.length > 0) return found;
  const known = [...new Set(webhooks.flatMap(namesOf))];
  const near = webhooks.map(serviceKey).find((key) => key.endsWith(`/${name}`)) ?? nearest(name, known);
  throw new Error(
    `no webhook, configuration, Service of a webhook, or required parameter of a policy is called ${name}${near === undefined ? "" : `; one is called ${near}`}`,
  );
}

const namesOf = (one: WebhookEntry): string[] =>
  [one.name, one.configuration, `${one.configuration}/${one.name}`, serviceKey(one)].filter(
    (name) => name !== "",
  );

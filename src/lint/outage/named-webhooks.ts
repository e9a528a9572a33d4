import { nearest } from "../../explain/filters/near.ts";
import { serviceKey } from "../bring-up/backend.ts";
import type { Model } from "../model/model.ts";
import type { WebhookEntry } from "../model/webhooks.ts";

/** Webhooks by their names, those of their configurations, or of their Services. Throws with words when there is none. */
export function namedWebhooks(model: Model, names: readonly string[]): WebhookEntry[] {
  const found = names.flatMap((name) => named(model, name));
  return [...new Set(found)];
}

function named({ webhooks }: Model, name: string): WebhookEntry[] {
  const found = webhooks.filter((one) => namesOf(one).includes(name));
  if (found.length > 0) return found;
  const near = nearest(name, [...new Set(webhooks.flatMap(namesOf))]);
  throw new Error(
    `no webhook, configuration or Service of one is called ${name}${near === undefined ? "" : `; one is called ${near}`}`,
  );
}

const namesOf = (one: WebhookEntry): string[] =>
  [one.name, one.configuration, `${one.configuration}/${one.name}`, serviceKey(one)].filter(
    (name) => name !== "",
  );

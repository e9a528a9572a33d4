import type { Webhook } from "../webhook/define.ts";
import type { WebhookSource } from "./webhook-sources.ts";

/** Sources of responses by the names of webhooks, or webhooks of the SDK, which have their own names. */
export type Answerers = Readonly<Record<string, WebhookSource>> | readonly Webhook[];

/** True for a list of webhooks of the SDK, false for sources by name. */
export const isList = (webhooks: Answerers | undefined): webhooks is readonly Webhook[] =>
  Array.isArray(webhooks);

/**
 * Returns the sources with the names of their webhooks. Throws a TypeError for a webhook of the SDK without a
 * name.
 */
export function namedSources(webhooks: Answerers): [string, WebhookSource][] {
  if (!isList(webhooks)) return Object.entries(webhooks);
  return webhooks.map((webhook) => {
    const { name } = webhook.registration;
    if (name === undefined) throw new TypeError(`the webhook at ${webhook.path} has no name to be known by`);
    return [name, webhook];
  });
}

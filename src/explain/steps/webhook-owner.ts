import type { WebhookHook } from "../../admission/hook.ts";
import { compileWebhooks } from "../../admission/hooks/webhook/compile-webhook.ts";
import { WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import { isJsonObject, type Json, records } from "../../json/value.ts";
import type { Owner } from "../changes/causes-of.ts";
import { failuresOf } from "../filters/failures-of.ts";
import { webhookMatcher } from "../filters/matcher.ts";
import type { Path } from "../sources.ts";
import { indexOfWebhook } from "../subject.ts";
import type { World } from "../world.ts";

/** A webhook with its filters, to which changes can be applied. */
export interface WebhookOwner extends Owner {
  /** Path of the webhook in its configuration. */
  readonly path: Path;
}

/** The configuration of a webhook, to try changes of it. */
export function webhookOwner({ phase, configuration, name }: WebhookHook, world: World): WebhookOwner {
  const kind = WEBHOOK_KINDS[phase];
  const stored = world.stored(kind, configuration);
  const source = world.sources.find(kind, configuration);
  const index = indexOfWebhook(source, name);
  return {
    kind,
    name: configuration,
    webhook: name,
    stored,
    path: ["webhooks", index],
    failures(changed, question) {
      const webhooks = webhooksIn(changed);
      const hook = compileWebhooks(configuration, webhooks, phase)[index];
      return hook === undefined ? [] : failuresOf(webhookMatcher(hook, index), question, changed);
    },
  };
}

function webhooksIn(configuration: Json) {
  const list = isJsonObject(configuration) ? configuration.webhooks : undefined;
  return records(list);
}

import type { WebhookHook } from "../../admission/hook.ts";
import { compileCriteria } from "../../admission/hooks/compile-match.ts";
import { compileFilters } from "../../admission/hooks/webhook/compile-webhook.ts";
import { WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import { isJsonObject, type Json, type JsonObject, records } from "../../json/value.ts";
import type { Owner } from "../changes/causes-of.ts";
import { failuresOf } from "../filters/failures-of.ts";
import { criteriaMatcher, webhookMatcher } from "../filters/matcher.ts";
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
      const webhook = webhooksIn(changed)[index];
      if (webhook === undefined) return [];
      return failuresOf(webhookMatcher(compileFilters(webhook), index), question, changed);
    },
  };
}

function webhooksIn(configuration: Json) {
  const list = isJsonObject(configuration) ? configuration.webhooks : undefined;
  return records(list);
}

/** Returns a policy as the owner of its matchConstraints. */
export const policyOwner = (kind: string, name: string, world: World): Owner =>
  ownerOf(kind, name, "matchConstraints", world);

/**
 * Returns a binding as the owner of its matchResources. Without matchResources it matches everything that its
 * policy matches.
 */
export const bindingOwner = (kind: string, name: string, world: World): Owner =>
  ownerOf(kind, name, "matchResources", world);

function ownerOf(kind: string, name: string, member: string, world: World): Owner {
  return {
    kind,
    name,
    webhook: "",
    stored: world.stored(kind, name),
    failures(changed, question) {
      const criteria = criteriaIn(changed, member);
      if (criteria === undefined) return [];
      return failuresOf(criteriaMatcher(compileCriteria(criteria), ["spec", member]), question, changed);
    },
  };
}

function criteriaIn(object: Json, member: string): JsonObject | undefined {
  const spec = isJsonObject(object) ? object.spec : undefined;
  const criteria = isJsonObject(spec) ? spec[member] : undefined;
  return isJsonObject(criteria) ? criteria : undefined;
}

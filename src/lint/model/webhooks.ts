import type { WebhookHook } from "../../admission/hook.ts";
import { compileWebhooks } from "../../admission/hooks/webhook/compile-webhook.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { type JsonObject, records, text } from "../../json/value.ts";
import type { Configuration } from "./read-configuration.ts";

/** One webhook of a configuration. */
export interface WebhookEntry {
  readonly of: Manifest;
  readonly phase: "mutating" | "validating";
  readonly configuration: string;
  readonly name: string;
  /** Path of the webhook in its configuration. */
  readonly base: Path;
  /** The webhook as it was written, without defaults. */
  readonly written: JsonObject;
  /** The webhook with defaults, as the engine uses it. */
  readonly hook: WebhookHook;
}

const PHASES: Readonly<Record<string, WebhookEntry["phase"]>> = {
  MutatingWebhookConfiguration: "mutating",
  ValidatingWebhookConfiguration: "validating",
};

/** Returns the webhooks of a configuration; none for other kinds. */
export function webhooksIn({ of, stored }: Configuration): WebhookEntry[] {
  const phase = PHASES[text(of.object.kind)];
  if (phase === undefined || stored === undefined) return [];
  const configuration = stored.metadata.name ?? "";
  const written = records(of.object.webhooks);
  return compileWebhooks(configuration, records(stored.webhooks), phase).map((hook, index) => ({
    of,
    phase,
    configuration,
    name: hook.name,
    base: ["webhooks", index],
    written: written[index] ?? {},
    hook,
  }));
}

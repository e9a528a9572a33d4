import { isJsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { WebhookHook } from "../../hook.ts";
import { type CompiledWebhook, compileWebhooks } from "./compile-webhook.ts";

/** Compiled hooks by the object of the configuration that they came from, by its name. */
export type CompiledConfigurations = ReadonlyMap<KubeObject, readonly CompiledWebhook[]>;

/** `known`: what was compiled of objects that may be the same. `fileOf`: where they came from; absent: they are stored. */
export function compileConfigurations(
  configurations: readonly KubeObject[],
  phase: WebhookHook["phase"],
  known: CompiledConfigurations | undefined,
  fileOf?: ReadonlyMap<KubeObject, string>,
): CompiledConfigurations {
  const sorted = [...configurations].sort((a, b) => compareBytes(nameOf(a), nameOf(b)));
  return new Map(
    sorted.map((one) => [
      one,
      known?.get(one) ?? compileWebhooks(nameOf(one), webhooksOf(one), phase, fileOf?.get(one)),
    ]),
  );
}

const nameOf = (configuration: KubeObject): string => configuration.metadata.name ?? "";

function webhooksOf({ webhooks }: KubeObject) {
  return Array.isArray(webhooks) ? webhooks.filter(isJsonObject) : [];
}

/** Order of UTF-8 bytes, which for names differs from JavaScript's only beyond U+FFFF. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

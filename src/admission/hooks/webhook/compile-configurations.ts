import type { KubeObject } from "../../../api/meta.ts";
import { records } from "../../../json/value.ts";
import type { WebhookHook } from "../../hook.ts";
import { type Made, makeOf } from "../../pieces.ts";
import { byName } from "../by-name.ts";
import { compileWebhooks } from "./compile-webhook.ts";

/** Hooks of configurations, in the order of the configurations' names. */
export type CompiledConfigurations = Made<KubeObject, WebhookHook>;

/**
 * Compiles configurations. `previous`: compiled hooks of objects that may be the same. `fileOf`: manifest
 * files of the configurations; absent: they are stored.
 */
export function compileConfigurations(
  configurations: readonly KubeObject[],
  phase: WebhookHook["phase"],
  previous: CompiledConfigurations | undefined,
  fileOf?: ReadonlyMap<KubeObject, string>,
): CompiledConfigurations {
  return makeOf(
    configurations,
    byName,
    (one) => compileWebhooks(one.metadata.name ?? "", webhooksOf(one), phase, fileOf?.get(one)),
    previous,
  );
}

const webhooksOf = ({ webhooks }: KubeObject) => records(webhooks);

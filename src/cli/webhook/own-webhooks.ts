import type { Handler } from "../../explain/offline/callers.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { pointerOf } from "../../explain/sources.ts";
import { hookNames } from "../../testing/known-names.ts";
import { configurationOf } from "../../testing/registration.ts";
import { answererOf } from "../../testing/webhook-sources.ts";
import type { Webhook } from "../../webhook/index.ts";
import { loadEndpoints } from "./load-endpoints.ts";

/** Webhooks of a module that has been loaded. */
export interface OwnWebhooks {
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Configurations of those that none of the given ones has. */
  readonly manifests: readonly Manifest[];
  /** The files that the module was made of. */
  readonly files: readonly string[];
}

/** Loads webhooks of the SDK. Throws an Error for a module without any that has a name. */
export async function ownWebhooks(module: string, manifests: readonly Manifest[]): Promise<OwnWebhooks> {
  const { endpoints, files } = await loadEndpoints(module);
  const named = endpoints.flatMap((endpoint) => {
    if (endpoint.kind === "converting") return [];
    const { name } = endpoint.registration;
    return name === undefined ? [] : [[name, endpoint] as const];
  });
  if (named.length === 0) throw new Error(`${module} has no webhook with a name`);
  const known = new Set(manifests.flatMap(({ object }) => hookNames(object)));
  const missing = named
    .filter(([name]) => !known.has(name))
    .flatMap(([, hook]) => configurationOf(hook) ?? []);
  return {
    handlers: new Map(named.map(([name, webhook]) => [name, handlerOf(webhook)])),
    manifests: missing.map((object) => ({ object, line: pointerOf })),
    files,
  };
}

function handlerOf(webhook: Webhook): Handler {
  const answer = answererOf(webhook, webhook.kind);
  return (body) => answer(body, () => Promise.reject(new Error("no webhook is called over the network")));
}

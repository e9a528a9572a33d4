import { quote } from "../../go/quote.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";
import {
  byName,
  type Loaded,
  loadManifests,
  type ManifestProblem,
  type ManifestSources,
} from "./load-manifests.ts";
import type { Manifest } from "./manifest.ts";

/**
 * Loads the webhook configurations of a folder, sorted by name. Throws with kube-apiserver's text
 * (apiserver/pkg/admission/plugin/webhook/manifest/loader/loader.go).
 */
export async function loadWebhooks(
  dir: string,
  kind: "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration",
  sources: ManifestSources,
): Promise<Loaded<readonly Manifest[]>> {
  const { manifests, hash } = await loadManifests(dir, new Set([kind]), problemOf, sources);
  return { manifests: [...manifests].sort(byName), hash };
}

const problemOf: ManifestProblem = ({ object }, file) => {
  const webhooks = Array.isArray(object.webhooks) ? object.webhooks.filter(isJsonObject) : [];
  const within = `in ${quote(object.metadata.name ?? "")} (file ${quote(file)})`;
  return webhooks.map((webhook) => clientProblem(webhook, within)).find((problem) => problem !== undefined);
};

/** Returns the error in a client configuration. Services are objects of the API, which may not exist yet. */
function clientProblem({ name, clientConfig }: JsonObject, within: string): string | undefined {
  const { service, url } = isJsonObject(clientConfig) ? clientConfig : {};
  const who = `webhook ${quote(String(name ?? ""))} ${within}`;
  if (isJsonObject(service))
    return `${who}: clientConfig.service is not supported for static manifests; use clientConfig.url instead`;
  return typeof url === "string" && url !== ""
    ? undefined
    : `${who}: clientConfig.url is required for static manifests`;
}

import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { type Ask, AskError } from "../lookup/ask.ts";

const COLLECTIONS = ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"];

/**
 * Writes the certificate authorities into the configurations named `name`, for webhooks with the Service of
 * that name. Returns false if no such configuration exists yet.
 */
export async function trustIn(ask: Ask, name: string, authorities: string): Promise<boolean> {
  const caBundle = Buffer.from(authorities).toString("base64");
  let found = false;
  for (const collection of COLLECTIONS) {
    const path = `/apis/admissionregistration.k8s.io/v1/${collection}/${name}`;
    const configuration = await ask(path).catch((error: unknown) => {
      // Configurations are created last, and most webhooks have only one of the two kinds.
      if (error instanceof AskError && error.isMissingObject) return undefined;
      throw error;
    });
    found ||= configuration !== undefined;
    const operations = outdated(configuration?.webhooks, name, caBundle);
    if (operations.length > 0) await ask(path, { method: "PATCH", body: operations });
  }
  return found;
}

/** Returns a JSON patch. It fails if the list of webhooks has changed meanwhile. */
function outdated(webhooks: Json | undefined, service: string, caBundle: string): JsonObject[] {
  if (!Array.isArray(webhooks)) return [];
  return webhooks.flatMap((webhook, index) => {
    if (!isJsonObject(webhook) || !isJsonObject(webhook.clientConfig)) return [];
    const { clientConfig } = webhook;
    const own = isJsonObject(clientConfig.service) && clientConfig.service.name === service;
    if (!own || clientConfig.caBundle === caBundle) return [];
    return [
      { op: "test", path: `/webhooks/${index}/name`, value: webhook.name ?? null },
      { op: "add", path: `/webhooks/${index}/clientConfig/caBundle`, value: caBundle },
    ];
  });
}

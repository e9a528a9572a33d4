import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { Edit } from "../case.ts";
import type { Resource } from "./resources.ts";

/** Kinds whose objects affect all other cases, after a delay. They are only created as dry runs. */
const ONLY_TRIED = new Set([
  "APIService",
  "CustomResourceDefinition",
  "FlowSchema",
  "IPAddress",
  "MutatingWebhookConfiguration",
  "ServiceCIDR",
  "ValidatingWebhookConfiguration",
]);

/** Kinds whose objects change the responses for other objects in their namespace. */
const LONELY = new Set(["LimitRange", "ResourceQuota"]);

export const isOnlyTried = ({ kind }: Resource): boolean => ONLY_TRIED.has(kind);

export const isLonely = ({ kind }: Resource): boolean => LONELY.has(kind);

const isRegistration = ({ kind }: Resource): boolean => kind.endsWith("WebhookConfiguration");

const NOBODY: JsonObject = { matchLabels: { nobody: "has-this" } };

/** Changes a body so that no webhook is called and no other case is affected. */
export function tameBody(resource: Resource, body: JsonObject): JsonObject {
  if (resource.kind === "PriorityClass" && body.globalDefault === true) body.globalDefault = false;
  if (isRegistration(resource) && Array.isArray(body.webhooks))
    for (const webhook of body.webhooks) if (isJsonObject(webhook)) webhook.objectSelector = NOBODY;
  return body;
}

export function isTame(resource: Resource, { at, set }: Edit): boolean {
  if (resource.kind === "PriorityClass") return !at.startsWith("/globalDefault");
  if (!isRegistration(resource) || !at.startsWith("/webhooks")) return true;
  return /^\/webhooks\/\d+\/(?!objectSelector)/.test(at) || isEmpty(set);
}

const isEmpty = (set: Json | undefined): boolean => set === undefined;

import { type Converter, handleConversion } from "./convert.ts";
import type { Deadline } from "./deadline.ts";
import type { Webhook } from "./define.ts";
import { handleReview, type WebhookAnswer } from "./handle.ts";

/** Whatever is served under a path of its own. */
export type Endpoint = Webhook | Converter;

export type EndpointsByPath = ReadonlyMap<string, Endpoint>;

/** Throws a TypeError for two under one path. */
export function endpointsByPath(endpoints: readonly Endpoint[]): EndpointsByPath {
  const byPath = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    if (!endpoint.path.startsWith("/"))
      throw new TypeError(`the path ${endpoint.path} does not begin with /`);
    if (byPath.has(endpoint.path))
      throw new TypeError(`two webhooks are at ${endpoint.path}: give one another path`);
    byPath.set(endpoint.path, endpoint);
  }
  return byPath;
}

export function answerOf(
  endpoint: Endpoint,
  body: Uint8Array | string,
  deadline: Deadline,
): Promise<WebhookAnswer> {
  return endpoint.kind === "converting"
    ? handleConversion(endpoint, body)
    : handleReview(endpoint, body, deadline);
}

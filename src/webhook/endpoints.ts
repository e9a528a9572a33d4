import { type Converter, handleConversion } from "./convert.ts";
import type { Deadline } from "./deadline.ts";
import type { Webhook } from "./define.ts";
import type { Failure, OnFailure } from "./failure.ts";
import { handleReview, type WebhookAnswer } from "./handle.ts";

/** A handler with its own path. */
export type Endpoint = Webhook | Converter;

type EndpointsByPath = ReadonlyMap<string, Endpoint>;

/**
 * Returns the endpoints by path. Throws a TypeError for two endpoints with the same path, and for a path that
 * does not begin with `/`.
 */
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

/**
 * Returns the response of an endpoint. `onFailure` is called with the error of a handler; errors of
 * `onFailure` itself are ignored.
 */
export async function answerOf(
  endpoint: Endpoint,
  body: Uint8Array | string,
  { deadline, onFailure }: { readonly deadline: Deadline; readonly onFailure: OnFailure },
): Promise<WebhookAnswer> {
  if (endpoint.kind === "converting") return handleConversion(endpoint, body);
  const answer = await handleReview(endpoint, body, deadline);
  if (answer.told?.failure !== undefined) tell(onFailure, answer.told.failure);
  return answer;
}

function tell(onFailure: OnFailure, failure: Failure): void {
  try {
    onFailure(failure);
  } catch {
    // The request gets its response all the same.
  }
}

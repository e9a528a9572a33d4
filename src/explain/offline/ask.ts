import { answeredObject } from "../../api/exchange/answered-object.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import type { RequestUser } from "./request-spec.ts";

/** Sends one request to a cluster in memory. */
export type Ask = (
  method: string,
  url: string,
  body?: Json,
  options?: { readonly user?: RequestUser; readonly contentType?: string },
) => Promise<{ readonly status: number; readonly body: JsonObject; readonly warnings?: readonly string[] }>;

/** Returns a function that sends requests as the administrator, or impersonates a user. */
export function asker(cluster: Cluster): Ask {
  return async (method, url, body, { user, contentType = "application/json" } = {}) => {
    const headers: Record<string, string | readonly string[]> = {
      authorization: `Bearer ${cluster.token}`,
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": contentType }),
      ...(user === undefined ? {} : impersonation(user)),
    };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await cluster.handle(memoryRequest({ method, url, headers, ...text }));
    return {
      status: response.status,
      body: await answeredObject(response, (message) => ({ message })),
      warnings: warningsOf(response.headers),
    };
  };
}

function impersonation({ username, groups, uid, extra = {} }: RequestUser) {
  return {
    "impersonate-user": username,
    ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
    ...(uid === undefined ? {} : { "impersonate-uid": uid }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`impersonate-extra-${encodeURIComponent(key)}`, values]),
    ),
  };
}

/** Parses warning headers: `299 - "text"` → text. */
export function warningsOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): string[] {
  const { warning = [] } = headers;
  return [warning].flat().map((line) => /^299 \S+ "(.*)"$/.exec(line)?.[1]?.replace(/\\(.)/g, "$1") ?? line);
}

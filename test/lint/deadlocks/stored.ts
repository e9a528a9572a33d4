import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { InMemoryCluster } from "../../tools/in-memory-cluster.tool.ts";

/** An object of the server, as far as plays read it. */
export interface Stored {
  readonly metadata: { name?: string; uid?: string; namespace?: string; labels?: Record<string, string> };
  readonly spec?: Json;
  readonly status?: Json;
  readonly endpoints?: Json;
}

export async function listOf(api: InMemoryCluster, path: string): Promise<Stored[]> {
  const { body } = await api.ask("GET", path);
  return (body.items ?? []) as unknown as Stored[];
}

/** Sends a request as a user of a cluster. */
export function askAs(user: string, api: InMemoryCluster, method: string, path: string, body: JsonObject) {
  const [, , namespace] = user.split(":");
  const group = user.startsWith("system:serviceaccount:")
    ? `system:serviceaccounts:${namespace}`
    : "system:masters";
  const headers = {
    "impersonate-user": user,
    "impersonate-group": group,
    ...(method === "PATCH" && { "content-type": "application/strategic-merge-patch+json" }),
  };
  return api.ask(method, path, body, headers);
}

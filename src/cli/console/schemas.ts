import { type JsonObject, record } from "../../json/value.ts";
import type { Upstream } from "./upstream.ts";

/** Returns the schemas of configurations and policies, from the server's OpenAPI document. */
export async function schemas({ client }: Upstream): Promise<JsonObject> {
  const { body } = await client("GET", "/openapi/v3/apis/admissionregistration.k8s.io/v1");
  return { schemas: record(record(body.components).schemas) };
}

import { isJsonObject, type JsonObject } from "../json/value.ts";
import { messageOf } from "../report/describe-error.ts";
import type { ServerClient } from "./server-client.ts";

const PAGE = 500;

/** Lists that every API server has. */
const SERVED_BY_ALL = /\/admissionregistration\.k8s\.io\/v1\/\w+webhookconfigurations$/;

/**
 * All objects of a collection, page by page. Throws with words when the cluster does not let itself be read; what it does not
 * serve is not there.
 */
export async function readList(client: ServerClient, path: string): Promise<JsonObject[]> {
  const objects: JsonObject[] = [];
  let next = "";
  do {
    const query = `limit=${PAGE}${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`;
    const { status, body } = await client("GET", `${path}${path.includes("?") ? "&" : "?"}${query}`);
    if (status === 404 && !SERVED_BY_ALL.test(path)) return objects;
    if (status === 404 || (status === 200 && !Array.isArray(body.items)))
      throw new Error(
        `GET ${path}: the answer is that of no Kubernetes API server: look at the address of the cluster`,
      );
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${String(body.message ?? "")}`);
    objects.push(...itemsOf(body));
    next = isJsonObject(body.metadata) ? String(body.metadata.continue ?? "") : "";
  } while (next !== "");
  return objects;
}

/** Returns a reader of lists that the cluster may forbid: they are empty then, and a note tells why. */
export const forgivingReader =
  (client: ServerClient, notes: string[]) =>
  async (path: string): Promise<JsonObject[]> => {
    try {
      return await readList(client, path);
    } catch (error) {
      notes.push(`not looked at: ${messageOf(error)}`);
      return [];
    }
  };

function itemsOf(body: JsonObject): JsonObject[] {
  const items = Array.isArray(body.items) ? body.items.filter(isJsonObject) : [];
  const kind = String(body.kind).replace(/List$/, "");
  return items.map((item) => ({ apiVersion: body.apiVersion ?? "v1", kind, ...item }));
}

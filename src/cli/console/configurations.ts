import type { JsonObject } from "../../api/json.ts";
import { ADMISSION_LISTS } from "../admission-lists.ts";
import { readList } from "../read-list.ts";
import type { Upstream } from "./upstream.ts";

/** Every configuration, policy and binding as it is stored. */
export async function configurations({ client }: Upstream): Promise<JsonObject> {
  const lists = await Promise.all(ADMISSION_LISTS.map((path) => readList(client, path)));
  return { objects: lists.flat() };
}

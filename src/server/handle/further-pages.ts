import { methodNotAllowed } from "../../api/status.ts";
import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { rawJson } from "./plain.ts";

/** Paths that whoever made the server has added. */
export function furtherPages(house: House, context: RequestContext): Answer | undefined {
  const { path } = context.info;
  for (const [prefix, page] of Object.entries(house.pages)) {
    if (!path.startsWith(prefix)) continue;
    if (context.request.method !== "GET") throw methodNotAllowed();
    const value = page(path.slice(prefix.length), context.user);
    if (value !== undefined) return rawJson(value);
  }
  return undefined;
}

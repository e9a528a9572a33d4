import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { assertGet } from "./accepts.ts";

/** Paths that whoever made the server has added. */
export function furtherPages(house: House, context: RequestContext): Answer | undefined {
  const { path } = context.info;
  for (const [prefix, page] of Object.entries(house.pages)) {
    if (!path.startsWith(prefix)) continue;
    assertGet(context);
    const value = page(path.slice(prefix.length));
    if (value !== undefined) return { kind: "value", status: 200, value };
  }
  return undefined;
}

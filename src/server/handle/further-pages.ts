import type { JsonObject } from "../../api/json.ts";
import type { UserInfo } from "../../api/meta.ts";
import { methodNotAllowed } from "../../api/status.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { rawJson } from "./plain.ts";

/**
 * By what a path begins with: what is there for the rest of it, undefined for nothing. The right to the path has been
 * asked for; who shows more than that gives asks for it, and throws 403.
 */
export type FurtherPages = Readonly<
  Record<string, (rest: string, viewer: UserInfo, query: URLSearchParams) => JsonObject | undefined>
>;

export interface FurtherPagesSource {
  readonly pages: FurtherPages;
}

/** Paths that whoever made the server has added. */
export function furtherPages(source: FurtherPagesSource, context: RequestContext): Answer | undefined {
  const { path } = context.info;
  for (const [prefix, page] of Object.entries(source.pages)) {
    if (!path.startsWith(prefix)) continue;
    if (context.request.method !== "GET") throw methodNotAllowed();
    const value = page(path.slice(prefix.length), context.user, context.request.query);
    if (value !== undefined) return rawJson(value);
  }
  return undefined;
}

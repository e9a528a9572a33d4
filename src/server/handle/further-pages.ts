import type { UserInfo } from "../../api/meta.ts";
import { methodNotAllowed } from "../../api/status.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";

/** Who asks for a further page, and how. */
export interface PageRequest {
  readonly viewer: UserInfo;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** What is there for the rest of a path; undefined: nothing. */
export type FurtherPage = (rest: string, asked: PageRequest) => Answer | undefined;

/**
 * Pages by what a path begins with. The right to the path has been asked for; who shows more than that gives asks for it,
 * and throws 403.
 */
export type FurtherPages = Readonly<Record<string, FurtherPage>>;

export interface FurtherPagesSource {
  readonly pages: FurtherPages;
}

/** Paths that the code that made the server has added. */
export function furtherPages(source: FurtherPagesSource, context: RequestContext): Answer | undefined {
  const { path } = context.info;
  for (const [prefix, page] of Object.entries(source.pages)) {
    if (!path.startsWith(prefix)) continue;
    if (context.request.method !== "GET") throw methodNotAllowed();
    const { query, headers } = context.request;
    const answer = page(path.slice(prefix.length), { viewer: context.user, query, headers });
    if (answer !== undefined) return answer;
  }
  return undefined;
}

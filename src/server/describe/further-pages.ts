import type { UserInfo } from "../../api/meta.ts";
import { methodNotAllowed } from "../../api/status.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";

/** User, query and headers of a request for a further page. */
export interface PageRequest {
  readonly viewer: UserInfo;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Answers the request for the rest of a path; undefined: not found. */
export type FurtherPage = (rest: string, asked: PageRequest) => Answer | undefined;

/**
 * Pages by prefix of the path. The right to the path has been checked; a page that shows more than the path
 * permits makes its own check, and throws 403.
 */
export type FurtherPages = Readonly<Record<string, FurtherPage>>;

/** Pages that the creator of the server adds. */
export interface FurtherPagesSource {
  readonly pages: FurtherPages;
}

/** Answers paths that the creator of the server has added. */
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

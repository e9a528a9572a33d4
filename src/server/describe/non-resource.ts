import { type HealthSource, health } from "../health/health.ts";
import type { Kinds } from "../kinds.ts";
import type { RequestContext, Served } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { plainNotFound } from "../respond/plain.ts";
import { customGroupDocument, groupListDocument, groupsDocument } from "./discovery/discovery.ts";
import type { Discovery } from "./discovery/served-verbs.ts";
import { type FurtherPagesSource, furtherPages } from "./further-pages.ts";
import { type MetricsSource, metrics } from "./metrics.ts";
import { type Described, openapi } from "./openapi/openapi.ts";
import { debugPages, type Verbosity } from "./pages/debug.ts";
import { type FlowDumpsSource, flowDumps } from "./pages/flow-dumps.ts";
import { rootPaths } from "./root-paths.ts";
import { type StatusPagesSource, statusPages } from "./status-pages.ts";

/** Dependencies of the pages that are no services. */
export interface Pages
  extends Described,
    Discovery,
    FlowDumpsSource,
    FurtherPagesSource,
    HealthSource,
    Kinds,
    MetricsSource,
    StatusPagesSource,
    Verbosity {}

type PathHandler = (
  pages: Pages,
  context: RequestContext,
) => Answer | undefined | Promise<Answer | undefined>;

/** Handlers of all paths that are no services. The first that has the path answers, for any method. */
const HANDLERS: readonly PathHandler[] = [
  groups,
  health,
  openapi,
  metrics,
  rootPaths,
  statusPages,
  debugPages,
  flowDumps,
  furtherPages,
];

/** Answers a path that names no resource: with the first page that knows it, or 404. */
export async function nonResource(pages: Pages, context: RequestContext): Promise<Answer> {
  for (const handler of HANDLERS) {
    const answer = await handler(pages, context);
    if (answer === undefined) continue;
    context.served = servedPath(context.info.path);
    return answer;
  }
  return plainNotFound();
}

/** Returns the metrics label of a path: its first segment, which is one of a few known ones. */
export const servedPath = (path: string): Served => ({
  group: "",
  version: "",
  resource: "",
  subresource: `/${path.split("/", 2)[1]}`,
});

function groups(pages: Pages, context: RequestContext): Answer | undefined {
  const { path, isResource } = context.info;
  if (path === "/apis") return groupsDocument(pages, context);
  if (path === "/apis/") return groupListDocument(pages);
  return path.startsWith("/apis/") && !isResource ? customGroupDocument(pages, path) : undefined;
}

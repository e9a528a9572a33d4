import type { House } from "../house.ts";
import type { RequestContext, Served } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { customGroupDocument, groupListDocument, groupsDocument } from "./discovery/discovery.ts";
import { furtherPages } from "./further-pages.ts";
import { health } from "./health.ts";
import { metrics } from "./metrics.ts";
import { openapi } from "./openapi/openapi.ts";
import { debugPages } from "./pages/debug.ts";
import { plainNotFound } from "./plain.ts";
import { rootPaths } from "./root-paths.ts";
import { statusPages } from "./status-pages.ts";

type PathHandler = (
  house: House,
  context: RequestContext,
) => Answer | undefined | Promise<Answer | undefined>;

/** Everything that is no service. The first that knows the path answers, whatever the method. */
const HANDLERS: readonly PathHandler[] = [
  groups,
  health,
  openapi,
  metrics,
  rootPaths,
  statusPages,
  debugPages,
  furtherPages,
];

export async function nonResource(house: House, context: RequestContext): Promise<Answer> {
  for (const handler of HANDLERS) {
    const answer = await handler(house, context);
    if (answer === undefined) continue;
    context.served = servedPath(context.info.path);
    return answer;
  }
  return plainNotFound();
}

/** By the first segment, one of the few that are known. */
export const servedPath = (path: string): Served => ({
  group: "",
  version: "",
  resource: "",
  subresource: `/${path.split("/", 2)[1]}`,
});

function groups(house: House, context: RequestContext): Answer | undefined {
  const { path, isResource } = context.info;
  if (path === "/apis") return groupsDocument(house, context);
  if (path === "/apis/") return groupListDocument(house);
  return path.startsWith("/apis/") && !isResource ? customGroupDocument(house, path) : undefined;
}

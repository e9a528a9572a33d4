import { notFound, resourceNotFound } from "../../api/status.ts";
import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { isCustom } from "./custom-group.ts";
import { discovery } from "./discovery/discovery.ts";
import { furtherPages } from "./further-pages.ts";
import { health } from "./health.ts";
import { metrics } from "./metrics.ts";
import { openId } from "./open-id.ts";
import { openapi } from "./openapi/openapi.ts";
import { debugPages } from "./pages/debug.ts";
import { plainNotFound } from "./plain.ts";
import { rootPaths } from "./root-paths.ts";
import { statusPages } from "./status-pages.ts";
import { isOutOfScope } from "./target.ts";
import { version } from "./version.ts";

type PathHandler = (
  house: House,
  context: RequestContext,
) => Answer | undefined | Promise<Answer | undefined>;

/** Everything that is about no resource, and resource paths that nobody serves. The first that knows the path answers. */
const HANDLERS: readonly PathHandler[] = [
  health,
  version,
  discovery,
  openapi,
  metrics,
  rootPaths,
  openId,
  statusPages,
  debugPages,
  furtherPages,
];

export async function nonResource(house: House, context: RequestContext): Promise<Answer> {
  if (context.info.isResource) return unservedResource(house, context);
  for (const handler of HANDLERS) {
    const answer = await handler(house, context);
    if (answer === undefined) continue;
    context.served = { group: "", version: "", resource: "", subresource: rootOf(context.info.path) };
    return answer;
  }
  return plainNotFound();
}

/** One of the few that the handlers know. */
const rootOf = (path: string): string => `/${path.split("/", 2)[1]}`;

/** Groups of custom resources leave to the router of last resort what they do not know; built-in ones answer themselves. */
function unservedResource(house: House, { info }: RequestContext): Answer {
  const registry = house.registry();
  const group = registry.group(info.group);
  if (group === undefined || info.path.startsWith("//")) return plainNotFound();
  if (!isCustom(group)) throw resourceNotFound();
  const found = registry.find(info.group, info.version, info.resource);
  const sameScope = found !== undefined && !isOutOfScope(found.resource, info);
  if (info.subresource === "" || !sameScope) return plainNotFound();
  throw notFound({ group: info.group, resource: info.resource }, info.name);
}

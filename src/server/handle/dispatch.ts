import { resourceNotFound } from "../../api/status.ts";
import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { builtinPlace } from "../route/builtin-places.ts";
import { customResource } from "../route/custom-place.ts";
import { DOCUMENTS, pass } from "../route/gate.ts";
import { type Service, serviceOf } from "../route/service.ts";
import { actOnBuiltin } from "./act-on-builtin.ts";
import { actOnCustom } from "./act-on-custom.ts";
import { coreDocument, groupDocument, resourceDocument } from "./discovery/discovery.ts";
import { nonResource, servedPath } from "./non-resource.ts";
import { servicePage } from "./service-page.ts";

/** From what the URL says to what is done: built-in kinds go by the path, custom ones by what RequestInfo makes of it. */
export async function dispatch(house: House, context: RequestContext): Promise<Answer> {
  const registry = house.registry();
  const service = serviceOf(registry, context.info.path);
  if (service !== undefined) return serve(house, context, service);
  const found = context.info.path.startsWith("/apis/") ? customResource(registry, context.info) : undefined;
  return found === undefined ? nonResource(house, context) : actOnCustom(house, context, found);
}

function serve(house: House, context: RequestContext, service: Service): Answer | Promise<Answer> {
  if (service.kind !== "nothing") context.served = servedPath(context.info.path);
  switch (service.kind) {
    case "core":
      pass(context.request, DOCUMENTS);
      return coreDocument(house, context);
    case "group":
      if (!service.open) pass(context.request, DOCUMENTS);
      return groupDocument(service.group);
    case "version":
      return serveVersion(house, context, service);
    case "page":
      return servicePage(house, context, service.path);
    case "nothing":
      throw resourceNotFound();
  }
}

function serveVersion(
  house: House,
  context: RequestContext,
  { group, version, segments }: Extract<Service, { kind: "version" }>,
): Answer | Promise<Answer> {
  if (segments.length === 0) {
    pass(context.request, DOCUMENTS);
    return resourceDocument(house, group, version);
  }
  const place = builtinPlace(house.registry(), { group, version }, segments);
  if (place === undefined) throw resourceNotFound();
  return actOnBuiltin(house, context, place);
}

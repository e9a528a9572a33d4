import { resourceNotFound } from "../../api/status.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import { passOn } from "../aggregation/pass-on.ts";
import { coreDocument, namedGroupDocument, resourceDocument } from "../describe/discovery/discovery.ts";
import { nonResource, type Pages, servedPath } from "../describe/non-resource.ts";
import { type ServicePages, servicePage } from "../describe/service-page.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { plainNotFound } from "../respond/plain.ts";
import { builtinPlace } from "../route/builtin-places.ts";
import { DOCUMENTS, pass } from "../route/gate.ts";
import { type Service, serviceOf } from "../route/service.ts";
import { actOnBuiltin, actOnCustom, type Verbs } from "./act.ts";

/** Dependencies of all endpoints: verbs of resources, and pages. */
export interface Endpoints extends Pages, ServicePages, Verbs {}

/** Calls the handler for a URL: built-in kinds are routed by the path, custom ones by RequestInfo. */
export function dispatch(endpoints: Endpoints, context: RequestContext): Answer | Promise<Answer> {
  const remote = endpoints.remoteServices.at(context.info.path);
  if (remote !== undefined) {
    context.served = servedPath(context.info.path);
    return passOn(endpoints, context, remote);
  }
  const registry = endpoints.registry();
  const service = serviceOf(registry, context.info.path);
  if (service !== undefined) return serve(endpoints, context, service);
  const found = context.info.path.startsWith("/apis/") ? customResource(registry, context.info) : undefined;
  return found === undefined ? nonResource(endpoints, context) : actOnCustom(endpoints, context, found);
}

function serve(endpoints: Endpoints, context: RequestContext, service: Service): Answer | Promise<Answer> {
  if (service.kind !== "nothing") context.served = servedPath(context.info.path);
  switch (service.kind) {
    case "core":
      pass(context.request, DOCUMENTS);
      return coreDocument(endpoints, context);
    case "group":
      if (!service.open) pass(context.request, DOCUMENTS);
      return namedGroupDocument(endpoints, service.group.name) ?? plainNotFound();
    case "version":
      return serveVersion(endpoints, context, service);
    case "page":
      return servicePage(endpoints, context, service.path);
    case "nothing":
      throw resourceNotFound();
  }
}

function serveVersion(
  endpoints: Endpoints,
  context: RequestContext,
  { group, version, segments }: Extract<Service, { kind: "version" }>,
): Answer | Promise<Answer> {
  if (segments.length === 0) {
    pass(context.request, DOCUMENTS);
    return resourceDocument(endpoints, group, version);
  }
  const place = builtinPlace(endpoints.registry(), { group, version }, segments);
  if (place === undefined) throw resourceNotFound();
  return actOnBuiltin(endpoints, context, place);
}

/**
 * Returns the custom resource of a request as the reference's crdHandler finds it: by RequestInfo, not by the
 * path. Undefined if there is none; the request is then passed to other handlers, which do not have it
 * either.
 */
function customResource(registry: Registry, info: RequestInfo): FoundKind | undefined {
  if (!info.isResource || info.group === "") return undefined;
  const found = registry.find(info.group, info.version, info.resource);
  return found?.resource.custom && !isOutOfScope(found.resource, info) ? found : undefined;
}

/** A request for namespaced custom resources without a namespace may only be a list or a watch. */
const isOutOfScope = ({ namespaced }: ResourceDefinition, { namespace, verb }: RequestInfo): boolean =>
  namespaced ? namespace === "" && verb !== "list" && verb !== "watch" : namespace !== "";

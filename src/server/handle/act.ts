import { PATCH_MEDIA_TYPES } from "../../api/exchange/patch-media-types.ts";
import { methodNotAllowed, notFound, verbNotSupported } from "../../api/status.ts";
import type { FoundKind } from "../../resources/registry.ts";
import type { SubresourceDefinition, SubresourceVerb } from "../../resources/resource-definition.ts";
import { subresourcesIn } from "../../resources/subresources-in.ts";
import { isTrue } from "../accept/query-values.ts";
import { annotate, type RequestContext, type Served } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { negotiate, nothingAcceptable } from "../respond/negotiate.ts";
import { acceptOf } from "../respond/respond.ts";
import {
  BUILTIN_OBJECTS,
  BUILTIN_WITHOUT_TABLES,
  CUSTOM_OBJECTS,
  type Restrictions,
} from "../respond/restrictions.ts";
import type { Action, Place } from "../route/builtin-places.ts";
import { ANYTHING, type Gate, LISTS, OBJECTS, pass } from "../route/gate.ts";
import { getComponentStatus, listComponentStatuses } from "./component-statuses.ts";
import { remove } from "./delete.ts";
import { deleteCollection } from "./delete-collection.ts";
import { get } from "./get.ts";
import { list } from "./list.ts";
import { patchTypeOf } from "./patch-type.ts";
import { createTransient, isTransient } from "./reviews/create-transient.ts";
import type { Reviews } from "./reviews/reviewer.ts";
import { bind } from "./subresources/binding.ts";
import { type Connects, connect } from "./subresources/connect/connect.ts";
import { evict } from "./subresources/eviction.ts";
import { podLog } from "./subresources/pod-log.ts";
import { scale } from "./subresources/scale.ts";
import { requestToken, type TokenRequests } from "./subresources/token-request.ts";
import { assertName, groupResource, type Target } from "./target.ts";
import type { Watches } from "./watch/open-watch.ts";
import { watch } from "./watch.ts";
import type { InternalWrites } from "./write/writes.ts";
import { create, patch, update } from "./write-path.ts";

/** Dependencies of all verbs. */
export interface Verbs extends Connects, InternalWrites, Reviews, TokenRequests, Watches {}

/** Performs a request for a built-in resource: the router of its path, then the verb. */
export function actOnBuiltin(verbs: Verbs, context: RequestContext, place: Place): Promise<Answer> {
  const { request } = context;
  const { found, subresource } = place;
  const route = place.actions.get(request.method);
  if (route === undefined) throw methodNotAllowed();
  pass(request, GATES[route] ?? (subresource?.name === "log" ? LOGS : OBJECTS), place.actions);
  const action = route === "list" && isTrue(request.query.get("watch")) ? "watch" : route;
  const target = targetOf(context, found, subresource);
  context.served = servedBy(context);
  if (action === "connect") return connect(verbs, context, target);
  return act(verbs, context, target, action, restrictionsOf(target));
}

const GATES: Readonly<Partial<Record<Action, Gate>>> = {
  list: LISTS,
  watch: LISTS,
  connect: ANYTHING,
  patch: { ...OBJECTS, consumes: Object.values(PATCH_MEDIA_TYPES) },
};

const LOGS: Gate = { produces: ["text/plain", ...OBJECTS.produces] };

/**
 * Returns the response forms of a built-in resource. Resources that are requests have no Tables, nor have some others
 * (their storage in the reference has no converter).
 */
function restrictionsOf(target: Target): Restrictions {
  const { subresource } = target;
  const hasTables =
    subresource === undefined
      ? !isTransient(target)
      : subresource.tables !== false && subresource.style !== "create" && subresource.style !== "get";
  return hasTables ? BUILTIN_OBJECTS : BUILTIN_WITHOUT_TABLES;
}

/** Handles a request for a custom resource or one of its subresources. Throws 404 and 405. */
export function actOnCustom(verbs: Verbs, context: RequestContext, found: FoundKind): Promise<Answer> {
  const { verb, name, subresource: part } = context.info;
  const subresource = subresourcesIn(found).find((one) => one.name === part);
  const target = targetOf(context, found, subresource);
  const about = groupResource(target);
  if (part !== "" && subresource === undefined) throw notFound(about, name);
  context.served = servedBy(context);
  const known = subresource === undefined || subresource.verbs.includes(verb as SubresourceVerb);
  if (!known || !isAction(verb)) throw verbNotSupported(about, verb);
  // The name behind the collection in the URL of a create is ignored.
  return act(verbs, context, verb === "create" ? { ...target, name: "" } : target, verb, CUSTOM_OBJECTS);
}

/** Finds the target of a request, and reports a deprecated kind: with a warning, and an annotation in the audit log. */
function targetOf(
  context: RequestContext,
  { resource, kind }: FoundKind,
  subresource: SubresourceDefinition | undefined,
): Target {
  const { deprecationWarning: warning } = kind;
  if (warning !== undefined) {
    context.warnings.add(warning);
    annotate(context, "k8s.io/deprecated", "true");
    const removed = /unavailable in v(\d+\.\d+)\+/.exec(warning)?.[1];
    if (removed !== undefined) annotate(context, "k8s.io/removed-release", removed);
  }
  const { namespace, name } = context.info;
  return { resource, kind, subresource, namespace, name };
}

/** Labels of the endpoint for the metrics. */
const servedBy = ({ info: { group, version, resource, subresource } }: RequestContext): Served => ({
  group,
  version,
  resource,
  subresource,
});

type ActionHandler = (verbs: Verbs, context: RequestContext, target: Target) => Promise<Answer>;

const HANDLERS: Readonly<Record<Exclude<Action, "connect">, ActionHandler>> = {
  create,
  get,
  list,
  watch,
  update,
  patch,
  delete: remove,
  deletecollection: deleteCollection,
};

/** True for the verbs of RequestInfo that apply to custom resources, independent of the method: a HEAD is a read. */
const isAction = (verb: string): verb is keyof typeof HANDLERS => Object.hasOwn(HANDLERS, verb);

const NEED_NAME: ReadonlySet<Action> = new Set<Action>(["delete", "get", "patch", "update"]);

/**
 * Calls the handler of an action, after the checks of every handler, so that nothing is written whose response the client
 * cannot read.
 */
function act(
  verbs: Verbs,
  context: RequestContext,
  target: Target,
  action: keyof typeof HANDLERS,
  restrictions: Restrictions,
): Promise<Answer> {
  if (action === "patch") patchTypeOf(target.resource, context.request);
  if (NEED_NAME.has(action) || (action === "create" && target.subresource !== undefined)) assertName(target);
  context.accepted = negotiate(acceptOf(context.request), restrictions);
  if (context.accepted === undefined) throw nothingAcceptable();
  const handler = ownHandler(target, action) ?? HANDLERS[action];
  return handler(verbs, context, target);
}

/** Returns the handler of a resource or subresource that has one of its own; most subresources are a restricted view of the parent. */
function ownHandler(target: Target, action: Action): ActionHandler | undefined {
  const { subresource, resource } = target;
  if (resource.plural === "componentstatuses" && !resource.custom)
    return action === "get" ? getComponentStatus : action === "list" ? listComponentStatuses : undefined;
  switch (subresource?.style) {
    case undefined:
      return isTransient(target) && !resource.custom ? createTransient : undefined;
    case "scale":
      return (verbs, context) => scale(verbs, context, target, action);
    case "create":
      return CREATED[subresource.name];
    case "get":
      return podLog;
    default:
      return undefined;
  }
}

/** Subresources that are requests of their own. */
const CREATED: Readonly<Record<string, ActionHandler>> = {
  binding: bind,
  eviction: evict,
  token: requestToken,
};

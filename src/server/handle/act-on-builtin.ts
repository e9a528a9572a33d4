import { PATCH_MEDIA_TYPES } from "../../api/exchange/patch-media-types.ts";
import { methodNotAllowed } from "../../api/status.ts";
import { isTrue } from "../accept/query-values.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { BUILTIN_OBJECTS, BUILTIN_WITHOUT_TABLES, type Restrictions } from "../respond/restrictions.ts";
import type { Action, Place } from "../route/builtin-places.ts";
import { ANYTHING, type Gate, LISTS, OBJECTS, pass } from "../route/gate.ts";
import { act, prepareAct, servedBy, type Verbs } from "./act.ts";
import { noteDeprecation } from "./note-deprecation.ts";
import { createTransient, isTransient } from "./reviews/create-transient.ts";
import type { Reviews } from "./reviews/reviewer.ts";
import { connect } from "./subresources/connect/connect.ts";
import type { Connects } from "./subresources/connect/connects.ts";
import type { Target } from "./target.ts";

/** Dependencies of requests for built-in resources. */
export interface ResourceRequests extends Connects, Reviews, Verbs {}

/** Performs a request for a built-in resource: the router of its path, then the verb. */
export function actOnBuiltin(
  requests: ResourceRequests,
  context: RequestContext,
  place: Place,
): Promise<Answer> {
  const { request, info } = context;
  const route = place.actions.get(request.method);
  if (route === undefined) throw methodNotAllowed();
  pass(request, GATES[route] ?? gateOf(place), place.actions);
  const action = route === "list" && isTrue(request.query.get("watch")) ? "watch" : route;
  const { resource, kind } = place.found;
  noteDeprecation(context, kind);
  context.served = servedBy(info);
  const { subresource } = place;
  const target: Target = { resource, kind, subresource, namespace: info.namespace, name: info.name };
  if (action === "connect") return connect(requests, context, target);
  prepareAct(context, target, action, restrictionsOf(place));
  return isTransient(target)
    ? createTransient(requests, context, target)
    : act(requests, context, target, action);
}

const GATES: Readonly<Partial<Record<Action, Gate>>> = {
  list: LISTS,
  watch: LISTS,
  connect: ANYTHING,
  patch: { ...OBJECTS, consumes: Object.values(PATCH_MEDIA_TYPES) },
};

const LOGS: Gate = { produces: ["text/plain", ...OBJECTS.produces] };

const gateOf = ({ subresource }: Place): Gate => (subresource?.name === "log" ? LOGS : OBJECTS);

/**
 * Returns the response forms of a place. Resources that are requests have no Tables, nor have some others
 * (their storage in the reference has no converter).
 */
function restrictionsOf({ found, subresource }: Place): Restrictions {
  const hasTables =
    subresource === undefined
      ? !isTransient(found)
      : subresource.tables !== false && subresource.style !== "create" && subresource.style !== "get";
  return hasTables ? BUILTIN_OBJECTS : BUILTIN_WITHOUT_TABLES;
}

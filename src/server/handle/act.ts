import { methodNotAllowed } from "../../api/status.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { RequestContext, Served } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { negotiate, nothingAcceptable } from "../respond/negotiate.ts";
import { acceptOf } from "../respond/respond.ts";
import type { Restrictions } from "../respond/restrictions.ts";
import type { Action } from "../route/builtin-places.ts";
import { getComponentStatus, listComponentStatuses } from "./component-statuses.ts";
import { remove } from "./delete.ts";
import { deleteCollection } from "./delete-collection.ts";
import { get } from "./get.ts";
import { list } from "./list.ts";
import { patchTypeOf } from "./patch-type.ts";
import { type CreatedSubresources, createSubresource } from "./subresources/create-subresource.ts";
import { type PodLogs, podLog } from "./subresources/pod-log.ts";
import { scale } from "./subresources/scale.ts";
import { assertName, type Target } from "./target.ts";
import type { Watches } from "./watch/watches.ts";
import { watch } from "./watch.ts";
import { create, patch, update } from "./write-path.ts";

/** Dependencies of all verbs. */
export interface Verbs extends CreatedSubresources, PodLogs, Watches {}

/** Labels of the endpoint for the metrics. */
export const servedBy = ({ group, version, resource, subresource }: RequestInfo): Served => ({
  group,
  version,
  resource,
  subresource,
});

const NEED_NAME: ReadonlySet<Action> = new Set<Action>(["delete", "get", "patch", "update"]);

/** True if the action is for one object, or creates a part of one. */
const needsName = (action: Action, { subresource }: Target): boolean =>
  NEED_NAME.has(action) || (action === "create" && subresource !== undefined);

/**
 * Makes the checks of every handler before its work, so that nothing is written whose response the client
 * cannot read.
 */
export function prepareAct(
  context: RequestContext,
  target: Target,
  action: Action,
  restrictions: Restrictions,
): void {
  if (action === "patch") patchTypeOf(target.resource, context.request);
  if (needsName(action, target)) assertName(target);
  const accepted = negotiate(acceptOf(context.request), restrictions);
  if (accepted === undefined) throw nothingAcceptable();
  context.accepted = accepted;
}

type ActionHandler = (verbs: Verbs, context: RequestContext, target: Target) => Promise<Answer>;

const HANDLERS: Readonly<Partial<Record<Action, ActionHandler>>> = {
  create,
  get,
  list,
  watch,
  update,
  patch,
  delete: remove,
  deletecollection: deleteCollection,
};

/**
 * Calls the handler of an action. Most subresources are a restricted view of the parent, some have handlers
 * of their own.
 */
export function act(verbs: Verbs, context: RequestContext, target: Target, action: Action): Promise<Answer> {
  const handler = ownHandler(target, action) ?? HANDLERS[action];
  if (handler === undefined) throw methodNotAllowed();
  return handler(verbs, context, target);
}

function ownHandler({ subresource, resource }: Target, action: Action): ActionHandler | undefined {
  if (resource.plural === "componentstatuses" && !resource.custom)
    return action === "get" ? getComponentStatus : action === "list" ? listComponentStatuses : undefined;
  switch (subresource?.style) {
    case "scale":
      return (verbs, context, target) => scale(verbs, context, target, action);
    case "create":
      return createSubresource;
    case "get":
      return podLog;
    default:
      return undefined;
  }
}

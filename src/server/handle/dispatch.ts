import { methodNotAllowed, verbNotSupported } from "../../api/status.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { House } from "../house.ts";
import type { RequestContext, Served } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { create } from "./create.ts";
import { remove } from "./delete.ts";
import { deleteCollection } from "./delete-collection.ts";
import { get } from "./get.ts";
import { list } from "./list.ts";
import { nonResource } from "./non-resource.ts";
import { patch } from "./patch.ts";
import { createPassing } from "./reviews/create-passing.ts";
import { subresource } from "./subresource.ts";
import { findTarget, groupResource, requireTarget, type Target } from "./target.ts";
import { update } from "./update.ts";
import { watch } from "./watch.ts";

type VerbHandler = (house: House, context: RequestContext, target: Target) => Promise<Answer>;

const VERBS: Readonly<Record<string, VerbHandler>> = {
  create,
  get,
  list,
  watch,
  update,
  patch,
  delete: remove,
  deletecollection: deleteCollection,
};

/** Verbs of a collection, besides create, may name an object by a selector. */
const NEEDS_NO_NAME: Readonly<Record<string, boolean>> = { list: true, watch: true, deletecollection: true };

/** Resources that are only requests: nothing is stored under their name. */
const PASSING = new Set([
  "/bindings",
  "authentication.k8s.io/tokenreviews",
  "authentication.k8s.io/selfsubjectreviews",
  "authorization.k8s.io/subjectaccessreviews",
  "authorization.k8s.io/localsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectrulesreviews",
]);

/** From what the URL says to the verb that does it. */
export async function dispatch(house: House, context: RequestContext): Promise<Answer> {
  const { info, request, warnings } = context;
  if (!info.isResource) return nonResource(house, context);
  const found = findTarget(house.registry(), info);
  if (found === undefined) return nonResource(house, context);
  const target = requireTarget(found);
  context.served = servedBy(info);
  if (target.kind.deprecationWarning !== undefined) warnings.add(target.kind.deprecationWarning);
  if (target.subresource !== undefined) return subresource(house, context, target);
  if (info.verb === "create" && PASSING.has(`${info.group}/${info.resource}`))
    return createPassing(house, context, target);
  if (target.resource.custom) return customResource(house, context, target);
  const handler = request.method === "HEAD" || isMisused(context) ? undefined : VERBS[info.verb];
  if (handler === undefined) throw methodNotAllowed();
  if ((info.verb === "create") !== (info.name === "") && NEEDS_NO_NAME[info.verb] !== true)
    throw methodNotAllowed();
  return handler(house, context, target);
}

const servedBy = ({ group, version, resource, subresource }: RequestInfo): Served => ({
  group,
  version,
  resource,
  subresource,
});

/** The watch in front of a path is for GET. */
const isMisused = ({ info, request }: RequestContext): boolean =>
  info.prefix === "watch" && request.method !== "GET";

/** Custom resources are told apart by verb alone: a HEAD is a read, a create may name anything behind the collection. */
function customResource(house: House, context: RequestContext, target: Target): Promise<Answer> {
  const { verb } = context.info;
  const handler = VERBS[verb];
  if (handler === undefined) throw verbNotSupported(groupResource(target), verb);
  return handler(house, context, verb === "create" ? { ...target, name: "" } : target);
}

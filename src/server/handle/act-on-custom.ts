import { notFound, verbNotSupported } from "../../api/status.ts";
import type { FoundKind } from "../../resources/registry.ts";
import type { SubresourceVerb } from "../../resources/resource-definition.ts";
import { subresourcesIn } from "../../resources/subresources-in.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { CUSTOM_OBJECTS } from "../respond/restrictions.ts";
import type { Action } from "../route/builtin-places.ts";
import { act, prepareAct, servedBy, type Verbs } from "./act.ts";
import { noteDeprecation } from "./note-deprecation.ts";
import { groupResource, type Target } from "./target.ts";

/** Verbs of RequestInfo that apply to custom resources, independent of the method: a HEAD is a read. */
const ACTIONS: ReadonlySet<string> = new Set<Action>([
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
]);

/** Handles a request for a custom resource or one of its subresources. Throws 404 and 405. */
export function actOnCustom(verbs: Verbs, context: RequestContext, found: FoundKind): Promise<Answer> {
  const { info } = context;
  const { resource, kind } = found;
  noteDeprecation(context, kind);
  const subresource = subresourcesIn(found).find(({ name }) => name === info.subresource);
  const target: Target = { resource, kind, subresource, namespace: info.namespace, name: info.name };
  const about = groupResource(target);
  if (info.subresource !== "" && subresource === undefined) throw notFound(about, info.name);
  const { verb } = info;
  const known =
    subresource === undefined ? isAction(verb) : subresource.verbs.includes(verb as SubresourceVerb);
  context.served = servedBy(info);
  if (!known || !isAction(verb)) throw verbNotSupported(about, verb);
  prepareAct(context, target, verb, CUSTOM_OBJECTS);
  // The name behind the collection in the URL of a create is ignored.
  return act(verbs, context, verb === "create" ? { ...target, name: "" } : target, verb);
}

const isAction = (verb: string): verb is Action => ACTIONS.has(verb);

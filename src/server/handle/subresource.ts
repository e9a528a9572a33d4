import { methodNotAllowed, type StatusError, verbNotSupported } from "../../api/status.ts";
import type { SubresourceVerb } from "../../resources/kind.ts";
import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { get } from "./get.ts";
import { patch } from "./patch.ts";
import { connect } from "./subresources/connect.ts";
import { createSubresource } from "./subresources/create-subresource.ts";
import { podLog } from "./subresources/pod-log.ts";
import { scale } from "./subresources/scale.ts";
import { groupResource, type Target } from "./target.ts";
import { update } from "./update.ts";

/** `/{name}/{subresource}`: most are the parent through a narrower door, some are things of their own. */
export async function subresource(house: House, context: RequestContext, target: Target): Promise<Answer> {
  const definition = target.subresource;
  const { verb } = context.info;
  if (definition === undefined) throw methodNotAllowed();
  if (definition.style === "connect") return connect(house, context, target);
  const headOnly = context.request.method === "HEAD" && !target.resource.custom;
  if (headOnly || !definition.verbs.includes(verb as SubresourceVerb)) throw refusal(target, verb);
  switch (definition.style) {
    case "update":
      return verb === "get"
        ? get(house, context, target)
        : verb === "update"
          ? update(house, context, target)
          : patch(house, context, target);
    case "scale":
      return scale(house, context, target);
    case "create":
      return createSubresource(house, context, target);
    case "get":
      return podLog(house, context, target);
  }
}

/** Custom resources have no path of their own for each method: what they cannot do is a verb. */
const refusal = (target: Target, verb: string): StatusError =>
  target.resource.custom ? verbNotSupported(groupResource(target), verb) : methodNotAllowed();

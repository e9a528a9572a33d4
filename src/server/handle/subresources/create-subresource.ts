import type { InternalWrites } from "../../background/internal-requests.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import type { Target } from "../target.ts";
import { type Bindings, bind } from "./binding.ts";
import { evict } from "./eviction.ts";
import { notYet } from "./plain-answers.ts";
import { requestToken, type TokenRequests } from "./token-request.ts";

/** Dependencies of the subresources that are created. */
export interface CreatedSubresources extends Bindings, InternalWrites, TokenRequests {}

/** Answers the POST to a subresource that is a request of its own. */
export async function createSubresource(
  requests: CreatedSubresources,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  switch (target.subresource?.name) {
    case "binding":
      return bind(requests, context, target);
    case "token":
      return requestToken(requests, context, target);
    case "eviction":
      return evict(requests, context, target);
    default:
      throw notYet(`${target.resource.plural}/${target.subresource?.name}`);
  }
}

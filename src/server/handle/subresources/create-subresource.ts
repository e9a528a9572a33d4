import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import type { Target } from "../target.ts";
import { bind } from "./binding.ts";
import { evict } from "./eviction.ts";
import { notYet } from "./plain-answers.ts";
import { requestToken } from "./token-request.ts";

/** POST to a subresource that is a request of its own. */
export async function createSubresource(
  house: House,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  switch (target.subresource?.name) {
    case "binding":
      return bind(house, context, target);
    case "token":
      return requestToken(house, context, target);
    case "eviction":
      return evict(house, context, target);
    default:
      throw notYet(`${target.resource.plural}/${target.subresource?.name}`);
  }
}

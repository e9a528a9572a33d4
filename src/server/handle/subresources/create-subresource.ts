import type { Status } from "../../../api/status.ts";
import { StatusError } from "../../../api/status.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import type { Target } from "../target.ts";
import { bind } from "./binding.ts";
import { evict } from "./eviction.ts";

/** POST to a subresource that is a request of its own. */
export async function createSubresource(
  house: House,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  switch (target.subresource?.name) {
    case "binding":
      return bind(house, context, target);
    case "eviction":
      return evict(house, context, target);
    default:
      throw notYet(`${target.resource.plural}/${target.subresource?.name}`);
  }
}

/** 501 in the words of this house: the reference can do it, we cannot yet. */
export const notYet = (what: string): StatusError =>
  new StatusError({
    message: `${what} is not supported by this server yet`,
    reason: "NotImplemented",
    code: 501,
  });

export const created = (): Answer => {
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
  return { kind: "status", status };
};

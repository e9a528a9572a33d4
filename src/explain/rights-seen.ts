import { type AskedRight, rightsAsked } from "../cel/libraries/authorizer.ts";
import type { Activation } from "../cel/plan/frame.ts";
import type { JsonObject } from "../json/value.ts";

/**
 * Returns the rights that an expression asked for, with the answers: `{"the right to create pods in demo": false}`. The
 * variable `authorizer` has those of all expressions of a policy; an expression asked for those whose verb it names.
 */
export const rightsSeen = (expression: string, { authorizer }: Activation): JsonObject =>
  Object.fromEntries(
    rightsAsked(authorizer)
      .filter(({ verb }) => expression.includes(`'${verb}'`) || expression.includes(`"${verb}"`))
      .map((right) => [textOf(right), right.answer.decision === "allow"]),
  );

function textOf(right: AskedRight): string {
  const { user } = right;
  const whose = user.kind === "requester" ? "" : ` of system:serviceaccount:${user.namespace}:${user.name}`;
  if (right.kind === "path") return `the right${whose} to ${right.verb} ${right.path}`;
  const { verb, group, resource, subresource, namespace, name } = right;
  const what = `${resource}${subresource === "" ? "" : `/${subresource}`}${group === "" ? "" : `.${group}`}`;
  const which = name === "" ? what : `${what} ${name}`;
  return `the right${whose} to ${verb} ${which}${namespace === "" ? "" : ` in ${namespace}`}`;
}

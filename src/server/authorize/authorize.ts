import { aggregate } from "../../api/field-error.ts";
import type { UserInfo } from "../../api/meta.ts";
import { whenThere } from "../../api/when-there.ts";
import type { AuthorizationAttributes } from "./attributes.ts";

/** What one authorizer says. `noOpinion` passes the question on. */
export interface Decision {
  readonly decision: "allow" | "deny" | "noOpinion";
  /** Why, in words: `RBAC: allowed by ClusterRoleBinding "x" of ClusterRole "y" to User "z"`. */
  readonly reason: string;
  /** What went wrong; where nobody allows the request it is an internal error. */
  readonly error?: string;
}

/** A promise only where somebody else has to be asked; it does not reject. */
export type Authorizer = (attributes: AuthorizationAttributes) => Decision | Promise<Decision>;

/** One that asks nobody else. */
export type ImmediateAuthorizer = (attributes: AuthorizationAttributes) => Decision;

/** The first one with an opinion decides; when nobody has one, the reasons and errors of all are given. */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return (attributes) => askFrom(0, authorizers, attributes, []);
}

function askFrom(
  index: number,
  authorizers: readonly Authorizer[],
  attributes: AuthorizationAttributes,
  before: readonly Decision[],
): Decision | Promise<Decision> {
  const authorize = authorizers[index];
  if (authorize === undefined) return nobodysOpinion(before);
  return whenThere(authorize(attributes), (decision) =>
    decision.decision === "noOpinion"
      ? askFrom(index + 1, authorizers, attributes, [...before, decision])
      : decision,
  );
}

/** What is said where none of some authorizers has an opinion. */
export function nobodysOpinion(decisions: readonly Decision[]): Decision {
  const reasons = decisions.map(({ reason }) => reason).filter((reason) => reason !== "");
  const errors = decisions.flatMap(({ error }) => error ?? []);
  const error = errors.length === 0 ? {} : { error: aggregate(errors) };
  return { decision: "noOpinion", reason: reasons.join("\n"), ...error };
}

/** As an authorizer, for those who cannot wait: what is not known yet is not allowed. */
export function atOnce(authorize: Authorizer): ImmediateAuthorizer {
  return (attributes) => {
    const decision = authorize(attributes);
    return decision instanceof Promise ? NOT_KNOWN_YET : decision;
  };
}

const NOT_KNOWN_YET: Decision = { decision: "noOpinion", reason: "the answer is not known yet" };

/** `system:masters` may do everything. */
export const privilegedGroup: ImmediateAuthorizer = ({ user }) =>
  isSuperuser(user) ? { decision: "allow", reason: "" } : { decision: "noOpinion", reason: "" };

export const isSuperuser = (user: UserInfo): boolean => user.groups.includes("system:masters");

/** `--authorization-mode=AlwaysAllow` and `AlwaysDeny`. */
export const alwaysAllow: ImmediateAuthorizer = () => ({ decision: "allow", reason: "" });
export const alwaysDeny: ImmediateAuthorizer = () => ({
  decision: "noOpinion",
  reason: "Everything is forbidden.",
});

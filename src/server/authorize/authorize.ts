import type { UserInfo } from "../../api/meta.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import type { AuthorizationAttributes } from "./attributes.ts";

/** The decision of one authorizer. `noOpinion` leaves the decision to the next one. */
export interface Decision {
  readonly decision: "allow" | "deny" | "noOpinion";
  /** Reason as text: `RBAC: allowed by ClusterRoleBinding "x" of ClusterRole "y" to User "z"`. */
  readonly reason: string;
  /** Problem of the check. If no authorizer allows the request, it becomes an internal error. */
  readonly error?: string;
}

/** Authorizer. It returns a promise only for a request to another server; the promise does not reject. */
export type Authorizer = (attributes: AuthorizationAttributes) => Decision | Promise<Decision>;

/** Authorizer that decides without requests to other servers. */
export type ImmediateAuthorizer = (attributes: AuthorizationAttributes) => Decision;

/** The first authorizer with an opinion decides. If none has one, the reasons and errors of all are returned. */
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
  return thenMaybe(authorize(attributes), (decision) =>
    decision.decision === "noOpinion"
      ? askFrom(index + 1, authorizers, attributes, [...before, decision])
      : decision,
  );
}

/** Combines the decisions of authorizers that all have no opinion. */
export function nobodysOpinion(decisions: readonly Decision[]): Decision {
  const reasons = decisions.map(({ reason }) => reason).filter((reason) => reason !== "");
  const errors = decisions.flatMap(({ error }) => error ?? []);
  const error = errors.length === 0 ? {} : { error: aggregate(errors) };
  return { decision: "noOpinion", reason: reasons.join("\n"), ...error };
}

/** Makes an authorizer immediate: a request whose decision is not known yet is not allowed. */
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

/** True for members of `system:masters`, who have all rights. */
export const isSuperuser = (user: UserInfo): boolean => user.groups.includes("system:masters");

/** `--authorization-mode=AlwaysAllow` and `AlwaysDeny`. */
export const alwaysAllow: ImmediateAuthorizer = () => ({ decision: "allow", reason: "" });
/** Authorizer of the mode AlwaysDeny. It has no opinion, so a later authorizer can still allow the request. */
export const alwaysDeny: ImmediateAuthorizer = () => ({
  decision: "noOpinion",
  reason: "Everything is forbidden.",
});

import { aggregate } from "../../api/field-error.ts";
import type { UserInfo } from "../../api/meta.ts";
import { Pending } from "../../api/pending.ts";
import type { AuthorizationAttributes } from "./attributes.ts";

/** What one authorizer says. `noOpinion` passes the question on. */
export interface Decision {
  readonly decision: "allow" | "deny" | "noOpinion";
  /** Why, in words: `RBAC: allowed by ClusterRoleBinding "x" of ClusterRole "y" to User "z"`. */
  readonly reason: string;
  /** What went wrong; where nobody allows the request it is an internal error. */
  readonly error?: string;
}

export type Authorizer = (attributes: AuthorizationAttributes) => Decision;

/** The first one with an opinion decides; when nobody has one, the reasons and errors of all are given. */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return (attributes) => {
    const reasons: string[] = [];
    const errors: string[] = [];
    for (const authorizer of authorizers) {
      const decision = authorizer(attributes);
      if (decision.decision !== "noOpinion") return decision;
      if (decision.reason !== "") reasons.push(decision.reason);
      if (decision.error !== undefined) errors.push(decision.error);
    }
    const error = errors.length === 0 ? {} : { error: aggregate(errors) };
    return { decision: "noOpinion", reason: reasons.join("\n"), ...error };
  };
}

/** As an authorizer, for those who cannot wait: what is not known yet is not allowed. */
export function atOnce(authorize: Authorizer): Authorizer {
  return (attributes) => {
    try {
      return authorize(attributes);
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      return { decision: "noOpinion", reason: error.message };
    }
  };
}

/** `system:masters` may do everything. */
export const privilegedGroup: Authorizer = ({ user }) =>
  isSuperuser(user) ? { decision: "allow", reason: "" } : { decision: "noOpinion", reason: "" };

export const isSuperuser = (user: UserInfo): boolean => user.groups.includes("system:masters");

/** `--authorization-mode=AlwaysAllow` and `AlwaysDeny`. */
export const alwaysAllow: Authorizer = () => ({ decision: "allow", reason: "" });
export const alwaysDeny: Authorizer = () => ({ decision: "noOpinion", reason: "Everything is forbidden." });

import type { UserInfo } from "../../api/meta.ts";
import type { AuthorizationAttributes } from "./attributes.ts";

/** What one authorizer says. `noOpinion` passes the question on. */
export interface Decision {
  readonly decision: "allow" | "deny" | "noOpinion";
  /** Why, in words: `RBAC: allowed by ClusterRoleBinding "x" of ClusterRole "y" to User "z"`. */
  readonly reason: string;
}

export type Authorizer = (attributes: AuthorizationAttributes) => Decision;

/** The first one with an opinion decides; when nobody has one, the reasons of all are given. */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return (attributes) => {
    const reasons: string[] = [];
    for (const authorizer of authorizers) {
      const decision = authorizer(attributes);
      if (decision.decision !== "noOpinion") return decision;
      if (decision.reason !== "") reasons.push(decision.reason);
    }
    return { decision: "noOpinion", reason: reasons.join("\n") };
  };
}

/** `system:masters` may do everything. */
export const privilegedGroup: Authorizer = ({ user }) =>
  isSuperuser(user) ? { decision: "allow", reason: "" } : { decision: "noOpinion", reason: "" };

export const isSuperuser = (user: UserInfo): boolean => user.groups.includes("system:masters");

/** `--authorization-mode=AlwaysAllow` and `AlwaysDeny`. */
export const alwaysAllow: Authorizer = () => ({ decision: "allow", reason: "" });
export const alwaysDeny: Authorizer = () => ({ decision: "noOpinion", reason: "Everything is forbidden." });

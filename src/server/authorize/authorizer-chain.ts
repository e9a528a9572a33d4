import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  nobodysOpinion,
  privilegedGroup,
  unionAuthorizer,
} from "./authorize.ts";
import { type RbacLookup, rbacAuthorizer } from "./rbac.ts";
import { EVERY_RULE, NO_RULES, type RuleResolver, rbacRules, unionRules } from "./rules.ts";

/** `Node` and `RBAC` decide by what is stored. */
export type AuthorizationMode = "RBAC" | "Node" | "AlwaysAllow" | "AlwaysDeny";

/** One that decides and does not come from this server. */
export interface OwnAuthorizer {
  readonly authorize: Authorizer;
  readonly rulesFor: RuleResolver;
}

const NOBODY: OwnAuthorizer = { authorize: () => nobodysOpinion([]), rulesFor: NO_RULES };

/** Those who are asked, in this order. A function may answer others later: it is asked for every question. */
export type AuthorizerList =
  | readonly (AuthorizationMode | OwnAuthorizer)[]
  | (() => readonly (AuthorizationMode | OwnAuthorizer)[]);

/** Whether a mode is among those who are asked now. */
export const asks = (list: AuthorizerList, mode: AuthorizationMode): boolean =>
  (typeof list === "function" ? list() : list).includes(mode);

/** One authorizer of all; `system:masters` may do everything. `node`: the one of the mode Node, where that is asked. */
export function authorizerChain(
  list: AuthorizerList,
  lookup: RbacLookup,
  node: OwnAuthorizer = NOBODY,
): OwnAuthorizer {
  const rbac = { authorize: rbacAuthorizer(lookup), rulesFor: rbacRules(lookup) };
  const modes: Readonly<Record<AuthorizationMode, OwnAuthorizer>> = {
    RBAC: rbac,
    Node: node,
    AlwaysAllow: { authorize: alwaysAllow, rulesFor: EVERY_RULE },
    AlwaysDeny: { authorize: alwaysDeny, rulesFor: NO_RULES },
  };
  const chainOf = (named: readonly (AuthorizationMode | OwnAuthorizer)[]): OwnAuthorizer => {
    const all = named.map((one) => (typeof one === "string" ? modes[one] : one));
    return {
      authorize: unionAuthorizer([privilegedGroup, ...all.map(({ authorize }) => authorize)]),
      rulesFor: unionRules(all.map(({ rulesFor }) => rulesFor)),
    };
  };
  if (typeof list !== "function") return chainOf(list);
  let named = list();
  let chain = chainOf(named);
  const current = (): OwnAuthorizer => {
    if (list() !== named) {
      named = list();
      chain = chainOf(named);
    }
    return chain;
  };
  return {
    authorize: (attributes) => current().authorize(attributes),
    rulesFor: (user, namespace) => current().rulesFor(user, namespace),
  };
}

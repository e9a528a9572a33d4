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

/** Built-in authorization modes. `Node` and `RBAC` decide by stored objects. */
export type AuthorizationMode = "RBAC" | "Node" | "AlwaysAllow" | "AlwaysDeny";

/** An authorizer that is not built in. */
export interface OwnAuthorizer {
  readonly authorize: Authorizer;
  readonly rulesFor: RuleResolver;
}

const NOBODY: OwnAuthorizer = { authorize: () => nobodysOpinion([]), rulesFor: NO_RULES };

/**
 * The authorizers in the order of their use. A function can return another list later; it is called for every
 * check.
 */
export type AuthorizerList =
  | readonly (AuthorizationMode | OwnAuthorizer)[]
  | (() => readonly (AuthorizationMode | OwnAuthorizer)[]);

/** Returns true if the list contains a mode now. */
export const asks = (list: AuthorizerList, mode: AuthorizationMode): boolean =>
  (typeof list === "function" ? list() : list).includes(mode);

/**
 * Combines the authorizers. `system:masters` may do everything. `node` is the authorizer of the mode Node, if
 * it is used.
 */
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

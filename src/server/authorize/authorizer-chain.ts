import { thenMaybe } from "../../async/then-maybe.ts";
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

/** An authorizer with its name in the configuration. Its reasons begin with the name if it has no opinion. */
export interface NamedAuthorizer extends OwnAuthorizer {
  readonly name: string;
}

const NOBODY: OwnAuthorizer = { authorize: () => nobodysOpinion([]), rulesFor: NO_RULES };

/** The authorizers in the order of their use. A function, called for every check, may change the list. */
export type AuthorizerList =
  | readonly (AuthorizationMode | NamedAuthorizer)[]
  | (() => readonly (AuthorizationMode | NamedAuthorizer)[]);

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
  const modes: Readonly<Record<AuthorizationMode, NamedAuthorizer>> = {
    RBAC: { name: "rbac", ...rbac },
    Node: { name: "node", ...node },
    AlwaysAllow: { name: "alwaysallow", authorize: alwaysAllow, rulesFor: EVERY_RULE },
    AlwaysDeny: { name: "alwaysdeny", authorize: alwaysDeny, rulesFor: NO_RULES },
  };
  const chainOf = (named: readonly (AuthorizationMode | NamedAuthorizer)[]): OwnAuthorizer => {
    const all = named.map((one) => (typeof one === "string" ? modes[one] : one));
    return {
      authorize: unionAuthorizer([privilegedGroup, ...all.map(withName)]),
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

/** Begins the reasons of an authorizer without an opinion with its name (apiserver/pkg/authorization/union/union.go). */
const withName =
  ({ name, authorize }: NamedAuthorizer): Authorizer =>
  (attributes) =>
    thenMaybe(authorize(attributes), (decision) =>
      decision.decision === "noOpinion" && decision.reason !== ""
        ? { ...decision, reason: `${name}: ${decision.reason}` }
        : decision,
    );

import type { UserInfo } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import type { PolicyRule } from "../../types/tables/rbac/v1-types.ts";
import { type RbacLookup, rulesFor } from "./rbac.ts";

/** All rights of a user in a namespace that an authorizer can list. */
interface KnownRules {
  readonly resourceRules: readonly JsonObject[];
  readonly nonResourceRules: readonly JsonObject[];
  /** True if there may be more rules. */
  readonly incomplete: boolean;
  readonly errors: readonly string[];
}

/** Lists the rights of a user in a namespace. */
export type RuleResolver = (user: UserInfo, namespace: string) => KnownRules;

/** Rules of an authorizer that cannot list rights, or gives none. */
export const NO_RULES: RuleResolver = () => ({
  resourceRules: [],
  nonResourceRules: [],
  incomplete: false,
  errors: [],
});

/** Rules of an authorizer that allows everything. */
export const EVERY_RULE: RuleResolver = () => ({
  resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  incomplete: false,
  errors: [],
});

/** Resolver for an authorizer that cannot list its rules. */
export const unknownRules =
  (error: string): RuleResolver =>
  () => ({ resourceRules: [], nonResourceRules: [], incomplete: true, errors: [error] });

/** Rules of all roles that are bound to a user; those of cluster role bindings come first. */
export function rbacRules(lookup: RbacLookup): RuleResolver {
  return (user, namespace) => {
    const { rules, errors } = rulesFor(lookup, user, namespace);
    return {
      resourceRules: rules.filter((rule) => (rule.resources ?? []).length > 0).map(resourceRule),
      nonResourceRules: rules.filter((rule) => (rule.nonResourceURLs ?? []).length > 0).map(pathRule),
      incomplete: false,
      errors,
    };
  };
}

function resourceRule({
  verbs = [],
  apiGroups = [],
  resources = [],
  resourceNames = [],
}: PolicyRule): JsonObject {
  return { verbs, apiGroups, resources, ...(resourceNames.length === 0 ? {} : { resourceNames }) };
}

const pathRule = ({ verbs = [], nonResourceURLs = [] }: PolicyRule): JsonObject => ({
  verbs,
  nonResourceURLs,
});

/** Combines the rules of all resolvers, in their order. */
export function unionRules(resolvers: readonly RuleResolver[]): RuleResolver {
  return (user, namespace) => {
    const all = resolvers.map((resolve) => resolve(user, namespace));
    return {
      resourceRules: all.flatMap(({ resourceRules }) => resourceRules),
      nonResourceRules: all.flatMap(({ nonResourceRules }) => nonResourceRules),
      incomplete: all.some(({ incomplete }) => incomplete),
      errors: all.flatMap(({ errors }) => errors),
    };
  };
}

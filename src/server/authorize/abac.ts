import type { UserInfo } from "../../api/meta.ts";
import { trimEnd } from "../../go/trim-text.ts";
import type { AuthorizationAttributes } from "./attributes.ts";
import type { ImmediateAuthorizer } from "./authorize.ts";
import type { RuleResolver } from "./rules.ts";

/** One line of an ABAC policy file. Empty strings are unset. */
export interface AbacPolicy {
  readonly user: string;
  readonly group: string;
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  readonly nonResourcePath: string;
}

/** Authorizer for the policies of a file, in their order (kubernetes/pkg/auth/authorizer/abac/abac.go). */
export function abacAuthorizer(policies: readonly AbacPolicy[]): ImmediateAuthorizer {
  return (attributes) =>
    policies.some((policy) => matches(policy, attributes))
      ? { decision: "allow", reason: "" }
      : { decision: "noOpinion", reason: "No policy matched." };
}

/** Rules of a policy file that apply to a user, for SelfSubjectRulesReview. */
export function abacRules(policies: readonly AbacPolicy[]): RuleResolver {
  return (user, namespace) => {
    const own = policies.filter((policy) => isSubject(policy, user) && isOne(policy.namespace, namespace));
    return {
      resourceRules: own
        .filter(({ resource }) => resource !== "")
        .map(({ apiGroup, resource, readonly }) => ({
          verbs: verbsOf(readonly),
          apiGroups: [apiGroup],
          resources: [resource],
        })),
      nonResourceRules: own
        .filter(({ nonResourcePath }) => nonResourcePath !== "")
        .map(({ nonResourcePath, readonly }) => ({
          verbs: verbsOf(readonly),
          nonResourceURLs: [nonResourcePath],
        })),
      incomplete: false,
      errors: [],
    };
  };
}

const READS = ["get", "list", "watch"];
const verbsOf = (readonly: boolean): string[] => (readonly ? [...READS] : ["*"]);

function matches(policy: AbacPolicy, attributes: AuthorizationAttributes): boolean {
  if (!isSubject(policy, attributes.user)) return false;
  if (policy.readonly && !READS.includes(attributes.verb)) return false;
  if (!attributes.isResource) return matchesPath(policy.nonResourcePath, attributes.path);
  return (
    isOne(policy.namespace, attributes.namespace) &&
    isOne(policy.resource, attributes.resource) &&
    isOne(policy.apiGroup, attributes.group)
  );
}

const isOne = (wanted: string, given: string): boolean => wanted === "*" || wanted === given;

const matchesPath = (wanted: string, path: string): boolean =>
  isOne(wanted, path) || (wanted.endsWith("*") && path.startsWith(trimEnd(wanted, "*")));

/** True if a policy applies to a user. If it names a user and a group, both must match. */
function isSubject({ user, group }: AbacPolicy, { username, groups }: UserInfo): boolean {
  if (user === "" && group === "") return false;
  const isUser = user === "" || isOne(user, username);
  const isMember = group === "" || group === "*" || groups.includes(group);
  return isUser && isMember;
}

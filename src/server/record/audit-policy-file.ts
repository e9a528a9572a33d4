import {
  type Decoded,
  decodeKind,
  decodeStrictly,
  type Kinds,
  type StructType,
} from "../../admission/configuration/strict-decode.ts";
import { goRecords, goTexts, type JsonObject, text } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";

/** A rule as written in the file. A missing list is empty. */
export interface AuditRule {
  readonly level: string;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly AuditedResources[];
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly string[];
  readonly omitManagedFields: boolean | undefined;
}

/** Resources of a rule, as written. Empty lists match all. */
export interface AuditedResources {
  readonly group: string;
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** An audit policy, as written. */
export interface AuditPolicyFile {
  readonly rules: readonly AuditRule[];
  readonly omitStages: readonly string[];
  readonly omitManagedFields: boolean;
}

const TEXT = { kind: "string" } as const;
const TEXTS = { kind: "strings" } as const;
const STAGES = { kind: "strings", goType: "v1.Stage" } as const;
const BOOL = { kind: "bool" } as const;
const list = (goName: string, fields: StructType["fields"]) =>
  ({ kind: "list", goType: `[]v1.${goName}`, of: { goName, fields } }) as const;

const POLICY: StructType = {
  goName: "Policy",
  fields: {
    metadata: { kind: "any" },
    rules: list("PolicyRule", {
      level: { kind: "string", goType: "v1.Level" },
      users: TEXTS,
      userGroups: TEXTS,
      verbs: TEXTS,
      resources: list("GroupResources", { group: TEXT, resources: TEXTS, resourceNames: TEXTS }),
      namespaces: TEXTS,
      nonResourceURLs: TEXTS,
      omitStages: STAGES,
      omitManagedFields: BOOL,
    }),
    omitStages: STAGES,
    omitManagedFields: BOOL,
  },
};

const INTERNAL_POLICY = { apiVersion: "audit.k8s.io/__internal", kind: "Policy" };

const KINDS: Kinds = new Map([
  ["audit.k8s.io/v1 Policy", POLICY],
  ["audit.k8s.io/__internal Policy", POLICY],
]);

/**
 * Reads the file. Unknown fields are ignored and reported to `warn`. Throws an Error with the reference's
 * text.
 */
export function readAuditPolicy(content: string, warn: (message: string) => void): AuditPolicyFile {
  const { rules, omitStages, omitManagedFields } = decoded(content, warn);
  return {
    rules: goRecords(rules).map(ruleOf),
    omitStages: goTexts(omitStages),
    omitManagedFields: omitManagedFields === true,
  };
}

/**
 * Decodes the file. Without a kind it is read as a Policy (LoadPolicyFromBytes of
 * apiserver/pkg/audit/policy).
 */
function decoded(content: string, warn: (message: string) => void): JsonObject {
  const { apiVersion, value } = leniently(content, warn);
  if (apiVersion === INTERNAL_POLICY.apiVersion)
    throw new Error(`unknown group version field ${apiVersion}, Kind=Policy in policy`);
  return value;
}

function leniently(content: string, warn: (message: string) => void): Decoded {
  try {
    return decodeStrictly(content, KINDS, INTERNAL_POLICY);
  } catch (error) {
    const message = messageOf(error);
    if (!message.startsWith("strict decoding error: ")) throw new Error(`failed decoding: ${message}`);
    warn(`Audit policy contains errors, falling back to lenient decoding: ${message}`);
    return decodeKind(content, KINDS, INTERNAL_POLICY);
  }
}

const ruleOf = (rule: JsonObject): AuditRule => ({
  level: text(rule.level),
  users: goTexts(rule.users),
  userGroups: goTexts(rule.userGroups),
  verbs: goTexts(rule.verbs),
  resources: goRecords(rule.resources).map(({ group, resources, resourceNames }) => ({
    group: text(group),
    resources: goTexts(resources),
    resourceNames: goTexts(resourceNames),
  })),
  namespaces: goTexts(rule.namespaces),
  nonResourceURLs: goTexts(rule.nonResourceURLs),
  omitStages: goTexts(rule.omitStages),
  omitManagedFields: typeof rule.omitManagedFields === "boolean" ? rule.omitManagedFields : undefined,
});

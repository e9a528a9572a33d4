import type { Attributes } from "../../src/admission/attributes.ts";
import { compileWebhooks } from "../../src/admission/hooks/webhook/compile-webhook.ts";
import { candidateOf } from "../../src/admission/match/candidates.ts";
import { isExempt } from "../../src/admission/match/exempt.ts";
import { type Match, shouldCall } from "../../src/admission/match/should-call.ts";
import type { AdmissionPorts } from "../../src/admission/ports.ts";
import { stubPorts } from "../../src/admission/stub-ports.ts";
import { RequestObjects, Versions } from "../../src/admission/versioned.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../src/api/group-version.ts";
import type { KubeObject } from "../../src/api/meta.ts";
import { createConditionEvaluator } from "../../src/cel/kubernetes/match-conditions.ts";
import type { JsonObject } from "../../src/json/value.ts";

export interface MatchOneInput {
  readonly webhook: JsonObject;
  readonly attributes: Attributes;
  readonly object: KubeObject | null;
  readonly ports?: Partial<AdmissionPorts>;
  readonly excludeVirtualResources?: boolean;
  /** Whether the webhook came from a file. */
  readonly isStatic?: boolean;
}

/** Whether one webhook is called for one request; undefined if no rule matches or no call is allowed. */
export async function matchOne(input: MatchOneInput): Promise<Match | undefined> {
  const { webhook, attributes, object } = input;
  const ports = stubPorts(input.ports);
  const [compiled] = compileWebhooks("c", [webhook], "validating", input.isStatic ? "a.yaml" : undefined);
  const hook = compiled && { ...compiled, index: 0 };
  if (hook === undefined) throw new Error("no hook in the plan");
  if (isExempt(attributes, input.excludeVirtualResources ?? false, hook)) return undefined;
  const candidate = candidateOf(hook, attributes, ports);
  if (candidate === undefined) return undefined;
  return shouldCall(candidate, {
    attributes,
    name: attributes.name,
    evaluateConditions: createConditionEvaluator(),
    namespaceLabels: ports.namespaceLabels,
    objects: new RequestObjects(new Versions(object, ports), new Versions(attributes.oldObject, ports)),
  });
}

/** Labels by namespace; when the table is absent every namespace exists without labels. */
export function namespacesOf(
  table: Record<string, Record<string, string>> | undefined,
): Pick<AdmissionPorts, "namespaceLabels"> {
  if (table === undefined) return { namespaceLabels: () => ({}) };
  return { namespaceLabels: (name) => (Object.hasOwn(table, name) ? (table[name] ?? {}) : undefined) };
}

export interface AttributeFacts {
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly kind: GroupVersionKind;
  readonly namespace: string;
  readonly name: string;
  readonly operation: Attributes["operation"];
  readonly oldObject?: KubeObject | null;
}

export const attributesOf = (facts: AttributeFacts): Attributes => ({
  operation: facts.operation,
  kind: facts.kind,
  resource: facts.resource,
  subresource: facts.subresource,
  name: facts.name,
  namespace: facts.namespace,
  user: { username: "", groups: [] },
  dryRun: false,
  options: null,
  oldObject: facts.oldObject ?? null,
});

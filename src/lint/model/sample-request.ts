import type { WebhookHook } from "../../admission/hook.ts";
import { type RuleSubject, ruleMatches } from "../../admission/match/rules.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import { createConditionEvaluator } from "../../cel/kubernetes/match-conditions.ts";
import type { Registry } from "../../resources/registry.ts";

/** A request that a cluster needs to keep working. */
export interface SampleRequest extends RuleSubject {
  readonly namespaceLabels: Labels;
  /** False if the namespace can have more labels than these. */
  readonly knowsNamespace: boolean;
  readonly object: KubeObject;
  readonly user: { readonly username: string; readonly groups: readonly string[] };
}

const EVALUATE = createConditionEvaluator();

/** True if a webhook is certainly called for a request. */
export function isAsked(hook: WebhookHook, sample: SampleRequest, registry: Registry): boolean {
  return (
    isRuled(hook, sample, registry) && isSelected(hook, sample) && meetsConditions(hook, sample, registry)
  );
}

/** True if a rule of the webhook matches the request, in any version. */
function isRuled({ rules, equivalent }: WebhookHook, sample: SampleRequest, registry: Registry): boolean {
  const { resource, subresource } = sample;
  const ways = equivalent ? [resource, ...registry.equivalentsOf(resource, subresource)] : [resource];
  return rules.some((rule) => ways.some((way) => ruleMatches(rule, { ...sample, resource: way })));
}

function isSelected(
  { namespaceSelector, objectSelector }: WebhookHook,
  { namespace, namespaceLabels, knowsNamespace, object }: SampleRequest,
): boolean {
  if (namespaceSelector.kind === "broken" || objectSelector.kind === "broken") return false;
  if (!objectSelector.selector.matches(object.metadata.labels)) return false;
  if (namespace === "") return true;
  const { requirements } = namespaceSelector.selector;
  const isKnown = knowsNamespace || requirements.every(({ key }) => Object.hasOwn(namespaceLabels, key));
  return isKnown && namespaceSelector.selector.matches(namespaceLabels);
}

function meetsConditions({ conditions }: WebhookHook, sample: SampleRequest, registry: Registry): boolean {
  if (conditions.length === 0) return true;
  const { operation, resource, subresource, namespace, object, user } = sample;
  const kind = registry.kindFor(resource, subresource);
  if (kind === undefined) return false;
  const attributes = {
    operation,
    kind,
    resource,
    subresource,
    namespace,
    user,
    dryRun: false,
    options: null,
  };
  const isDelete = operation === "DELETE";
  const { kind: result } = EVALUATE(conditions, {
    attributes,
    kind,
    object: isDelete ? null : object,
    oldObject: operation === "CREATE" || operation === "CONNECT" ? null : object,
    name: object.metadata.name ?? "",
  });
  return result === "match";
}

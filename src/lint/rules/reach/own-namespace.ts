import { ruleMatches } from "../../../admission/match/rules.ts";
import { parseGroupVersion } from "../../../api/group-version.ts";
import { text } from "../../../json/value.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, labelsOf, nameOf, namespaceOf } from "../../model/names.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import { Namespaces } from "../../requests/namespaces.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Objects that every namespace has. */
const ALWAYS = [
  { group: "", version: "v1", resource: "configmaps", name: "kube-root-ca.crt" },
  { group: "", version: "v1", resource: "serviceaccounts", name: "default" },
];

/** When the namespace is deleted, its Service and pods go at any time, and then the webhook cannot answer. */
export const blocksOwnNamespace: Rule = {
  id: "blocks-own-namespace",
  severity: "warning",
  summary:
    "A webhook with failurePolicy Fail reviews deletions in the namespace of its own Service, which then cannot be deleted",
  check: (model) => model.webhooks.flatMap((one) => problemsOf(one, model)),
};

function problemsOf(entry: WebhookEntry, model: Model): Problem[] {
  const { of, name, base, hook } = entry;
  const { service } = hook.target.clientConfig;
  if (service === undefined || hook.failurePolicy !== "Fail" || hook.conditions.length > 0) return [];
  const namespaces = new Namespaces(model);
  const { namespaceSelector, objectSelector } = hook;
  if (namespaceSelector.kind !== "selector" || objectSelector.kind !== "selector") return [];
  if (namespaces.unknownLabels(hook, service.namespace).length > 0) return [];
  if (!namespaceSelector.selector.matches(namespaces.labelsOf(service.namespace))) return [];
  const held = heldIn(entry, service.namespace, model);
  if (held === undefined) return [];
  const message = `it is called for the deletion of ${held} in ${service.namespace}, the namespace of its own Service: when the namespace is deleted, the Service goes too, the call fails, and the namespace stays in Terminating (failurePolicy Fail)`;
  const fix = `exclude the namespace: kubernetes.io/metadata.name NotIn [${service.namespace}]`;
  return [{ of, webhook: name, path: base, message, fix }];
}

/** Returns an object of the namespace whose deletion the webhook reviews; undefined if none is known. */
function heldIn({ hook }: WebhookEntry, namespace: string, model: Model): string | undefined {
  const selector = hook.objectSelector.kind === "selector" ? hook.objectSelector.selector : undefined;
  const takes = (group: string, version: string, resource: string): boolean =>
    hook.rules.some((rule) =>
      ruleMatches(rule, {
        operation: "DELETE",
        resource: { group, version, resource },
        subresource: "",
        namespace,
      }),
    );
  const always = ALWAYS.find(
    ({ group, version, resource }) => selector?.matches({}) && takes(group, version, resource),
  );
  if (always !== undefined) return `${always.resource} (${always.name})`;
  const own = model.manifests.find((one) => {
    if (namespaceOf(one) !== namespace || selector?.matches(labelsOf(one, "labels")) !== true) return false;
    const { group, version } = parseGroupVersion(text(one.object.apiVersion));
    const found = model.registry.findKind(group, version, kindOf(one));
    return found !== undefined && takes(group, version, found.kind.plural);
  });
  return own && `${kindOf(own)} ${nameOf(own)}`;
}

import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";

/** A rule of a webhook, a policy or a binding, as it was written. */
export interface WrittenRule {
  readonly of: Manifest;
  /** `webhook a.example.com`, or `the policy`. */
  readonly owner: string;
  readonly isWebhook: boolean;
  readonly path: Path;
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  /** True if matchPolicy is Equivalent. */
  readonly equivalent: boolean;
}

/** Returns the rules of webhook configurations, policies and bindings. Rules that exclude are not among them. */
export function writtenRules(manifests: readonly Manifest[]): WrittenRule[] {
  return manifests.flatMap((of) => {
    const kind = text(of.object.kind);
    if (!text(of.object.apiVersion).startsWith("admissionregistration.k8s.io/")) return [];
    if (kind.endsWith("WebhookConfiguration")) return ofWebhooks(of);
    if (kind.endsWith("AdmissionPolicy")) return ofResources(of, "matchConstraints", "the policy");
    return kind.endsWith("AdmissionPolicyBinding") ? ofResources(of, "matchResources", "the binding") : [];
  });
}

function ofWebhooks(of: Manifest): WrittenRule[] {
  // v1beta1 had another default.
  const usual = text(of.object.apiVersion).endsWith("/v1beta1") ? "Exact" : "Equivalent";
  return records(of.object.webhooks).flatMap((webhook, i) =>
    records(webhook.rules).map((rule, j) => ({
      of,
      owner: `webhook ${text(webhook.name)}`,
      isWebhook: true,
      path: ["webhooks", i, "rules", j],
      equivalent: (text(webhook.matchPolicy) || usual) === "Equivalent",
      ...partsOf(rule),
    })),
  );
}

function ofResources(of: Manifest, member: string, owner: string): WrittenRule[] {
  const matched = record(record(of.object.spec)[member]);
  return records(matched.resourceRules).map((rule, i) => ({
    of,
    owner,
    isWebhook: false,
    path: ["spec", member, "resourceRules", i],
    equivalent: text(matched.matchPolicy) !== "Exact",
    ...partsOf(rule),
  }));
}

const partsOf = ({ apiGroups, apiVersions, operations, resources }: JsonObject) => ({
  groups: texts(apiGroups),
  versions: texts(apiVersions),
  operations: texts(operations),
  resources: texts(resources),
});

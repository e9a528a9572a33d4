import type { JsonObject } from "../../../src/json/value.ts";

const apiVersion = "admissionregistration.k8s.io/v1";
const KINDS = ["ConfigMap", "Namespace"];

/**
 * Policies that match nothing and have parameters of the kinds in cases. kube-apiserver stops watching such a kind
 * when its last policy is deleted, does not start again, and evaluates later policies with its old objects
 * (apiserver/pkg/admission/plugin/policy/generic/policy_source.go, ensureParamsForPolicyLocked). Therefore these
 * policies are never deleted.
 */
export const HOLDERS: readonly JsonObject[] = KINDS.flatMap((kind): JsonObject[] => {
  const name = `holds-${kind.toLowerCase()}s`;
  const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["events"] }];
  const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": "marker" } };
  return [
    {
      apiVersion,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: {
        paramKind: { apiVersion: "v1", kind },
        matchConstraints: { resourceRules: rules, namespaceSelector },
        validations: [{ expression: "true" }],
      },
    },
    {
      apiVersion,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: {
        policyName: name,
        paramRef: {
          name: "none",
          parameterNotFoundAction: "Allow",
          ...(kind === "ConfigMap" && { namespace: "marker" }),
        },
        validationActions: ["Deny"],
      },
    },
  ];
});

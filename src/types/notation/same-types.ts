import { resourceV1beta1 } from "./resource-v1beta1.ts";

/** Types that one version shares with another. */
export interface SameTypes {
  /** Table that contains the types. */
  readonly from: string;
  /** Names of the shared types; absent for all types of the table. */
  readonly names?: readonly string[];
  readonly without?: readonly string[];
  /** Types that differ, in the notation of tables. */
  readonly others?: string;
  /** Types that the version does not have itself: it uses those of the other version (Go's type aliases). */
  readonly aliases?: Readonly<Record<string, string>>;
}

const MUTATING_POLICIES: SameTypes = {
  from: "admissionregistration/v1",
  names: [
    "ApplyConfiguration",
    "JSONPatch",
    "MatchCondition",
    "MatchResources",
    "MutatingAdmissionPolicy",
    "MutatingAdmissionPolicyBinding",
    "MutatingAdmissionPolicyBindingList",
    "MutatingAdmissionPolicyBindingSpec",
    "MutatingAdmissionPolicyList",
    "MutatingAdmissionPolicySpec",
    "Mutation",
    "NamedRuleWithOperations",
    "ParamKind",
    "ParamRef",
    "Variable",
  ],
  aliases: {
    ReinvocationPolicyType: "v1.ReinvocationPolicyType",
    RuleWithOperations: "admissionregistration/v1.RuleWithOperations",
  },
};

/** Shared types by the table of the version, from k8s.io/api, types.go. */
export const SAME_TYPES: Readonly<Record<string, SameTypes>> = {
  "admission/v1beta1": { from: "admission/v1" },
  "admissionregistration/v1alpha1": { ...MUTATING_POLICIES, others: "Variable name=1:s! expression=2:s!" },
  "admissionregistration/v1beta1": MUTATING_POLICIES,
  "apiserver/v1alpha1": {
    from: "apiserver/v1",
    others: "WebhookAdmission ^TypeMeta=0:meta/v1.TypeMeta kubeConfigFile=0:s",
  },
  "apiserver/v1beta1": { from: "apiserver/v1" },
  "authentication/v1beta1": { from: "authentication/v1" },
  "authorization/v1beta1": { from: "authorization/v1" },
  "certificates/v1beta1": {
    from: "certificates/v1",
    names: ["ClusterTrustBundle", "ClusterTrustBundleList", "ClusterTrustBundleSpec"],
  },
  "conversion/v1beta1": { from: "conversion/v1" },
  "networking/v1beta1": {
    from: "networking/v1",
    names: [
      "IPAddress",
      "IPAddressList",
      "IPAddressSpec",
      "ParentReference",
      "ServiceCIDR",
      "ServiceCIDRList",
      "ServiceCIDRSpec",
      "ServiceCIDRStatus",
    ],
  },
  "podsecurity/v1alpha1": { from: "podsecurity/v1" },
  "podsecurity/v1beta1": { from: "podsecurity/v1" },
  "resourcequota/v1alpha1": { from: "resourcequota/v1" },
  "resourcequota/v1beta1": { from: "resourcequota/v1" },
  "resource/v1beta1": { from: "resource/v1", without: ["ExactDeviceRequest"], others: resourceV1beta1 },
  "resource/v1beta2": { from: "resource/v1" },
  "storagemigration/v1beta1": { from: "storagemigration/v1" },
  "storage/v1beta1": { from: "storage/v1", names: ["VolumeAttributesClass", "VolumeAttributesClassList"] },
};

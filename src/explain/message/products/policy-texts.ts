import type { ProductTable } from "./product-table.ts";

/** Texts about policies: of Gatekeeper, Kyverno, Kubewarden and Linkerd's policy controller. */
export const POLICY_TEXTS: ProductTable = {
  "invalid JMESPath query":
    "an expression of the Kyverno policy is no JMESPath: kyverno jp query tests it. Texts are in '…' and JSON in backquotes",
  "kyverno.*(?:Unknown key |NotFoundVariableErr)":
    "a variable of the Kyverno rule has no value for this request: give it a default, such as {{ PATH || '' }} (for a list PATH || `[]`), or ask for it before in a precondition",
  "gatekeeper.*config resource must have name 'config'":
    "Gatekeeper reads one Config, in its own namespace and with the name config: write metadata.name: config",
  "gatekeeper.*resource cannot have metadata.name larger than 63 char":
    "Gatekeeper allows 63 characters in the names of its constraints, templates and mutators: make the name shorter",
  "is not equal to the lowercase of CRD's Kind":
    "the name of a ConstraintTemplate is spec.crd.spec.names.kind in lower case: write this name",
  "unrecognized enforcementAction": [
    "Gatekeeper's spec.enforcementAction is deny, dryrun, warn or scoped, in lower case",
    "enforcementAction",
  ],
  rego_unsafe_var_error: [
    "a variable of the Rego has no value where it is read: assign it before, outside of not, or correct its name",
    "rego",
  ],
  "`if` keyword is required before rule body|`contains` keyword is required for partial set rules": [
    "the Rego is read as v1, which has if before each body and contains before a member of a set, and is written for v0: add these words, or, in a ConstraintTemplate, remove version: v1 beside rego",
    "rego",
  ],
  "additional privileges are required for the service account": [
    'the background controller of Kyverno changes existing objects with its own account: give it a ClusterRole with these verbs and the label rbac.kyverno.io/aggregate-to-background-controller: "true"',
    "targets",
  ],
  "cleanup controller has no permission to (?:delete|list) kind":
    'give the cleanup controller of Kyverno the verbs list and delete for the kind, by a ClusterRole with the label rbac.kyverno.io/aggregate-to-cleanup-controller: "true"',
  "unable to convert GVK to GVR for kinds":
    "the cluster serves no such kind, so that Kyverno's rule matches nothing: install its CustomResourceDefinition first, or correct the kind (GROUP/VERSION/KIND)",
  "background scan enabled with subresource": [
    "background scans of Kyverno see no subresources, such as Pod/exec and Deployment/scale: write spec.background: false",
    "background",
  ],
  "policy can only deal with the metadata field of the resource if":
    'a rule of Kyverno without kinds, or with "*", may read metadata only: name the kinds in match',
  "mutateDigest must be set to false for": [
    "Kyverno replaces tags with digests (mutateDigest, true by default) only if the rule enforces: write mutateDigest: false, or failureAction: Enforce",
    "mutateDigest",
  ],
  "PolicyException resources would not be processed until it is enabled":
    "start Kyverno with --enablePolicyException=true (in its chart features.policyExceptions.enabled), and name the namespace of exceptions with --exceptionNamespace (features.policyExceptions.namespace)",
  "PolicyException resource namespace must match the defined namespace":
    "Kyverno reads exceptions in the namespace of --exceptionNamespace only (in its chart features.policyExceptions.namespace): create it there",
  "only select variables are allowed in on policy update": [
    "without a request, Kyverno has no request.userInfo, request.roles and serviceAccountName when the policy itself changes: write mutateExistingOnPolicyUpdate: false",
    "mutateExistingOnPolicyUpdate",
  ],
  "kyverno.*(?:Filtering namespaces not allowed in namespaced policies|not allowed in namespaced policy)":
    "a Policy of Kyverno is about its own namespace: write a ClusterPolicy, or leave this part of match out",
  "field cannot transition from protect to monitor": [
    "Kubewarden lets a policy go from monitor to protect only: delete the policy, and create it again with mode: monitor",
    "mode",
  ],
  "kubewarden\\.io .*spec\\.policyServer: Forbidden: the field is immutable": [
    "a policy of Kubewarden keeps its PolicyServer: delete the policy, and create it again",
    "policyServer",
  ],
  "cannot use wildcards when using AdmissionPolicy|resources cannot be targeted by AdmissionPolicy":
    'an AdmissionPolicy of Kubewarden is about a namespace, and names its resources: write them without "*" (and without policyreports), or write a ClusterAdmissionPolicy',
  "linkerd.*(?:is completely negated by exception|does not include exception)": [
    "each except of Linkerd is a smaller range inside of its cidr: correct one of the two",
    "except",
  ],
  "linkerd.*cannot target another namespace: ": [
    "a policy of Linkerd is in the namespace of its target: create it there, without targetRef.namespace",
    "targetRef",
  ],
  "(?:[cC]onstraint ?[tT]emplate|templates\\[).*rego_\\w+_error":
    "the Rego of the ConstraintTemplate does not compile: the numbers in the text are its line, and gator verify or opa check test it",
};

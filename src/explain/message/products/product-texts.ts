import { textReader } from "../../text-table.ts";
import { CERTIFICATE_TEXTS } from "./certificate-texts.ts";
import { deniedAdvice } from "./denied-texts.ts";
import { HELM_TEXTS } from "./helm-texts.ts";
import { NETWORK_TEXTS } from "./network-texts.ts";
import { POLICY_TEXTS } from "./policy-texts.ts";
import type { ProductTable } from "./product-table.ts";
import { WORKLOAD_TEXTS } from "./workload-texts.ts";

/** The error of a program of Go for a kind or a version that it does not know, and what helps. */
export const UNREGISTERED_ADVICE = [
  'no kind "\\w+" is registered for ',
  "the program that says this was built without this version of the kind: install the release that belongs to the definition, the program before the definition; a version of Kubernetes itself, such as policy/v1 of an Eviction, needs a newer release of the program",
] as const;

/** Texts of other products whose cause is a setting or a rule of the product, which the text does not tell; the last one fits many. */
const PRODUCT_TEXTS: ProductTable = {
  [UNREGISTERED_ADVICE[0]]: UNREGISTERED_ADVICE[1],
  "no kind is registered for the type \\S+ in scheme":
    "the scheme of the program does not have this type of Go: call AddToScheme of its package where the client or the manager is made",
  "timed out waiting for cache to be synced for|failed to wait for \\S+ caches to sync":
    "the program cannot list and watch this kind: its CustomResourceDefinition is not installed or does not serve the version, the program has no rights list and watch on it, or its conversion webhook does not answer. The lines before this one tell which",
  "GKE ?(?:Autopilot|Warden) authz.* the namespace .* is managed":
    "GKE Autopilot manages this namespace, and no role changes that: let the program use its own namespace, for example for its leases (cert-manager: --leader-election-namespace, in its chart global.leaderElection.namespace)",
  "GKE ?(?:Autopilot|Warden) authz.*cluster scoped resource .* is managed":
    "GKE Autopilot manages this resource, and no role gives a right to it: leave out what needs it, or use a cluster of GKE Standard",
  "GKE ?(?:Autopilot|Warden) authz.*impersonating system identities":
    "GKE Autopilot allows no --as and --as-group with names of the system, such as system:masters: bind a role to a group of your own, and impersonate that",
  "Binding any Role or ClusterRole to Group": [
    "GKE allows no bindings to this group: bind a named group, user or service account",
    "subjects",
  ],
  "denied by autogke-":
    "GKE Autopilot has fixed limits for workloads: change the field that the text names, use a partner workload that Autopilot allows (AllowlistSynchronizer), or run it on a cluster or node pool of GKE Standard",
  "following \\(group,resource\\) pairs are not allowed in webhook rules":
    "GKE Autopilot takes no webhooks for all groups and resources, nor for some of its own: name the groups and resources that the webhook is about in its rules",
  "denied by Binary Authorization|[Dd]enied by (?:attestor|ATTESTOR_NAME|always_deny)|: Expected digest with sha256 scheme":
    "Binary Authorization of the Google Cloud project refuses the image: let the attestor that the text names sign it (the image then has to be named by @sha256:…), or add its name to admissionWhitelistPatterns of the policy",
  "taint configured on aks node pool":
    "AKS manages the taints of a node pool: change them for the whole pool with az aks nodepool update --node-taints, not on the node",
  "can have the admission\\.gatekeeper\\.sh/ignore label": [
    "only namespaces that gatekeeper-controller-manager names with --exempt-namespace (or -prefix, -suffix) may have this label: add the argument, or exclude the namespace in spec.match of the constraints or in the Config",
    "admission.gatekeeper.sh/ignore",
  ],
  "only select variables are allowed in background mode|variable serviceAccountName(?:space)? must match regex":
    [
      "what is only in a request, such as request.userInfo, request.roles and serviceAccountName, is not there in background scans: write spec.background: false",
      "background",
    ],
  "wildcard policy not allowed in background mode": [
    'background scans cannot go through all kinds ("*"): name the kinds, or write spec.background: false',
    "background",
  ],
  "kyverno.* does not have permissions to '":
    'give the service account that the text names a ClusterRole with these verbs; the chart of Kyverno aggregates roles with the label rbac.kyverno.io/aggregate-to-background-controller: "true" (…-to-reports-controller, …-to-admission-controller)',
  "changes? of immutable fields (?:of a rule spec in|for) a generate rule": [
    "a generate rule keeps its name, match, exclude and preconditions (with synchronize: false, match may change): leave the rule as it was and add another one, or delete the policy and create it again",
    "generate",
  ],
  "currently configured to not allow mutations": [
    "Kubewarden lets a policy change objects only with spec.mutating: true: write this, or use settings that change nothing",
    "mutating",
  ],
  "gateway must have at least one server": [
    "spec.servers is empty or at another place: look at the name of the field and its indentation",
    "servers",
  ],
  "traffic percent sum equal to 100|Traffic targets sum to .*, want 100": [
    "the percent of all entries of spec.traffic has the sum 100",
    "traffic",
  ],
  "must not set the field\\(s\\): .*spec\\.template\\.spec\\.":
    "Knative takes only some fields of a pod: others have a feature in ConfigMap knative-serving/config-features, which has to be enabled, for example kubernetes.podspec-nodeselector, -tolerations, -affinity, -securitycontext, -persistent-volume-claim; remove a field that has none",
  "Saw the following changes without a name change":
    "revisions cannot change: give spec.template another metadata.name, or leave the name out",
  "non-existent variable (?:in|`)":
    "each variable, such as $(params.NAME), $(workspaces.NAME.path) and $(results.NAME.path), is declared in the same Task or Pipeline: add it to spec.params (or workspaces, results), or correct its name",
  "already managed by the hpa":
    'one scaler for each workload: delete the HorizontalPodAutoscaler, or let KEDA take it over with the annotation scaledobject.keda.sh/transfer-hpa-ownership: "true" and its name in spec.advanced.horizontalPodAutoscalerConfig.name',
  "must be specified by name in advanced settings to enable ownership transfer":
    "write the name of the HorizontalPodAutoscaler into spec.advanced.horizontalPodAutoscalerConfig.name, besides the annotation scaledobject.keda.sh/transfer-hpa-ownership",
  "the HPA .* is already managed by the ScaledObject":
    "two ScaledObjects of the namespace make an autoscaler of the same name: change spec.advanced.horizontalPodAutoscalerConfig.name in one of them",
  "the workload .* is already managed by the ScaledObject":
    "one ScaledObject for each workload: put its triggers into one, or delete the other",
  "trigger but the container .* doesn't have the (?:cpu|memory) request":
    "KEDA lets a cpu or memory trigger have only workloads whose containers have the request: set resources.requests (or limits) in the container that the text names, or let a LimitRange set a default",
  "unexpected UpdateMode value": [
    "updateMode is Off, Initial, Recreate, InPlaceOrRecreate (since VPA 1.4) or Auto (deprecated), with this spelling",
    "updateMode",
  ],
  "prometheusrule.*could not parse expression": [
    "the expression is no PromQL: promtool check rules tests it",
    "expr",
  ],
  "OpenTelemetry Collector mode is set to .*, which does not support the attribute":
    "the field belongs to another spec.mode of the OpenTelemetryCollector (deployment, daemonset, statefulset, sidecar): remove the field, or change the mode",
  "overlaps with already defined CIDR":
    "no address is twice in the pools of MetalLB: change spec.addresses of one of them, or delete the other",
  "is already defined in ingress":
    "ingress-nginx takes each host and path from one Ingress only: remove the rule from one of them. Canary Ingresses have the annotation nginx.ingress.kubernetes.io/canary",
  "Snippet directives are disabled|-snippet annotation cannot be used":
    'set allow-snippet-annotations: "true" in the ConfigMap of the controller (and annotations-risk-level: Critical), if all authors of Ingresses are trusted; else remove the annotation',
  "contains risky annotation":
    "the annotation is above the annotations-risk-level in the ConfigMap of the controller (High by default since 1.12; snippets are Critical): raise it there, if all authors of Ingresses are trusted, or remove the annotation",
  "acme-challenge/\\S* cannot be used with `?pathType":
    'ingress-nginx before 1.12.6 and 1.13.2 takes no dot in paths of the type Exact: upgrade it, write strict-validate-path-type: "false" in its ConfigMap, or switch cert-manager\'s feature gate ACMEHTTP01IngressPathTypeExact off',
  "cannot be used with `?pathType":
    "with strict-validate-path-type (on by default since ingress-nginx 1.12), paths of the types Prefix and Exact begin with / and have letters, digits, /, -, _ and . only: write pathType: ImplementationSpecific for regular expressions",
  "no Vault role found": [
    "the pod needs the annotation vault.hashicorp.com/role with the name of a role of Vault's auth method kubernetes, in the template of a workload",
    "vault.hashicorp.com/agent-inject",
  ],
  "rancher\\.cattle\\.io\\.namespaces\\S* denied the request: Unauthorized": [
    "Rancher lets only users with the verb updatepsa on projects (management.cattle.io) set the labels of pod security of a namespace: give the user this verb, or leave these labels out",
    "pod-security.kubernetes.io/enforce",
  ],
  "deleting-confirmation-flag is set to": [
    'set the Longhorn setting deleting-confirmation-flag to true, and delete then: kubectl -n longhorn-system patch -p \'{"value":"true"}\' --type=merge lhs deleting-confirmation-flag',
    "value",
  ],
  "insufficient permissions in clone source namespace":
    "the user or service account that the text names needs the verb create on datavolumes/source (cdi.kubevirt.io) in the source namespace: bind a role there",
  "harvesterhci\\.io.*(?:Cannot delete image .*being used by|is used by (?:encrypted storage classes|virtual machine images|Harvester setting))":
    "Harvester keeps what is in use: delete or change what the text names first",
  "invalid ingress class: IngressClass.* not found": [
    "create the IngressClass (the chart of the controller makes it with createIngressClassResource=true), or write the name of one that kubectl get ingressclass lists",
    "ingressClassName",
  ],
  "new usage of .*ingress.class.* annotation is forbidden":
    "the controller runs with --disable-ingress-class-annotation: write spec.ingressClassName instead",
  "azurepolicy-":
    "the constraint is made by an assignment of Azure Policy: change the object, or the parameters, exclusions or effect of the assignment; changes of the constraint itself are undone",
  "cannot change when partial admission is enabled and the job is not suspended":
    "Kueue lets the parallelism of such a Job change only while it is suspended: set spec.suspend: true first, or remove the annotation kueue.x-k8s.io/job-min-parallelism",
  "follower pod node selector not set":
    "JobSet admits followers after their leader, the pod with the index 0, has a node: look at the events of the leader, which is probably not scheduled (quota, taints, capacity)",
  "conflict occurred while applying poddefaults":
    "two PodDefaults, or a PodDefault and the pod, set the same name to different values: change or remove one of them",
  "last-applied-configuration annotation is unknown":
    "the field does not exist at this place: correct its name or its indentation, and apply the manifest again",
  "volume claim templates can only have their storage requests increased|nodeSet.*Volume claim templates cannot be modified":
    "claims of a node set cannot change, except for more storage: give the node set another name, so that the operator makes a new one and moves the data",
  "Can't use 'latest' as image tag|Can't use just the image sha":
    "write an image with the tag of a version of PostgreSQL: the operator reads the version from it",
  "updates? on [a-zA-Z, ]*rabbitmqClusterReference (?:are all|is) forbidden":
    "these fields name the object in RabbitMQ: delete the object and create it again, or create another one",
  "policy\\.sigstore\\.dev.*no matching policies: ":
    "no ClusterImagePolicy has a glob for this image: add one, or set no-match-policy to warn or allow in ConfigMap cosign-system/config-policy-controller",
  "policy\\.sigstore\\.dev.*must be an image digest":
    "the policy-controller could not resolve the tag to a digest (no access to the registry, or no such tag): write the image with @sha256:…, or give the pod an imagePullSecret",
  "no matching signatures|no signatures found|image verification failed for .*signature not found|signed digest for image|no trust data for image":
    "the image has no signature that the policy accepts: sign it with the key or identity of the policy (cosign verify tests it), or correct the key there. Exceptions are for images or namespaces in the policy",
  "lease set allowCascadingDeletion (?:first|flag)":
    "kubectl hns set NAMESPACE --allowCascadingDeletion, or spec.allowCascadingDeletion: true in the HierarchyConfiguration of the parent",
  "lease delete the (?:subnamespace )?anchor from the parent":
    "delete the SubnamespaceAnchor with the name of the namespace in its parent: kubectl delete subns NAME -n PARENT",
  "This resource is in-use by":
    "a Usage of Crossplane protects it: delete the resource that uses it first, or the Usage that the text names",
  "cannot change the kind of a composed resource":
    "a composed resource of Crossplane keeps its apiVersion and kind: give the entry of the Composition another name, so that another resource is made (and the old one deleted)",
  "Provider produced inconsistent result after apply.*kubernetes_manifest":
    "the object is not as Terraform has sent it: a webhook, a controller or a default has changed it. Name the fields that differ in computed_fields of the kubernetes_manifest, with metadata.labels and metadata.annotations",
  "invalid ownership metadata":
    "the object exists, and Helm did not make it for this release: delete it, or give it the label app.kubernetes.io/managed-by: Helm and the annotations meta.helm.sh/release-name and release-namespace; helm install or upgrade with --take-ownership (since 3.17) does this",
  "unable to build kubernetes objects from current release manifest.*no matches for kind":
    "Helm stored the last release with a version that this cluster no longer serves: the plugin helm mapkubeapis changes it in the stored release; new manifests have the new version",
  'no matches for kind "PodSecurityPolicy"':
    "this kind was removed in Kubernetes 1.25: leave it out, and use the labels pod-security.kubernetes.io/enforce, warn and audit of namespaces, or a policy engine",
  'no matches for kind "ConfigManagementPlugin"':
    "Argo CD has no such custom resource, although the file looks like one: it belongs into the plugin's sidecar of the repo-server as /home/argocd/cmp-server/config/plugin.yaml, for example by a ConfigMap",
  'no matches for kind "[^"]*" in version "constraints\\.gatekeeper\\.sh/':
    "a ConstraintTemplate defines this kind: apply it first, and wait. If it is there, its Rego does not compile: kubectl get constrainttemplate NAME -o yaml has the error in status.byPod",
  "unable to fetch associated secret": [
    "cert-manager's cainjector does not find the Secret that the annotation cert-manager.io/inject-ca-from-secret names, or that the Certificate in cert-manager.io/inject-ca-from writes: correct the name, or look why the Certificate is not issued",
    "cert-manager.io/inject-ca-from-secret",
  ],
  "Namespace prefix used doesn't match any available Tenant":
    "with forceTenantPrefix, Capsule wants names of namespaces that begin with the name of a Tenant of the user and a hyphen: rename the namespace, or make the user or group an owner of that Tenant",
  "konghq.com.* consumer already exists": [
    "another KongConsumer has the same username or custom_id: change it in one of them",
    "username",
  ],
  "is an enterprise only plugin|plugin '[^']*' not enabled; add it": [
    "the gateway does not have this plugin: a plugin of Kong Enterprise needs its image and license, and one of your own is in KONG_PLUGINS. After a change, restart the gateway",
    "plugin",
  ],
  "immutable field|(?:field|spec|value) is immutable|updates to [A-Za-z]+ spec for fields other than":
    "what the text names cannot change after the creation: leave it as it was, or delete the object and create it again",
};

const read = textReader(
  CERTIFICATE_TEXTS,
  POLICY_TEXTS,
  NETWORK_TEXTS,
  WORKLOAD_TEXTS,
  HELM_TEXTS,
  PRODUCT_TEXTS,
);

/** Returns what helps against a text of a product, and the field that it is about; both undefined if nothing is known. */
export function productText(message: string): { readonly advice?: string; readonly key?: string } {
  const { known } = read(message) ?? {};
  const [advice, key] = typeof known === "string" ? [known] : (known ?? []);
  return { ...(advice !== undefined && { advice }), ...(key !== undefined && { key }) };
}

/** Returns what helps against a refusal by a webhook, from the server's message; undefined if nothing is known. */
export function refusalAdvice(message: string): string | undefined {
  const [, said] = message.split(/ denied the request: (.*)/s);
  return productText(message).advice ?? (said === undefined ? undefined : deniedAdvice(said));
}

import type { TextTable } from "../text-table.ts";

/** Refusals by built-in plugins, and by the checks of rights in roles and bindings. */
export const PLUGIN_REFUSALS: TextTable = {
  "exceeded quota: .*services\\.nodeports":
    "a Service of the type LoadBalancer takes node ports, too, unless spec.allocateLoadBalancerNodePorts is false: set it, use the type ClusterIP, or raise spec.hard of the ResourceQuota",
  "value of (?:priority|PreemptionPolicy) \\(.*must not be provided in pod spec":
    "priority and preemptionPolicy come from the class in priorityClassName: leave them out of the pod, and of what a webhook or policy writes. If nothing writes them, a webhook or policy set the class after the plugin Priority had written /spec/priority and /spec/preemptionPolicy from the default class: remove both in the same patch, with a webhook or with JSONPatch in a policy",
  "user not permitted to (?:approve|sign|attest) requests with signerName":
    "a role needs the verb approve (or sign) for the resource signers of certificates.k8s.io, with the signer in resourceNames, besides update of certificatesigningrequests/approval (or status)",
  "only dynamically provisioned pvc can be resized":
    "claims grow only if their StorageClass has allowVolumeExpansion: true",
  "Only bound persistent volume claims can be expanded": "wait until the claim is bound to a volume",
  'must be "latest" or "v1.x"': "write latest, or a version with its v and without its patch: v1.30",
  "cannot set blockOwnerDeletion":
    "the author of an owner reference with blockOwnerDeletion needs the right to update the finalizers of the owner: add RESOURCE/finalizers of the owner to the role, with the verb update",
  "is not allowed to modify (?:labels|node|taints)":
    "the plugin NodeRestriction lets a kubelet change few labels of its own node only: let an administrator set the label, for example kubectl label node",
  "Use of external IPs is denied":
    "the server runs with the plugin DenyServiceExternalIPs: use a Service of the type LoadBalancer",
  "default IngressClasses were found":
    "several IngressClasses have the annotation ingressclass.kubernetes.io/is-default-class: name one in spec.ingressClassName",
  "because it is being terminated|is ensuring all content is removed from this namespace":
    "the namespace is being deleted: wait until it is gone. If it does not go, the status of the namespace names the resources and finalizers that it waits for",
  '\\bnamespaces "[^"]*" not found': "create the namespace first",
  'error looking up service account|serviceaccount ".*" not found':
    'create the ServiceAccount before its pods; a new namespace has its account "default" only after a moment',
  "insufficient quota to match these scopes":
    "the server allows what the text names, such as a PriorityClass, only in namespaces where a ResourceQuota has it in its scopeSelector: create such a quota in the namespace, or use another priorityClassName",
  "exceeded quota: ":
    "request less, delete what is no longer needed, or raise spec.hard of the ResourceQuota",
  "[fF]ailed quota: .*must specify":
    "a ResourceQuota that counts requests or limits requires them in each container: set them, or let a LimitRange of the namespace set defaults",
  'violates PodSecurity .*container "(?:istio-init|istio-validation|istio-proxy|linkerd-init|linkerd-proxy)" must':
    "the container is that of a mesh, whose injector added it: with the CNI plugin of the mesh (istio-cni, pilot.cni.enabled; linkerd-cni, cniEnabled: true), injected pods need no NET_ADMIN and NET_RAW; otherwise the namespace needs the level privileged",
  'would violate PodSecurity "|violate the new PodSecurity enforce level':
    "it is a warning, and nothing was refused: set the fields of securityContext that the text names in the workload, because pods that are created under an enforced level are refused",
  'violates PodSecurity "':
    "set the fields of securityContext that the text names, or give the namespace another level with the label pod-security.kubernetes.io/enforce",
  "per Pod is .*No (?:limit|request) is specified":
    "a LimitRange of the type Pod bounds the sum of the containers and sets no defaults: give each container the amount, or add an entry of the type Container with default and defaultRequest",
  "limit to request ratio per":
    "the ratio is the limit divided by the request: raise the request, lower the limit, or change maxLimitRequestRatio of the LimitRange",
  "(?:minimum|maximum) \\S+ (?:usage|request) per ":
    "a LimitRange of the namespace sets this bound: change the resources of the container, or the LimitRange",
  "must be less than or equal to \\S+ limit":
    "a request may not be above its limit; a limit can also come from the default of a LimitRange",
  'User "system:anonymous" cannot ':
    "the request came without credentials, so that the server took it as that of system:anonymous: log in, or give the client its token or certificate (the kubeconfig has none for this cluster, or the program does not send it). This user needs no role",
  "PodSecurityPolicy: unable to admit pod|unable to validate against any pod security policy|no providers available to validate pod request":
    "no PodSecurityPolicy that the author or the service account of the pod may use allows it: change the fields that the text names, or give the account the verb use on a policy that does. Kubernetes 1.25 has removed these policies",
  "attempting to grant RBAC permissions not currently held":
    "the author of a role needs all rights that it gives, or the verb escalate on roles; the author of a binding needs them, too, or the verb bind on the role",
  'no PriorityClass with name \\S+ was found|RuntimeClass "[^"]*" not found':
    "create the class before the pods that name it, or correct the name",
  "would violate the (?:pod's )?disruption budget":
    "a PodDisruptionBudget allows no eviction now: wait until more of its pods are ready, run more of them, or change minAvailable or maxUnavailable",
};

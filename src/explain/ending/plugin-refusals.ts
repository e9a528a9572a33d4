import type { KnownRefusal } from "./object-refusals.ts";

/** Refusals by built-in plugins, and by the checks of rights in roles and bindings. */
export const PLUGIN_REFUSALS: readonly KnownRefusal[] = [
  {
    text: String.raw`exceeded quota: .*services\.nodeports`,
    advice:
      "a Service of the type LoadBalancer takes node ports, too, unless spec.allocateLoadBalancerNodePorts is false: set it, use the type ClusterIP, or raise spec.hard of the ResourceQuota",
  },
  {
    text: String.raw`value of (?:priority|PreemptionPolicy) \(.*must not be provided in pod spec`,
    advice:
      "the plugin Priority has set /spec/priority and /spec/preemptionPolicy from the default class before the class was set: remove both in the same patch, with a webhook or with JSONPatch in a policy",
  },
  {
    text: "user not permitted to (?:approve|sign|attest) requests with signerName",
    advice:
      "a role needs the verb approve (or sign) for the resource signers of certificates.k8s.io, with the signer in resourceNames, besides update of certificatesigningrequests/approval (or status)",
  },
  {
    text: "only dynamically provisioned pvc can be resized",
    advice: "claims grow only if their StorageClass has allowVolumeExpansion: true",
  },
  {
    text: "Only bound persistent volume claims can be expanded",
    advice: "wait until the claim is bound to a volume",
  },
  {
    text: 'must be "latest" or "v1.x"',
    advice: "write latest, or a version with its v and without its patch: v1.30",
  },
  {
    text: "cannot set blockOwnerDeletion",
    advice:
      "the author of an owner reference with blockOwnerDeletion needs the right to update the finalizers of the owner: add RESOURCE/finalizers of the owner to the role, with the verb update",
  },
  {
    text: "is not allowed to modify (?:labels|node|taints)",
    advice:
      "the plugin NodeRestriction lets a kubelet change few labels of its own node only: let an administrator set the label, for example kubectl label node",
  },
  {
    text: "Use of external IPs is denied",
    advice: "the server runs with the plugin DenyServiceExternalIPs: use a Service of the type LoadBalancer",
  },
  {
    text: "default IngressClasses were found",
    advice:
      "several IngressClasses have the annotation ingressclass.kubernetes.io/is-default-class: name one in spec.ingressClassName",
  },
  {
    text: "because it is being terminated",
    advice:
      "the namespace is being deleted: wait until it is gone. If it does not go, the status of the namespace names the resources and finalizers that it waits for",
  },
  {
    text: String.raw`\bnamespaces "[^"]*" not found`,
    advice: "create the namespace first",
  },
  {
    text: 'error looking up service account|serviceaccount ".*" not found',
    advice:
      'create the ServiceAccount before its pods; a new namespace has its account "default" only after a moment',
  },
  {
    text: "exceeded quota: ",
    advice: "request less, delete what is no longer needed, or raise spec.hard of the ResourceQuota",
  },
  {
    text: "failed quota: .*must specify",
    advice:
      "a ResourceQuota that counts requests or limits requires them in each container: set them, or let a LimitRange of the namespace set defaults",
  },
  {
    text: 'violates PodSecurity "',
    advice:
      "set the fields of securityContext that the text names, or give the namespace another level with the label pod-security.kubernetes.io/enforce",
  },
  {
    text: "per Pod is .*No (?:limit|request) is specified",
    advice:
      "a LimitRange of the type Pod bounds the sum of the containers and sets no defaults: give each container the amount, or add an entry of the type Container with default and defaultRequest",
  },
  {
    text: "limit to request ratio per",
    advice:
      "the ratio is the limit divided by the request: raise the request, lower the limit, or change maxLimitRequestRatio of the LimitRange",
  },
  {
    text: String.raw`(?:minimum|maximum) \S+ (?:usage|request) per `,
    advice:
      "a LimitRange of the namespace sets this bound: change the resources of the container, or the LimitRange",
  },
  {
    text: String.raw`must be less than or equal to \S+ limit`,
    advice: "a request may not be above its limit; a limit can also come from the default of a LimitRange",
  },
  {
    text: "attempting to grant RBAC permissions not currently held",
    advice:
      "the author of a role needs all rights that it gives, or the verb escalate on roles; the author of a binding needs them, too, or the verb bind on the role",
  },
  {
    text: 'no PriorityClass with name \\S+ was found|RuntimeClass "[^"]*" not found',
    advice: "create the class before the pods that name it, or correct the name",
  },
  {
    text: "would violate the pod's disruption budget",
    advice:
      "a PodDisruptionBudget allows no eviction now: wait until more of its pods are ready, or change minAvailable or maxUnavailable",
  },
];

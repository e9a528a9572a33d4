import type { KnownErrors } from "./server-error.ts";

/** Refusals by the built-in plugins of admission and by policies that cannot be evaluated, which name no webhook. */
export const PLUGIN_TEXTS: KnownErrors = {
  "paramRef of the binding finds no object, and its parameterNotFoundAction is Deny": [
    /no params found for policy binding with `Deny` parameterNotFoundAction/,
    "create the object that paramRef names or selects (in the namespace of the request, if paramRef has none), or write parameterNotFoundAction: Allow",
  ],
  "the API server does not know $1, the paramKind of the policy, or has not read its objects yet": [
    /paramKind kind `([^`]+)` not (?:known|yet synced)/,
    "install the CustomResourceDefinition of the kind, and correct apiVersion and kind of paramKind; a new definition takes a moment. Until then, failurePolicy decides",
  ],
  "the request is about an object without a namespace, and paramRef has none, so that the namespace of the parameters is not known":
    [
      /cannot use namespaced paramRef in policy binding that matches cluster-scoped resources/,
      "write paramRef.namespace, or leave kinds without a namespace out of the rules",
    ],
  "paramRef has a namespace, and objects of the paramKind have none": [
    /paramRef\.namespace must not be provided for a cluster-scoped/,
    "remove paramRef.namespace",
  ],
  "the API server does not know the schema of $1 yet, which a mutating policy needs": [
    /Resource kind (\S+) not found\. There can be a delay/,
    "repeat the request: a new CustomResourceDefinition takes some seconds",
  ],
  "the expression of a mutation of type JSONPatch gives no list of operations": [
    /JSONPatchType\.expression should evaluate to array/,
    'it gives [JSONPatch{op: "add", path: "/metadata/labels/a", value: "b"}, …], in both branches of a condition: [] for none',
  ],
  "the expression of a mutation of type ApplyConfiguration gives an object that cannot be merged: $'": [
    /invalid ApplyConfiguration: /,
    "it gives Object{…} with the fields that change; lists and maps that are atomic need patchType JSONPatch",
  ],
  "the API server has just started, and has not read yet what this check needs": [
    /not yet ready to handle request/,
    "repeat the request after some seconds. If it stays so, the server cannot read from its store: look at its log",
  ],
  "the check of quotas did not come to its end in 10 seconds": [
    /resource quota evaluation timed out/,
    "the API server or its store is overloaded, or many requests wait for the same ResourceQuota",
  ],
  "the plugin EventRateLimit refuses further events: its limit of the type $1 is reached": [
    /limit reached on type (\w+) for key/,
    "a controller writes too many events: look for its loop, or raise the limit in the configuration of the plugin",
  ],
  "the plugin AlwaysDeny refuses each write": [
    /admission control is denying all modifications/,
    "remove AlwaysDeny from --enable-admission-plugins",
  ],
  "the webhook of the plugin ImagePolicyWebhook refuses an image": [
    /image policy webhook backend denied|one or more images rejected by webhook backend/,
    "the rule is that of this webhook, which --admission-control-config-file names; no webhook configuration has it",
  ],
  "the pod is the copy of a static pod of a node, which may use no Secrets, ConfigMaps, service accounts or claims":
    [
      /a mirror pod may not (?:reference|use) /,
      "take the reference out of the static manifest of the node, or make the pod a DaemonSet",
    ],
  "the service account $1 has the annotation kubernetes.io/enforce-mountable-secrets, so that its pods may use the Secrets in its list only":
    [
      /because service account (\S+) does not reference that secret/,
      "add the Secret to secrets of the ServiceAccount, or remove the annotation",
    ],
  "the plugin LimitPodHardAntiAffinityTopology allows kubernetes.io/hostname only as the topologyKey of a required anti-affinity":
    [/has TopologyKey (\S+) but only key/, "write kubernetes.io/hostname, or a preferred anti-affinity"],
  "the pod and its RuntimeClass have different values in nodeSelector or overhead": [
    /conflict: runtimeClass\.scheduling\.nodeSelector|Pod Overhead set without|Pod's Overhead doesn't match RuntimeClass/,
    "leave the field out of the pod: the plugin RuntimeClass sets it",
  ],
  "the nodeSelector of the pod contradicts the annotation scheduler.alpha.kubernetes.io/node-selector of its namespace":
    [
      /conflicts? with its namespace node label selector|node label selector labels conflict|node label selectors conflict/,
      "change one of the two (the plugin PodNodeSelector compares them)",
    ],
  "the pod has a toleration that the annotation scheduler.alpha.kubernetes.io/tolerationsWhitelist of its namespace does not list":
    [
      /pod tolerations \(possibly merged with namespace default tolerations\) conflict/,
      "remove the toleration, or add it to the annotation; a webhook may have added it",
    ],
  "the PriorityClass $1 has globalDefault: true already, and one only may have it": [
    /PriorityClass (\S+) is already marked as default/,
    "remove globalDefault from one of them",
  ],
  "the kubelet may read only the objects that pods on its node use, and the API server knows no such pod": [
    /no relationship to this object was found in the node authorizer graph/,
    "it is harmless for a moment after a pod was bound or deleted. Else the pod is on another node, or the program uses the credentials of the kubelet",
  ],
  "the plugin NodeRestriction limits what a kubelet writes: its own Node and the pods on it, without labels of the prefix node-restriction.kubernetes.io/ and most others of kubernetes.io":
    [
      /node "[^"]*" (?:is not allowed to|can only|cannot|can not|must not)|can only access (?:node lease|CSINode|leases)/,
      "give such labels with the rights of an administrator, or use another identity than that of the kubelet",
    ],
  "the node cannot resize the pod in place": [
    /node didn't have enough allocatable resources|pod resize is only supported on linux nodes/,
    "ask for less than the node has, or delete the pod, and let its controller create another one",
  ],
  "the role has an aggregationRule, which may take in any rights, so that only a user with all rights may write it":
    [
      /must have cluster-admin privileges to use the aggregationRule/,
      "apply it as a cluster administrator, or write the rules out",
    ],
  "the server itself needs this PriorityClass": [
    /this is a system priority class and cannot be deleted/,
    "leave it",
  ],
  "the manifest has metadata.uid of an object that is no longer there": [
    /uid mismatch: the provided object specified uid/,
    "remove metadata.uid from the manifest: it was read from a server",
  ],
  "the pod is being deleted, and is not bound to a node any more": [
    /is being deleted, cannot be assigned to a host/,
    "a scheduler was too late: nothing is to be done",
  ],
  "a check of the API server itself (no webhook) refuses $1with the text: $'": [
    /^(\S+ (?:"[^"]*" )?)is forbidden: (?!User )/,
    "the text is that of a built-in plugin of admission: its rule is in the documentation of admission controllers",
  ],
};

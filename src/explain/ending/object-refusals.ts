import type { TextTable } from "../text-table.ts";

/** Refusals of objects by the server's own validation, of bodies that cannot be read, and of writes that conflict. */
export const OBJECT_REFUSALS: TextTable = {
  "Apply failed with .*\\.clientConfig\\.caBundle":
    "another program, such as cert-manager's cainjector or the webhook itself, writes caBundle: leave it out of the manifest that is applied",
  'Apply failed with .*"kube-controller-manager" with subresource "scale"':
    "a HorizontalPodAutoscaler changes spec.replicas by the subresource scale: leave replicas out of the manifest (or the chart's value), or take the field over with --force-conflicts",
  'Apply failed with .*"(?:kubectl-client-side-apply|kubectl|kubectl-edit|kubectl-patch|kubectl-create)" using':
    "kubectl wrote these fields without --server-side (apply, edit, patch or create), and such a manager is not that of an apply, also if both have the same name: take the fields over once with --force-conflicts, or migrate them by one kubectl apply --server-side with the old manager's --field-manager",
  "Apply failed with .* using [\\w./-]+: (?:- )?\\.status\\b":
    "the manifest has a status, which the server and controllers write: remove status from it (an old controller-gen writes an empty one into definitions)",
  "Apply failed with .*conflict":
    "another manager wrote these fields: leave them out of the object that is applied, or take them over with --force-conflicts",
  "cannot change roleRef":
    "a binding keeps its role: delete the binding, and create it again with the other role (kubectl auth reconcile does this)",
  "name is neither a standard finalizer name nor is it fully qualified":
    "a finalizer is DOMAIN/NAME, with a slash: example.com/cleanup",
  "can not be set when the class field is also set|must match `ingressClassName` when both are specified":
    "remove the annotation kubernetes.io/ingress.class: spec.ingressClassName has the class",
  "Only one reference can have Controller set to true":
    "an object has one controller: the other owner references have controller: false, and of two packages or operators that make the same object, remove one",
  "must be no more than 52 characters":
    "the name of a CronJob has at most 52 characters: its controller adds 11 characters for each Job, whose name has at most 63",
  "a DNS-1035 label must consist of":
    'the name begins with a letter, and has lower case letters, digits and "-" only',
  'must be of type integer(?:,string)?: "number"':
    'a number with a fraction is no integer: write a whole number, or, where the field also takes a text, an amount in quotes: "0.5" or 500m',
  'must be of type \\w+: "null"':
    "null is no value here: leave the field out, or let the schema allow it with nullable: true",
  "may not be set for init containers without restartPolicy=Always":
    "only an init container with restartPolicy: Always, a sidecar, has probes and lifecycle",
  "must match `containerPort`":
    "a pod in the network of its node (hostNetwork) has the same hostPort and containerPort",
  "minAvailable and maxUnavailable cannot be both set": "keep one of minAvailable and maxUnavailable",
  "a valid config key must consist of":
    'a key has letters, digits, "-", "_" and ".": a path belongs into the value, or into items of the volume',
  "data\\[(?:tls\\.(?:crt|key)|\\.dockerconfigjson|\\.dockercfg|ssh-privatekey)\\]: Required":
    "a Secret of this type has this key: add it, or use the type Opaque",
  "The order in patch list":
    "two items of the list have the same merge key (containerPort or port for ports, name for env), and a strategic merge patch cannot tell them apart: keep each key once, or use kubectl apply --server-side, which tells ports of two protocols apart",
  "accepted media types include":
    "custom resources take no strategic merge patch: kubectl patch --type merge, or --type json",
  "(?:in body|Invalid value: .*) should (?:be at most|be at least|be less than or equal to|be greater than or equal to|have at (?:most|least))":
    "the schema of the CustomResourceDefinition sets this bound: change the value, or the schema",
  "metadata\\.annotations: Too long":
    "all annotations together may have 256 KiB. kubectl apply keeps a copy of the manifest in one of them; kubectl apply --server-side does not, nor does kubectl create",
  "metadata\\.managedFields must be nil":
    "remove metadata.managedFields from the manifest: it was read from a server",
  "resourceVersion should not be set on objects to be created":
    "remove metadata.resourceVersion from the manifest (and uid, creationTimestamp): it was read from a server",
  "must be specified for an update":
    "an update has to name the version that it changes: read the object, and send its metadata.resourceVersion. kubectl apply and kubectl patch need none, unless the annotation kubectl.kubernetes.io/last-applied-configuration has a resourceVersion, because an exported manifest was applied: remove it there",
  "[tT]he object has been modified; please apply your changes to the latest version":
    "another client wrote the object after it was read: read it again, repeat the change, and send it (RetryOnConflict in client-go). A manifest that was exported has an old metadata.resourceVersion: remove it",
  "pod updates may not (?:change fields other than|add or remove containers)":
    "the spec of a pod is nearly fixed: change the template of its Deployment, Job or other owner, or delete the pod and create it again",
  "updates to statefulset spec for fields other than":
    "delete the StatefulSet with --cascade=orphan, which keeps its pods, and create it again",
  'StatefulSet\\.apps "[^"]*" is invalid: spec\\.\\S+: .*field is immutable':
    "delete the StatefulSet with --cascade=orphan, which keeps its pods, and create it again",
  "spec is immutable after creation except resources\\.requests":
    "of a bound claim only resources.requests.storage, which can grow, and volumeAttributesClassName change: create another claim for anything else",
  "field can not be less than (?:previous value|status\\.capacity)":
    "volumes can only grow: create a smaller claim under another name, and copy the data",
  "no new finalizers can be added if the object is being deleted":
    "the object is being deleted: finalizers can only be removed from it",
  "provided port is already allocated":
    "another Service has this node port: choose another one, or leave nodePort out",
  "provided IP is already allocated":
    "another Service has this address: leave clusterIP out, and the server assigns a free one",
  'spec\\.clusterIPs?(?:\\[0\\])?: Invalid value: (?:"": field is immutable|\\[\\]string\\(nil\\): )':
    "the address of a Service cannot change: leave clusterIP out of the manifest (an empty one takes the address away), and update without --force: a replace takes away what the manifest does not have. Or delete the Service and create it again",
  "may not (?:be unset|change once set)|spec\\.clusterIPs?\\[?0?\\]?: Invalid value: .*: field is immutable":
    "the address of a Service cannot change: leave clusterIP out of the manifest, or delete the Service and create it again",
  "no such key: \\S+ evaluating rule":
    "a rule of the CustomResourceDefinition reads an optional field without has(): set the field, or let the rule test for it",
  "field is immutable|may not be changed in an update|updates to (?:parameters|provisioner) are forbidden":
    "this field cannot change after the creation: delete the object and create it again, or create another one",
  "spec\\.ports\\[\\d+\\]\\.name: Required value":
    "a Service with several ports needs a name for each of them",
  'must be of type (?:integer|number|boolean): "string"':
    "the schema wants a number or a boolean: write one without quotes; a text such as 10s fits only if the schema takes type: string",
  'must be of type string: "(?:integer|number|boolean)"':
    "write the value in quotes: YAML reads 1, 1.0 and true as a number or a boolean",
  "may not mutate atomic arrays, maps or structs":
    "write lists and maps that are atomic, such as args, with a mutation of patchType JSONPatch",
  "no corresponding type for autoscaling/v1, Kind=Scale":
    "an ApplyConfiguration cannot change a Scale: write the mutation with patchType JSONPatch, or leave the subresource scale out of resourceRules",
  "`selector` does not match template `labels`":
    "spec.template.metadata.labels has to contain all labels of spec.selector",
  "volumeMounts\\[\\d+\\]\\.name: Not found":
    "a mount names a volume in spec.volumes of the pod: add the volume, or correct the name",
  "mountPath: Invalid value: .*must be unique":
    "two mounts of the container have the same path: one may come from a webhook",
  "pathType: Required value":
    "in networking.k8s.io/v1 each path has a pathType: Prefix, Exact or ImplementationSpecific",
  "a (?:lowercase )?RFC 1123 (?:subdomain|label) must consist of":
    'names have lower case letters, digits and "-" (in most kinds also "."), and begin and end with a letter or a digit',
  "a valid label must be an empty string or consist of":
    'the value of a label has at most 63 letters, digits, "-", "_" and ".": longer or other texts belong into an annotation',
  "name part must consist of alphanumeric characters":
    'a key is NAME or PREFIX/NAME with one slash, and NAME has at most 63 letters, digits, "-", "_" and "."',
  "quantities must match the regular expression": "an amount is a number with a unit: 500m, 2, 64Mi, 1Gi",
  "illegal base64 data at input byte":
    "the value has to be base64 without line breaks; a Secret takes plain text in stringData",
  "is a (?:number|boolean), it must be a text":
    "write the value in quotes: YAML reads 1, 1.0 and true as a number or a boolean",
  "etcdserver: request is too large|Request entity too large":
    "the object is too large for the API: keep the data elsewhere, or divide it into several objects",
  "the namespace of the provided object does not match the namespace sent on the request":
    "the manifest and the flag --namespace name different namespaces",
  'previous terminated container "':
    "the container has not ended before in this pod, so that there is no earlier log: leave --previous out",
  "not able to generate a unique name": "the name that generateName gave was taken: repeat the request",
  '(?:\\b[a-z]+\\.[a-z0-9-]+\\.[a-z0-9.-]+|\\b(?:configmap|secret|service|persistentvolumeclaim|pod|node)s?) "[^"]+" not found$':
    "no object of this kind has the name: create it first, or correct the name or the namespace",
  '^(?:.* )?\\S+ "[^"]+" already exists$':
    "kubectl apply changes an object that is there; generateName makes a new name for each object",
  'must be of type (?:object|array): "\\w+"':
    'the schema wants the other form here: lines that begin with "- " make a list, and KEY: VALUE makes an object',
  "Unsupported value: .*: supported values: ":
    "the field takes only the values that the text lists: write one of them, or look whether another kind or version is meant",
  "no such overload(?:: \\w+\\([\\w, ]*\\))?'?: call arguments did not match":
    "the rule of the CustomResourceDefinition calls a function with a value of another type, as a field of int-or-string can have: write the value in quotes (or without), or let the rule ask for type(self.field) == string, or call string(self.field)",
  ': Invalid value: "(?:object|array|string|integer|number|boolean)": ':
    "this is a rule of the CustomResourceDefinition (x-kubernetes-validations), with its message: change the object so that it holds",
};

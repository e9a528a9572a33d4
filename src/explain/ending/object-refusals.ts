/** A text of the API server that people look up, with its cause and cure. */
export interface KnownRefusal {
  /** In RE2's syntax, because messages of servers may be long. */
  readonly text: string;
  readonly advice: string;
}

/** Refusals of objects by the server's own validation, of bodies that cannot be read, and of writes that conflict. */
export const OBJECT_REFUSALS: readonly KnownRefusal[] = [
  {
    text: "cannot change roleRef",
    advice:
      "a binding keeps its role: delete the binding, and create it again with the other role (kubectl auth reconcile does this)",
  },
  {
    text: "name is neither a standard finalizer name nor is it fully qualified",
    advice: "a finalizer is DOMAIN/NAME, with a slash: example.com/cleanup",
  },
  {
    text: "can not be set when the class field is also set",
    advice: "remove the annotation kubernetes.io/ingress.class: spec.ingressClassName has the class",
  },
  {
    text: "Only one reference can have Controller set to true",
    advice: "only one owner can be the controller: write controller: false for the others, or leave it out",
  },
  {
    text: "must be no more than 52 characters",
    advice:
      "the name of a CronJob has at most 52 characters: its controller adds 11 characters for each Job, whose name has at most 63",
  },
  {
    text: "a DNS-1035 label must consist of",
    advice: 'the name begins with a letter, and has lower case letters, digits and "-" only',
  },
  {
    text: 'must be of type integer(?:,string)?: "number"',
    advice:
      'a number with a fraction is no integer: write a whole number, or, where the field also takes a text, an amount in quotes: "0.5" or 500m',
  },
  {
    text: String.raw`must be of type \w+: "null"`,
    advice: "null is no value here: leave the field out, or let the schema allow it with nullable: true",
  },
  {
    text: "may not be set for init containers without restartPolicy=Always",
    advice: "only an init container with restartPolicy: Always, a sidecar, has probes and lifecycle",
  },
  {
    text: "must match `containerPort`",
    advice: "a pod in the network of its node (hostNetwork) has the same hostPort and containerPort",
  },
  {
    text: "minAvailable and maxUnavailable cannot be both set",
    advice: "keep one of minAvailable and maxUnavailable",
  },
  {
    text: "a valid config key must consist of",
    advice:
      'a key has letters, digits, "-", "_" and ".": a path belongs into the value, or into items of the volume',
  },
  {
    text: String.raw`data\[(?:tls\.(?:crt|key)|\.dockerconfigjson|\.dockercfg|ssh-privatekey)\]: Required`,
    advice: "a Secret of this type has this key: add it, or use the type Opaque",
  },
  {
    text: "The order in patch list",
    advice:
      "two items of the list have the same merge key (containerPort or port for ports, name for env), and a strategic merge patch cannot tell them apart: keep each key once, or use kubectl apply --server-side, which tells ports of two protocols apart",
  },
  {
    text: "accepted media types include",
    advice: "custom resources take no strategic merge patch: kubectl patch --type merge, or --type json",
  },
  {
    text: "should be at most|should be at least|should be less than or equal to|should be greater than or equal to|should have at (?:most|least)",
    advice: "the schema of the CustomResourceDefinition sets this bound: change the value, or the schema",
  },
  {
    text: String.raw`metadata\.annotations: Too long`,
    advice:
      "all annotations together may have 256 KiB. kubectl apply keeps a copy of the manifest in one of them; kubectl apply --server-side does not, nor does kubectl create",
  },
  {
    text: String.raw`metadata\.managedFields must be nil`,
    advice: "remove metadata.managedFields from the manifest: it was read from a server",
  },
  {
    text: "resourceVersion should not be set on objects to be created",
    advice:
      "remove metadata.resourceVersion from the manifest (and uid, creationTimestamp): it was read from a server",
  },
  {
    text: "must be specified for an update",
    advice:
      "an update has to name the version that it changes: read the object, and send its metadata.resourceVersion; kubectl apply and kubectl patch need none",
  },
  {
    text: "the object has been modified; please apply your changes to the latest version",
    advice:
      "another client wrote the object after it was read: read it again, repeat the change, and send it (RetryOnConflict in client-go)",
  },
  {
    text: "pod updates may not (?:change fields other than|add or remove containers)",
    advice:
      "the spec of a pod is nearly fixed: change the template of its Deployment, Job or other owner, or delete the pod and create it again",
  },
  {
    text: "updates to statefulset spec for fields other than",
    advice: "delete the StatefulSet with --cascade=orphan, which keeps its pods, and create it again",
  },
  {
    text: String.raw`StatefulSet\.apps "[^"]*" is invalid: spec\.\S+: .*field is immutable`,
    advice: "delete the StatefulSet with --cascade=orphan, which keeps its pods, and create it again",
  },
  {
    text: String.raw`spec is immutable after creation except resources\.requests`,
    advice:
      "of a bound claim only resources.requests.storage can grow: create another claim for anything else",
  },
  {
    text: String.raw`field can not be less than (?:previous value|status\.capacity)`,
    advice: "volumes can only grow: create a smaller claim under another name, and copy the data",
  },
  {
    text: "no new finalizers can be added if the object is being deleted",
    advice: "the object is being deleted: finalizers can only be removed from it",
  },
  {
    text: "provided port is already allocated",
    advice: "another Service has this node port: choose another one, or leave nodePort out",
  },
  {
    text: "provided IP is already allocated",
    advice: "another Service has this address: leave clusterIP out, and the server assigns a free one",
  },
  {
    text: String.raw`may not (?:be unset|change once set)|spec\.clusterIPs?\[?0?\]?: Invalid value: .*: field is immutable`,
    advice:
      "the address of a Service cannot change: leave clusterIP out of the manifest, or delete the Service and create it again",
  },
  {
    text: String.raw`no such key: \S+ evaluating rule`,
    advice:
      "a rule of the CustomResourceDefinition reads an optional field without has(): set the field, or let the rule test for it",
  },
  {
    text: "field is immutable|may not be changed in an update|updates to (?:parameters|provisioner) are forbidden",
    advice:
      "this field cannot change after the creation: delete the object and create it again, or create another one",
  },
  {
    text: String.raw`spec\.ports\[\d+\]\.name: Required value`,
    advice: "a Service with several ports needs a name for each of them",
  },
  {
    text: 'must be of type (?:integer|number|boolean): "string"',
    advice: "write the value without quotes",
  },
  {
    text: 'must be of type string: "(?:integer|number|boolean)"',
    advice: "write the value in quotes: YAML reads 1, 1.0 and true as a number or a boolean",
  },
  {
    text: "may not mutate atomic arrays, maps or structs",
    advice: "write lists and maps that are atomic, such as args, with a mutation of patchType JSONPatch",
  },
  {
    text: "`selector` does not match template `labels`",
    advice: "spec.template.metadata.labels has to contain all labels of spec.selector",
  },
  {
    text: String.raw`volumeMounts\[\d+\]\.name: Not found`,
    advice: "a mount names a volume in spec.volumes of the pod: add the volume, or correct the name",
  },
  {
    text: "mountPath: Invalid value: .*must be unique",
    advice: "two mounts of the container have the same path: one may come from a webhook",
  },
  {
    text: "pathType: Required value",
    advice: "in networking.k8s.io/v1 each path has a pathType: Prefix, Exact or ImplementationSpecific",
  },
  {
    text: "a (?:lowercase )?RFC 1123 (?:subdomain|label) must consist of",
    advice:
      'names have lower case letters, digits and "-" (in most kinds also "."), and begin and end with a letter or a digit',
  },
  {
    text: "a valid label must be an empty string or consist of",
    advice:
      'the value of a label has at most 63 letters, digits, "-", "_" and ".": longer or other texts belong into an annotation',
  },
  {
    text: "name part must consist of alphanumeric characters",
    advice:
      'a key is NAME or PREFIX/NAME with one slash, and NAME has at most 63 letters, digits, "-", "_" and "."',
  },
  {
    text: "quantities must match the regular expression",
    advice: "an amount is a number with a unit: 500m, 2, 64Mi, 1Gi",
  },
  {
    text: "illegal base64 data at input byte",
    advice: "the value has to be base64 without line breaks; a Secret takes plain text in stringData",
  },
  {
    text: "is a (?:number|boolean), it must be a text",
    advice: "write the value in quotes: YAML reads 1, 1.0 and true as a number or a boolean",
  },
  {
    text: "(?i)request body was too large|etcdserver: request is too large|Request entity too large",
    advice: "the object is too large for the API: keep the data elsewhere, or divide it into several objects",
  },
  {
    text: "the namespace of the provided object does not match the namespace sent on the request",
    advice: "the manifest and the flag --namespace name different namespaces",
  },
  {
    text: " already exists$",
    advice: "kubectl apply changes an object that is there; generateName makes a new name for each object",
  },
];

import type { TextTable } from "../text-table.ts";

/** Refusals of single values by the validation of the server, or by the schema of a definition. */
export const VALUE_REFUSALS: TextTable = {
  "provided port is not in the valid range":
    "the text names the range of node ports (30000-32767 by default): leave nodePort out, and the server chooses one; the port of the pods is targetPort",
  "spec\\.selector: Required value": "spec.selector names labels of the template: selector: {matchLabels: …}",
  "namespaced rules cannot apply to non-resource URLs":
    "paths such as /metrics belong into a ClusterRole, with a ClusterRoleBinding",
  "subjects\\[\\d+\\]\\.namespace: Required":
    "a ServiceAccount in a ClusterRoleBinding has its namespace: subjects: [{kind: ServiceAccount, name: …, namespace: …}]",
  'subjects\\[\\d+\\]\\.apiGroup: Unsupported value: .*supported values: ""':
    "leave apiGroup out: a ServiceAccount is in the core group, and only users and groups have another one",
  'roleRef\\.kind: Unsupported value: "Role"':
    "a ClusterRoleBinding binds ClusterRoles only: bind a Role with a RoleBinding, in the namespace of the Role",
  'Job\\.batch "[^"]*" is invalid: spec\\.template: .*field is immutable':
    "the template of a Job cannot change: delete the Job and create it again, or give each version another name. Only while a Job has suspend: true, and has not started, its nodeSelector, tolerations, resources, labels and annotations can change",
  "\\.ports\\[\\d+\\]\\.name: Duplicate value":
    "each port has another name. If the manifest has the name once, a patch (kubectl apply, helm upgrade) has kept the stored port with another number, because it finds ports by their number: remove that port first, or replace the whole object with kubectl replace",
  "externalTrafficPolicy: Invalid value: .*(?:externally-accessible services|only be set)":
    "only Services of the types NodePort and LoadBalancer, or with externalIPs, have externalTrafficPolicy: remove it, or change the type",
  "may not be specified when `value` is not empty":
    'keep one of value and valueFrom: a patch or an apply leaves the other one as it is, so write value: null (or "") beside the new valueFrom',
  "may not specify more than 1 (?:handler|volume) type":
    "keep one of them: a patch or an apply leaves the old one as it is, so set it to null beside the new one",
  "may not be specified when strategy `type` is 'Recreate'":
    "remove strategy.rollingUpdate: a patch leaves the default of the server as it is, so write rollingUpdate: null",
  "may not be 0 when `maxSurge` is 0":
    "one of maxSurge and maxUnavailable is above 0: else no pod could ever be replaced",
  'template\\.spec\\.restartPolicy: Unsupported value: .*supported values: "Always"':
    "pods of this kind are always started again: what ends is a Job, with restartPolicy: Never or OnFailure",
  'restartPolicy: (?:Required|Unsupported) value: .*"OnFailure", "Never"':
    "write restartPolicy: Never or OnFailure: the default of pods, Always, is not possible in a Job",
  "must be a valid CIDR value": "a range has its length after a slash: 10.0.0.1/32 for one address",
  "must be no more than 15 characters":
    'the name of a port has at most 15 characters, lower case letters, digits and "-"',
  "\\(oneOf\\)\\. Found \\d+ valid":
    "several alternatives fit, and one has to: set what only one of them takes. An alternative that only describes a field also fits an object without it, and needs required, too",
  "\\(oneOf\\)":
    "the schema wants exactly one of its alternatives: set the fields of one of them, and no fields of the others",
  "\\(anyOf\\)": "the schema wants at least one of its alternatives: set the fields of one of them",
  "must be of type date-time": "a time is written 2026-01-31T00:00:00Z",
  "in body must be of type (?:ipv4|ipv6|cidr|uri|email|hostname|mac|uuid[345]?|date|duration|datetime|byte)\\b":
    "the schema sets this format of a text: ipv4 and ipv6 are addresses without port and length, cidr has a length after a slash, uri begins with its scheme, a duration is 30s or 1h30m",
  "in body should match '":
    "the schema of the CustomResourceDefinition sets this pattern: change the value, or the pattern",
  "failed rule: ":
    "this is a rule in x-kubernetes-validations of the CustomResourceDefinition: change the object so that it holds",
  "is a string, it must be a (?:number|boolean)":
    "write the value without quotes; a name is not possible here",
  "is an object, it must be a text": "a text of several lines is a block: key: | and indented lines",
  '[Pp]ods? "[^"]*" is invalid: metadata\\.labels: .*must be no more than 63':
    "the value of a label has at most 63 characters; if a controller wrote it from the name of its object and a suffix, give this object (a StatefulSet, a Job, or what makes them) a shorter name",
  "a valid label key must consist of|name part must be no more than 63|(?:[lL]abels|nodeSelector|[sS]elector).*: must be no more than 63":
    'a key is NAME or PREFIX/NAME with one slash; NAME, and the value of a label, have at most 63 letters, digits, "-", "_" and "."',
  "at least one Object or External metric to support scaling to zero":
    "without a pod there are no metrics of pods: write minReplicas: 1, or add a metric of the type Object or External",
  "node updates may (?:only|not) change":
    "podCIDR, podCIDRs and providerID of a Node are set once: delete the Node, and its kubelet makes it again",
  "this namespace may not be deleted": "the server itself needs this namespace",
  "topologyKey: Required value":
    "each term has the key of a label of nodes: topologyKey: kubernetes.io/hostname",
};

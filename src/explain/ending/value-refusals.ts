import type { KnownRefusal } from "./object-refusals.ts";

/** Refusals of single values by the validation of the server, or by the schema of a definition. */
export const VALUE_REFUSALS: readonly KnownRefusal[] = [
  {
    text: "provided port is not in the valid range",
    advice:
      "a node port is from 30000 to 32767: leave nodePort out, and the server chooses one; the port of the pods is targetPort",
  },
  {
    text: String.raw`spec\.selector: Required value`,
    advice: "spec.selector names labels of the template: selector: {matchLabels: …}",
  },
  {
    text: "namespaced rules cannot apply to non-resource URLs",
    advice: "paths such as /metrics belong into a ClusterRole, with a ClusterRoleBinding",
  },
  {
    text: String.raw`subjects\[\d+\]\.namespace: Required`,
    advice:
      "a ServiceAccount in a ClusterRoleBinding has its namespace: subjects: [{kind: ServiceAccount, name: …, namespace: …}]",
  },
  {
    text: String.raw`subjects\[\d+\]\.apiGroup: Unsupported value: .*supported values: ""`,
    advice:
      "leave apiGroup out: a ServiceAccount is in the core group, and only users and groups have another one",
  },
  {
    text: String.raw`roleRef\.kind: Unsupported value: "Role"`,
    advice:
      "a ClusterRoleBinding binds ClusterRoles only: bind a Role with a RoleBinding, in the namespace of the Role",
  },
  {
    text: String.raw`Job\.batch "[^"]*" is invalid: spec\.template: .*field is immutable`,
    advice:
      "the template of a Job cannot change: delete the Job and create it again, or give each version another name",
  },
  {
    text: "may not be specified when `value` is not empty",
    advice:
      'keep one of value and valueFrom: a patch or an apply leaves the other one as it is, so write value: null (or "") beside the new valueFrom',
  },
  {
    text: "may not specify more than 1 (?:handler|volume) type",
    advice:
      "keep one of them: a patch or an apply leaves the old one as it is, so set it to null beside the new one",
  },
  {
    text: "may not be specified when strategy `type` is 'Recreate'",
    advice:
      "remove strategy.rollingUpdate: a patch leaves the default of the server as it is, so write rollingUpdate: null",
  },
  {
    text: "may not be 0 when `maxSurge` is 0",
    advice: "one of maxSurge and maxUnavailable is above 0: else no pod could ever be replaced",
  },
  {
    text: String.raw`template\.spec\.restartPolicy: Unsupported value: .*supported values: "Always"`,
    advice:
      "pods of this kind are always started again: what ends is a Job, with restartPolicy: Never or OnFailure",
  },
  {
    text: 'restartPolicy: (?:Required|Unsupported) value: .*"OnFailure", "Never"',
    advice: "write restartPolicy: Never or OnFailure: the default of pods, Always, is not possible in a Job",
  },
  {
    text: "must be a valid CIDR value",
    advice: "a range has its length after a slash: 10.0.0.1/32 for one address",
  },
  {
    text: "must be no more than 15 characters",
    advice: 'the name of a port has at most 15 characters, lower case letters, digits and "-"',
  },
  {
    text: String.raw`\(oneOf\)`,
    advice:
      "the schema wants exactly one of its alternatives: set the fields of one of them, and no fields of the others",
  },
  {
    text: String.raw`\(anyOf\)`,
    advice: "the schema wants at least one of its alternatives: set the fields of one of them",
  },
  {
    text: "must be of type date-time",
    advice: "a time is written 2026-01-31T00:00:00Z",
  },
  {
    text: "in body should match '",
    advice: "the schema of the CustomResourceDefinition sets this pattern: change the value, or the pattern",
  },
  {
    text: "failed rule: ",
    advice:
      "this is a rule in x-kubernetes-validations of the CustomResourceDefinition: change the object so that it holds",
  },
  {
    text: "is a string, it must be a (?:number|boolean)",
    advice: "write the value without quotes; a name is not possible here",
  },
  {
    text: "is an object, it must be a text",
    advice: "a text of several lines is a block: key: | and indented lines",
  },
  {
    text: "a valid label key must consist of|must be no more than 63 (?:bytes|characters)",
    advice:
      'a key is NAME or PREFIX/NAME with one slash; NAME, and the value of a label, have at most 63 letters, digits, "-", "_" and "."',
  },
  {
    text: "this namespace may not be deleted",
    advice: "the server itself needs this namespace",
  },
  {
    text: "topologyKey: Required value",
    advice: "each term has the key of a label of nodes: topologyKey: kubernetes.io/hostname",
  },
];

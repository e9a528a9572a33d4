import { type JsonObject, text } from "../../json/value.ts";
import { type CompleteOptions, secretName } from "./options.ts";

const GROUP = "rbac.authorization.k8s.io";
const apiVersion = `${GROUP}/v1`;

/**
 * Returns the service account of the pods, and its rights: the lookups of `rbac`, and writes of the
 * certificate.
 */
export function identity(options: CompleteOptions): JsonObject[] {
  const { name, namespace, rbac = [] } = options;
  const labels = { "app.kubernetes.io/name": name };
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace, labels } };
  const subjects = [{ kind: "ServiceAccount", name, namespace }];
  const own = options.certificate === "own";
  const rules = [...rbac, ...(own ? [registered(name)] : [])];
  return [
    account,
    ...(own ? granted("Role", { name, namespace }, [keptSecret(options)], subjects) : []),
    ...(rules.length === 0 ? [] : granted("ClusterRole", { name }, rules, subjects)),
  ];
}

/** Returns a role and its binding. */
const granted = (
  kind: string,
  metadata: JsonObject,
  rules: JsonObject[],
  subjects: JsonObject[],
): JsonObject[] => [
  { apiVersion, kind, metadata, rules },
  {
    apiVersion,
    kind: `${kind}Binding`,
    metadata,
    roleRef: { apiGroup: GROUP, kind, name: text(metadata.name) },
    subjects,
  },
];

const keptSecret = (options: CompleteOptions): JsonObject => ({
  apiGroups: [""],
  resources: ["secrets"],
  resourceNames: [secretName(options)],
  verbs: ["get", "update"],
});

/** Returns the rule for the webhooks' own configurations, into which they write the certificate authority. */
const registered = (name: string): JsonObject => ({
  apiGroups: ["admissionregistration.k8s.io"],
  resources: ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"],
  resourceNames: [name],
  verbs: ["get", "patch"],
});

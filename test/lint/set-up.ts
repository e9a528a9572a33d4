import type { JsonObject } from "../../src/json/value.ts";

/** One case of the corpus, in few words. */
export interface SetUp {
  readonly name: string;
  /** The mistake in plain words, as the people found it who had the problem. */
  readonly because?: string;
  /** Webhooks. Missing fields are added, so that they are valid. */
  readonly validating?: readonly JsonObject[];
  readonly mutating?: readonly JsonObject[];
  readonly annotations?: JsonObject;
  /** `spec` of policies, with `rules` instead of matchConstraints. */
  readonly policy?: JsonObject;
  readonly mutatingPolicy?: JsonObject;
  readonly binding?: JsonObject;
  /** Definitions in the group example.com. */
  readonly crd?: readonly { plural: string; versions: string[]; unserved?: string[] }[];
  /** A webhook at the Service a in b, with this caBundle. */
  readonly bundle?: string;
  /** The certificate in the Secret of its pods. */
  readonly serving?: string;
  readonly more?: readonly JsonObject[];
  /** The rules of all findings. */
  readonly finds: readonly string[];
  readonly at?: string;
}

const ADMISSION = "admissionregistration.k8s.io/v1";
const RULE = {
  apiGroups: ["apps"],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["deployments"],
};

/** The manifests of a case, as one text. */
export function manifestsOf(setUp: SetUp): string {
  const {
    validating = [],
    mutating = [],
    bundle,
    serving,
    policy,
    mutatingPolicy,
    binding,
    crd = [],
  } = setUp;
  const service = { service: { namespace: "b", name: "a" } };
  const called =
    bundle === undefined
      ? []
      : [
          {
            rules: [{ apiGroups: ["batch"], resources: ["jobs"] }],
            clientConfig: { ...service, ...(bundle && { caBundle: bundle }) },
          },
        ];
  const objects = [
    ...crd.map(definition),
    ...configuration("ValidatingWebhookConfiguration", [...validating, ...called], setUp),
    ...configuration("MutatingWebhookConfiguration", mutating, setUp),
    ...(policy === undefined ? [] : [policyOf("ValidatingAdmissionPolicy", policy)]),
    ...(mutatingPolicy === undefined ? [] : [policyOf("MutatingAdmissionPolicy", mutatingPolicy)]),
    ...(binding === undefined ? [] : [bindingOf(binding)]),
    ...(serving === undefined ? [] : servedBy(serving)),
    ...(setUp.more ?? []),
  ];
  return objects.map((object) => JSON.stringify(object)).join("\n---\n");
}

function configuration(
  kind: string,
  hooks: readonly JsonObject[],
  { annotations = {} }: SetUp,
): JsonObject[] {
  if (hooks.length === 0) return [];
  const webhooks = hooks.map(({ rules, ...hook }, i) => ({
    name: `hook-${i}.example.com`,
    clientConfig: { url: "https://hooks.example.com/" },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    ...hook,
    rules: rulesOf(rules),
  }));
  return [{ apiVersion: ADMISSION, kind, metadata: { name: "hooks", annotations }, webhooks }];
}

const rulesOf = (rules: JsonObject[string] | undefined): JsonObject[] =>
  (Array.isArray(rules) ? rules : [{}]).map((rule) => ({ ...RULE, ...(rule as JsonObject) }));

function policyOf(kind: string, { rules, ...spec }: JsonObject): JsonObject {
  const validations = [{ expression: "!has(object.metadata.labels)" }];
  return {
    apiVersion: ADMISSION,
    kind,
    metadata: { name: "owners" },
    spec: {
      matchConstraints: { resourceRules: rulesOf(rules) },
      ...(kind.startsWith("Validating") && { validations }),
      ...spec,
    },
  };
}

const bindingOf = (spec: JsonObject): JsonObject => ({
  apiVersion: ADMISSION,
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name: "owners" },
  spec: { policyName: "owners", validationActions: ["Deny"], ...spec },
});

function definition({ plural, versions, unserved = [] }: NonNullable<SetUp["crd"]>[number]): JsonObject {
  const version = (name: string, served: boolean): JsonObject => ({
    name,
    served,
    storage: name === versions[0],
    schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    subresources: { status: {} },
  });
  const singular = plural.slice(0, -1);
  const kind = `${singular.slice(0, 1).toUpperCase()}${singular.slice(1)}`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural, singular, kind },
      versions: [...versions.map((one) => version(one, true)), ...unserved.map((one) => version(one, false))],
    },
  };
}

function servedBy(certificate: string): JsonObject[] {
  const metadata = { name: "a", namespace: "b" };
  const labels = { app: "a" };
  const spec = {
    containers: [{ name: "a", image: "a" }],
    volumes: [{ name: "tls", secret: { secretName: "a" } }],
  };
  return [
    { apiVersion: "v1", kind: "Service", metadata, spec: { selector: labels, ports: [{ port: 443 }] } },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata,
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    },
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata,
      type: "kubernetes.io/tls",
      data: { "tls.crt": certificate, "tls.key": "a2V5" },
    },
  ];
}

import type { JsonObject } from "../../../src/json/value.ts";

/** A product: a Service, a workload behind it, and webhooks that it answers for. */
export interface Product {
  readonly name: string;
  readonly kind?: "Deployment" | "StatefulSet" | "DaemonSet";
  /** Labels of its namespace, which has its name. */
  readonly namespaceLabels?: JsonObject;
  /** Webhooks with `resource` in short form, `pods` or `deployments.apps`; all other members as in a configuration. */
  readonly hooks?: readonly Hook[];
  readonly mutating?: boolean;
  readonly secret?: "applied" | "certificate";
  readonly configMap?: boolean;
  readonly image?: string;
}

export interface Hook {
  readonly resource: string;
  readonly operations?: readonly string[];
  readonly [field: string]: unknown;
}

export interface Case {
  readonly name: string;
  readonly products: readonly Product[];
  /** The rules that find something; empty: the set-up is sound. */
  readonly finds: readonly string[];
}

const not = (...namespaces: string[]) => ({
  namespaceSelector: {
    matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: namespaces }],
  },
});
const a = (hook: Hook, more: Partial<Product> = {}): Product => ({ name: "a", hooks: [hook], ...more });

const CERT_MANAGER: Product = {
  name: "cert-manager",
  image: "registry.example.com/cert-manager-controller:v1",
  hooks: [{ resource: "certificates.cert-manager.io", ...not("cert-manager") }],
};

export const PLANTED: readonly Case[] = [
  { name: "all pods", products: [a({ resource: "pods" })], finds: ["blocks-own-pods"] },
  { name: "everything", products: [a({ resource: "*.*", operations: ["*"] })], finds: ["blocks-own-pods"] },
  {
    name: "pods of a StatefulSet",
    products: [a({ resource: "pods" }, { kind: "StatefulSet" })],
    finds: ["blocks-own-pods"],
  },
  {
    name: "pods of a DaemonSet",
    products: [a({ resource: "pods" }, { kind: "DaemonSet", mutating: true })],
    finds: ["blocks-own-pods"],
  },
  { name: "bindings", products: [a({ resource: "pods/binding" })], finds: ["blocks-own-pods"] },
  { name: "tokens", products: [a({ resource: "serviceaccounts/token" })], finds: ["blocks-own-pods"] },
  {
    name: "tokens of controllers",
    products: [a({ resource: "serviceaccounts/token", ...not("a") })],
    finds: ["blocks-own-pods"],
  },
  {
    name: "status of pods",
    products: [a({ resource: "pods/status", operations: ["UPDATE"] })],
    finds: ["blocks-own-pods"],
  },
  {
    name: "where pods are",
    products: [a({ resource: "endpointslices.discovery.k8s.io", operations: ["CREATE", "UPDATE"] })],
    finds: ["blocks-own-pods"],
  },
  {
    name: "leases of the cluster itself",
    products: [a({ resource: "leases.coordination.k8s.io", operations: ["CREATE", "UPDATE"], ...not("a") })],
    finds: ["blocks-own-pods"],
  },
  {
    name: "a label of the namespace that its own has, too",
    products: [
      a(
        { resource: "pods", namespaceSelector: { matchLabels: { team: "core" } } },
        { namespaceLabels: { team: "core" } },
      ),
    ],
    finds: ["blocks-own-pods"],
  },
  {
    name: "a label of pods that its own have, too",
    products: [
      a(
        { resource: "pods", objectSelector: { matchExpressions: [{ key: "app", operator: "Exists" }] } },
        { mutating: true },
      ),
    ],
    finds: ["blocks-own-pods"],
  },
  {
    name: "two that leave out only themselves",
    products: [
      { name: "a", hooks: [{ resource: "pods", ...not("a") }] },
      { name: "b", hooks: [{ resource: "pods", ...not("b") }], mutating: true },
    ],
    finds: ["wait-for-each-other"],
  },
  {
    name: "three in a circle, by several resources",
    products: [
      { name: "a", hooks: [{ resource: "pods", ...not("a", "b") }] },
      { name: "b", hooks: [{ resource: "pods/binding", ...not("b", "c") }] },
      { name: "c", hooks: [{ resource: "serviceaccounts/token", ...not("c", "a", "kube-system") }] },
    ],
    finds: ["wait-for-each-other"],
  },
  {
    name: "a fourth that waits behind two",
    products: [
      { name: "a", hooks: [{ resource: "pods", ...not("a") }] },
      { name: "b", hooks: [{ resource: "pods", ...not("b") }] },
      { name: "d", hooks: [{ resource: "secrets" }] },
    ],
    finds: ["wait-for-each-other"],
  },
  { name: "its Deployment", products: [a({ resource: "deployments.apps" })], finds: ["cannot-start"] },
  { name: "its ReplicaSet", products: [a({ resource: "replicasets.apps" })], finds: ["cannot-start"] },
  {
    name: "its Secret",
    products: [a({ resource: "secrets" }, { secret: "applied" })],
    finds: ["cannot-start"],
  },
  {
    name: "its ConfigMap",
    products: [a({ resource: "configmaps" }, { configMap: true })],
    finds: ["cannot-start"],
  },
  { name: "its Service", products: [a({ resource: "services" })], finds: ["cannot-start"] },
  { name: "its namespace", products: [a({ resource: "namespaces" })], finds: ["cannot-start"] },
  { name: "nodes", products: [a({ resource: "nodes" })], finds: ["cannot-start"] },
  {
    name: "a certificate, whose maker needs pods",
    products: [a({ resource: "pods", ...not("a") }, { secret: "certificate" }), CERT_MANAGER],
    finds: ["cannot-start"],
  },
];

export const SOUND: readonly Case[] = [
  { name: "leaves its own namespace alone", products: [a({ resource: "pods", ...not("a") })], finds: [] },
  {
    name: "leaves its own tokens and those of controllers alone",
    products: [a({ resource: "serviceaccounts/token", ...not("a", "kube-system") })],
    finds: [],
  },
  { name: "does not insist", products: [a({ resource: "*.*", failurePolicy: "Ignore" })], finds: [] },
  {
    name: "asks only about labels that its pods do not have",
    products: [a({ resource: "pods", objectSelector: { matchLabels: { inject: "yes" } } })],
    finds: [],
  },
  {
    name: "asks only about deletions",
    products: [a({ resource: "pods", operations: ["DELETE"] })],
    finds: [],
  },
  {
    name: "leaves controllers alone",
    products: [
      a({
        resource: "pods",
        matchConditions: [
          {
            name: "people",
            expression: "!('system:serviceaccounts:kube-system' in request.userInfo.groups)",
          },
        ],
      }),
    ],
    finds: [],
  },
  {
    name: "one needs the other, and not the other way round",
    products: [
      { name: "a", hooks: [{ resource: "pods", ...not("a") }] },
      { name: "b", hooks: [{ resource: "configmaps" }], secret: "applied" },
    ],
    finds: [],
  },
  {
    name: "a certificate, whose maker needs nobody",
    products: [a({ resource: "pods", ...not("a", "cert-manager") }, { secret: "certificate" }), CERT_MANAGER],
    finds: [],
  },
];

/** The manifests: configurations last. */
export function manifestsOf({ products }: Case): JsonObject[] {
  return [...definitions(), ...products.flatMap(objectsOf), ...products.map(configurationOf)];
}

function objectsOf(product: Product): JsonObject[] {
  const { name, namespaceLabels = {}, secret, configMap } = product;
  const metadata = { name, namespace: name };
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: namespaceLabels } },
    ...(secret === "applied" ? [{ apiVersion: "v1", kind: "Secret", metadata }] : []),
    ...(secret === "certificate"
      ? [
          {
            apiVersion: "cert-manager.io/v1",
            kind: "Certificate",
            metadata,
            spec: { secretName: name, issuerRef: { name } },
          },
        ]
      : []),
    ...(configMap === true ? [{ apiVersion: "v1", kind: "ConfigMap", metadata }] : []),
    {
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: { selector: { app: name }, ports: [{ port: 443 }] },
    },
    workloadOf(product),
  ];
}

function workloadOf({
  name,
  kind = "Deployment",
  secret,
  configMap,
  image = "registry.example.com/hook",
}: Product): JsonObject {
  const volumes = [
    ...(secret === undefined ? [] : [{ name: "tls", secret: { secretName: name } }]),
    ...(configMap === true ? [{ name: "settings", configMap: { name } }] : []),
  ];
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name, namespace: name },
    spec: {
      ...(kind === "StatefulSet" && { serviceName: name }),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: "hook", image }], volumes },
      },
    },
  };
}

function configurationOf({ name, hooks = [], mutating = false }: Product): JsonObject {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${mutating ? "Mutating" : "Validating"}WebhookConfiguration`,
    metadata: { name },
    webhooks: hooks.map(({ resource, operations = ["CREATE"], ...rest }, index) => {
      const [resources = "", ...group] = resource.split(".");
      return {
        name: `h${index}.${name}.example.com`,
        clientConfig: { service: { namespace: name, name } },
        rules: [
          {
            apiGroups: [group.join(".")],
            apiVersions: ["*"],
            operations,
            resources: [resources === "*" ? "*/*" : resources],
          },
        ],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        ...rest,
      };
    }) as unknown as JsonObject[],
  };
}

/** Those of cert-manager, as far as it matters. */
function definitions(): JsonObject[] {
  return ["Certificate", "CertificateRequest"].map((kind) => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${kind.toLowerCase()}s.cert-manager.io` },
    spec: {
      group: "cert-manager.io",
      scope: "Namespaced",
      names: { kind, plural: `${kind.toLowerCase()}s` },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  }));
}

import { expect, test } from "vitest";
import { parseManifests } from "../../explain/offline/manifests.ts";
import { callFindings } from "./call-findings.ts";

/** A webhook with a Service of its own, whose selector is nearly that of its pods. */
const parts = (name: string, selector = `hook-${name}`) => `
apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: hooks }
spec: { selector: { app: ${selector} }, ports: [{ port: 443, targetPort: 8443 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: hooks }
spec:
  selector: { matchLabels: { app: hook-${name} } }
  template:
    metadata: { labels: { app: hook-${name} } }
    spec: { containers: [{ name: c, image: "${name}:1", ports: [{ containerPort: 8443 }] }] }
`;
const configuration = (services: readonly string[], name = "hooks") => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: ${name} }
webhooks:
${services.map((service, index) => `  - { name: ${service}-${index}.example.com, admissionReviewVersions: [v1], sideEffects: None, clientConfig: { service: { name: ${service}, namespace: hooks } } }`).join("\n")}
`;
const CLOSED = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: hooks }
spec: { podSelector: {}, policyTypes: [Ingress], ingress: [{ ports: [{ port: 9443 }] }] }
`;

/** The findings about the call of a webhook of `ValidatingWebhookConfiguration/hooks`. */
async function found(texts: readonly string[], webhook: string, told: string, of = "hooks") {
  const findingsOf = await callFindings(await parseManifests(texts.join("---"), "a.yaml"), 0);
  return findingsOf({ of: `ValidatingWebhookConfiguration/${of}`, webhook, told });
}
const short = ({ rule, object: { kind, name } }: Awaited<ReturnType<typeof found>>[number]): string =>
  `${rule}: ${kind}/${name}`;
const REFUSED = "connect: connection refused";
const UNTRUSTED = "x509: certificate signed by unknown authority";

test("nothing about the Service of another webhook, of the same configuration or of another one", async () => {
  const texts = [
    parts("alpha", "hook-alphas"),
    parts("gamma", "hook-gammas"),
    configuration(["alpha", "gamma"]),
  ];
  expect((await found(texts, "alpha-0.example.com", REFUSED)).map(short)).toEqual([
    "selects-nothing: Service/alpha",
  ]);
  expect((await found(texts, "gamma-1.example.com", REFUSED)).map(short)).toEqual([
    "selects-nothing: Service/gamma",
  ]);
  const others = [...texts.slice(0, 2), configuration(["alpha"]), configuration(["gamma"], "others")];
  expect((await found(others, "gamma-0.example.com", REFUSED, "others")).map(short)).toEqual([
    "selects-nothing: Service/gamma",
  ]);
});

test("a NetworkPolicy in front of two Services is told for each in its own words", async () => {
  const texts = [parts("alpha"), parts("gamma"), configuration(["alpha", "gamma"]), CLOSED];
  for (const webhook of ["alpha-0.example.com", "gamma-1.example.com"]) {
    const findings = await found(texts, webhook, "context deadline exceeded");
    expect(findings.map(short)).toEqual(["closed-port: NetworkPolicy/closed"]);
    expect(findings[0]?.message).toContain(`of ${webhook}, to which Service ${webhook.slice(0, 5)} forwards`);
  }
});

test("webhooks with one Service: its problem is told once", async () => {
  const texts = [parts("alpha", "hook-alphas"), configuration(["alpha", "alpha", "alpha"])];
  expect((await found(texts, "alpha-1.example.com", REFUSED)).map(short)).toEqual([
    "selects-nothing: Service/alpha",
  ]);
});

test("certificates for errors of certificates only, and none of other namespaces", async () => {
  const certificate = (namespace: string) => `
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: { name: serving, namespace: ${namespace} }
spec: { secretName: serving, dnsNames: [a], issuerRef: { name: own } }
`;
  const issuer = "\napiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: { name: own, namespace: far }\n";
  const texts = [parts("alpha"), configuration(["alpha"]), issuer];
  const webhook = "alpha-0.example.com";
  const expected = ["certificate-elsewhere: Certificate/serving"];
  expect((await found([...texts, certificate("hooks")], webhook, UNTRUSTED)).map(short)).toEqual(expected);
  expect(await found([...texts, certificate("hooks")], webhook, REFUSED)).toEqual([]);
  expect(await found([...texts, certificate("shop")], webhook, UNTRUSTED)).toEqual([]);
});

test("the Service of a conversion", async () => {
  const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  names: { plural: boats, kind: Boat }
  scope: Namespaced
  conversion: { strategy: Webhook, webhook: { clientConfig: { service: { name: alpha, namespace: hooks } } } }
  versions: []
`;
  const manifests = await parseManifests([parts("alpha", "hook-alphas"), definition].join("---"), "a.yaml");
  const findingsOf = await callFindings(manifests, 0);
  const call = { of: "CustomResourceDefinition/boats.example.com", webhook: "", told: REFUSED };
  expect(findingsOf(call).map(short)).toEqual(["selects-nothing: Service/alpha"]);
});

test("nothing about a webhook that the manifests do not have", async () => {
  const texts = [parts("alpha", "hook-alphas"), configuration(["alpha"])];
  expect(await found(texts, "unknown.example.com", REFUSED)).toEqual([]);
});

test.each<[string, string, string, string[]]>([
  [
    "without replicas",
    "spec:\n  selector",
    "spec:\n  replicas: 0\n  selector",
    ["selects-nothing: Deployment/alpha"],
  ],
  [
    "gone",
    "name: alpha, namespace: hooks }\nspec:\n  sel",
    "name: alpha, namespace: shop }\nspec:\n  sel",
    ["selects-nothing: ValidatingWebhookConfiguration/hooks"],
  ],
  [
    "in a namespace that is not told",
    "name: alpha, namespace: hooks }\nspec:\n  sel",
    "name: beta }\nspec:\n  sel",
    [],
  ],
  ["as it should be", "", "", []],
])("the pods of a webhook whose call failed: %s", async (_, from, to, findings) => {
  const texts = [parts("alpha").replace(from, to), configuration(["alpha"])];
  expect((await found(texts, "alpha-0.example.com", REFUSED)).map(short)).toEqual(findings);
});

test("a workload without replicas beside one with replicas is no finding", async () => {
  const second = (parts("alpha").split("---")[1] ?? "").replace("alpha, name", "old, name");
  const texts = [
    parts("alpha"),
    second.replace("spec:\n", "spec:\n  replicas: 0\n"),
    configuration(["alpha"]),
  ];
  expect(await found(texts, "alpha-0.example.com", REFUSED)).toEqual([]);
});

const FAR = parts("beta").split("---")[1]?.replace("namespace: hooks", "namespace: shop") ?? "";
const POD = `
apiVersion: v1
kind: Pod
metadata: { name: alpha, namespace: hooks, labels: { app: hook-alpha } }
spec: { containers: [{ name: c, image: a }] }`;
const ROLLOUT = `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: alpha, namespace: hooks }
spec: { `;
const SLICE = `
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: alpha-1, namespace: hooks, labels: { kubernetes.io/service-name: alpha } }
addressType: IPv4
endpoints: [{ addresses: [10.0.0.1] }]`;
const SCALER = `
apiVersion: http.keda.sh/v1alpha1
kind: HTTPScaledObject
metadata: { name: alpha, namespace: hooks }
spec: { scaleTargetRef: { name: alpha } }`;
const REPLICA_SET = `
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: alpha, namespace: hooks }
spec: { replicas: 1, template: { metadata: { labels: { app: other } } } }`;
const TEMPLATE = "template: { metadata: { labels: { app: hook-alpha } } } }";

test.each<[string, string]>([
  ["a pod", POD],
  ["a Rollout", `${ROLLOUT}${TEMPLATE}`],
  ["a Rollout with the workload", `${ROLLOUT}workloadRef: { kind: Deployment, name: alpha } }`],
  ["written endpoints", SLICE],
  ["an autoscaler of HTTP", SCALER],
])("a workload without replicas may have pods: %s", async (_, other) => {
  const stopped = parts("alpha").replace("spec:\n", "spec:\n  replicas: 0\n");
  expect(
    await found([stopped, `${other}\n`, configuration(["alpha"])], "alpha-0.example.com", REFUSED),
  ).toEqual([]);
});

test.each<[string, string, string?]>([
  ["a pod", POD],
  ["a Rollout", `${ROLLOUT}${TEMPLATE}`],
  ["written endpoints", SLICE],
  ["another workload in its namespace", REPLICA_SET],
  ["a Service without a selector", FAR, "selector: {}"],
  ["a Service with another name", FAR, "type: ExternalName, externalName: a, selector: { app: hook-alpha }"],
])(
  "a program without a workload may be there: %s",
  async (_, other, spec = "selector: { app: hook-alpha }") => {
    const [service = ""] = parts("alpha").split("---");
    const texts = [service.replace(/selector: \{.*?\}/, spec), FAR, `${other}\n`, configuration(["alpha"])];
    expect(await found(texts, "alpha-0.example.com", REFUSED)).toEqual([]);
  },
);

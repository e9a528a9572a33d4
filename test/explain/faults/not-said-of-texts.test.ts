import { expect, test } from "vitest";
import { explainMessage } from "../../../src/explain/message/explain-message.ts";
import { parseManifests } from "../../../src/explain/offline/manifests.ts";

const saidOf = async (told: string, manifests: string): Promise<string> =>
  explainMessage(told, await parseManifests(manifests, "a.yaml"))
    .map(({ cause }) => cause.message)
    .join("\n");

const amount = (name: string, containers: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec: { template: { spec: { ${containers} } } }`;
const LARGE = "[{ name: a, resources: { limits: { memory: 2Gi } } }]";
const RANGE =
  'pods "web-5d4f8c7b9-abcde" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi';

const NO_ENDPOINTS =
  'failed calling webhook "a.b.c": failed to call webhook: Post "https://seats.hall.svc:443/": no endpoints available for service "seats"';
const seats = (node: string, inPod: string): string => `
${node}
---
apiVersion: v1
kind: Service
metadata: { name: seats, namespace: hall }
spec: { selector: { app: seats }, ports: [{ port: 443 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: seats, namespace: hall }
spec: { template: { metadata: { labels: { app: seats } }, spec: { containers: [{ name: seats }], ${inPod} } } }`;
const NODE = "apiVersion: v1\nkind: Node\nmetadata: { name: one, labels: { pool: apps } }";

const UNMATCHED =
  'no matches for kind "Aisle" in version "constraints.gatekeeper.sh/v1beta1"; ensure CRDs are installed first';
const template = (pod: string): string => `
apiVersion: templates.gatekeeper.sh/v1
kind: ConstraintTemplate
metadata: { name: aisle, generation: 2 }
spec: { crd: { spec: { names: { kind: Aisle } } }, targets: [] }
status: { byPod: [${pod}] }`;

const applied = (head: string, more = ""): string => `
${head}
metadata:
  name: desk
  ${more}
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"metadata": {"resourceVersion": "1"}}'`;
const SERVICE = "apiVersion: v1\nkind: Service";
const NO_VERSION =
  'The Service "desk" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update';
const NO_KIND = 'error validating "a.yaml": error validating data: [apiVersion not set, kind not set]';

test.each<[string, string, string, RegExp]>([
  [
    "a workload that the pod is not of",
    RANGE,
    [amount("api", `containers: ${LARGE}`), amount("web", `containers: ${LARGE}`)].join("\n---"),
    /Deployment\/api/,
  ],
  [
    "an ephemeral container",
    RANGE,
    amount("web", `containers: [{ name: b }], ephemeralContainers: ${LARGE}`),
    /ephemeral/,
  ],
  [
    "a Node of another group",
    NO_ENDPOINTS,
    seats("apiVersion: longhorn.io/v1beta2\nkind: Node", "nodeSelector: { pool: hooks }"),
    /Node/,
  ],
  [
    "labels that the kubelet sets",
    NO_ENDPOINTS,
    seats(NODE, "nodeSelector: { kubernetes.io/os: linux }"),
    /Node/,
  ],
  ["a pod with a node", NO_ENDPOINTS, seats(NODE, "nodeName: one, nodeSelector: { pool: hooks }"), /Node/],
  ["an error without a text", UNMATCHED, template("{ errors: [{ code: a }] }"), /status says/],
  [
    "an error of an older template",
    UNMATCHED,
    template("{ observedGeneration: 1, errors: [{ message: old }] }"),
    /status says/,
  ],
  ["another kind of this name", NO_VERSION, applied("apiVersion: apps/v1\nkind: Deployment"), /which has/],
  [
    "the same name in two namespaces",
    NO_VERSION,
    [applied(SERVICE, "namespace: a"), applied(SERVICE, "namespace: b")].join("\n---"),
    /which has/,
  ],
  ["values of a chart", NO_KIND, "resources: { limits: { memory: 1Gi } }", /kustomize/],
  ["a file of compose", NO_KIND, "name: shop\nversion: '3.8'\nservices: {}", /Chart/],
  ["an empty document", NO_KIND, "{}", /a document/],
])("nothing is said of %s", async (_, told, manifests, not) => {
  const said = await saidOf(told, manifests);
  expect(said).not.toBe("");
  expect(said).not.toMatch(not);
});

test("a definition without a served version", async () => {
  const told = "the server could not find the requested resource (post seats.hall.example.org)";
  const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: seats.hall.example.org }
spec: { scope: Cluster, versions: [{ name: v1, served: false }] }`;
  expect(await saidOf(told, definition)).toContain("serves no version");
});

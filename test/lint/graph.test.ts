import { expect, test } from "vitest";
import { needsGraph } from "../../src/lint/bring-up/graph.ts";
import { dotText, mermaidText, svgText } from "../../src/lint/output/graphs.ts";
import { modelOf } from "./lint-model.ts";

const GUARD = `
apiVersion: v1
kind: Service
metadata: {name: guard, namespace: guard}
spec: {selector: {app: guard}, ports: [{port: 443}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: guard, namespace: guard}
spec:
  selector: {matchLabels: {app: guard}}
  template:
    metadata: {labels: {app: guard}}
    spec:
      serviceAccountName: guard
      containers: [{name: hook, image: registry.example.com/guard}]
      volumes: [{name: tls, secret: {secretName: tls}}]
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: serving, namespace: guard}
spec: {secretName: tls, issuerRef: {name: own}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: guard}
webhooks:
  - name: guard.example.com
    clientConfig: {service: {namespace: guard, name: guard}}
    rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
    sideEffects: None
    admissionReviewVersions: [v1]
`;

test("needsGraph leads from a webhook to what it needs, and back where it is asked about that", async () => {
  const graph = await needsGraph(await modelOf(GUARD));
  expect(graph.edges).toEqual([
    { from: "Webhook guard/guard.example.com", to: "Service guard/guard", label: "", onlyAtStart: false },
    { from: "Service guard/guard", to: "Deployment guard/guard", label: "", onlyAtStart: false },
    { from: "Deployment guard/guard", to: "ServiceAccount guard/guard", label: "", onlyAtStart: false },
    { from: "Deployment guard/guard", to: "Secret guard/tls", label: "", onlyAtStart: false },
    { from: "Secret guard/tls", to: "Certificate guard/serving", label: "", onlyAtStart: true },
    {
      from: "Deployment guard/guard",
      to: "Webhook guard/guard.example.com",
      label: "CREATE pods",
      onlyAtStart: false,
    },
  ]);
  expect([...graph.nodes.values()].filter(({ inCircle }) => inCircle).map(({ kind }) => kind)).toEqual([
    "Deployment",
    "Webhook",
    "Service",
  ]);
});

test("dotText and mermaidText draw it", async () => {
  const graph = await needsGraph(await modelOf(GUARD));
  expect(dotText(graph)).toContain(
    '  "Deployment guard/guard" -> "Webhook guard/guard.example.com" [label="CREATE pods"];\n',
  );
  expect(dotText(graph)).toContain('  "Secret guard/tls" -> "Certificate guard/serving" [style=dashed];\n');
  expect(mermaidText(graph)).toContain('  n0 -->|"CREATE pods"| n1\n');
  expect(mermaidText(graph)).toContain("  style n0,n1,n2 stroke:red,color:red\n");
});

test("mermaidText keeps the names of objects inside of their labels", () => {
  const node = { kind: "Webhook", label: 'Webhook a"]\n  click n0 href "javascript:x"', inCircle: false };
  const text = mermaidText({ nodes: new Map([["a", node]]), edges: [] } as unknown as Parameters<
    typeof mermaidText
  >[0]);
  expect(text.split("\n")).toEqual([
    "flowchart LR",
    '  n0["Webhook a#quot;]\\u000a  click n0 href #quot;javascript:x#quot;"]',
    "",
  ]);
});

test("svgText draws it: boxes beside one another, what leads back below, circles red", async () => {
  const text = svgText(await needsGraph(await modelOf(GUARD)));
  expect(text.match(/<rect x=/g)).toHaveLength(6);
  expect(text.match(/<path d="M[^"]*" fill="none"/g)).toHaveLength(6);
  expect(text.match(/rx="4" fill="#f7f7f7" stroke="#c00"/g)).toHaveLength(3);
  expect(text.match(/stroke-dasharray/g)).toHaveLength(1);
  expect(text).toContain(">CREATE pods</text>");
  // No box covers another.
  const boxes = [...text.matchAll(/<rect x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => `${x} ${y}`);
  expect(new Set(boxes).size).toBe(6);
});

test("svgText takes names for nothing but names, circles of any size, and nothing", () => {
  const node = (label: string) => ({ label, kind: "Webhook", inCircle: true });
  const name = 'Webhook a/<b>"&';
  const edges = [{ from: name, to: name, label: "<x>", onlyAtStart: false }];
  expect(svgText({ nodes: new Map([[name, node(name)]]), edges })).toContain("a/&lt;b&gt;&quot;&amp;");
  const many = Array.from({ length: 200 }, (_, index) => `Webhook a/${index}`);
  const round = many.map((from, index) => ({
    from,
    to: many[(index + 1) % many.length] ?? "",
    label: "",
    onlyAtStart: false,
  }));
  const all = svgText({ nodes: new Map(many.map((one) => [one, node(one)])), edges: round });
  expect(all.match(/<rect x=/g)).toHaveLength(200);
  expect(svgText({ nodes: new Map(), edges: [] })).toContain("</svg>");
});

test("svgText takes time for each edge once, however many ways there are", () => {
  const ids = Array.from({ length: 60 }, (_, index) => `Webhook a/${index}`);
  const nodes = new Map(ids.map((id) => [id, { label: id, kind: "Webhook", inCircle: false }]));
  const edges = ids.flatMap((from, index) =>
    ids.slice(index + 1).map((to) => ({ from, to, label: "", onlyAtStart: false })),
  );
  expect(svgText({ nodes, edges }).match(/<path d="M[^"]*" fill="none"/g)).toHaveLength((60 * 59) / 2);
});

import { expect, test } from "vitest";
import { needsGraph } from "../../src/lint/bring-up/graph.ts";
import { dotText, mermaidText } from "../../src/lint/output/graph-text.ts";
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

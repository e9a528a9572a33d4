import { expect, test } from "vitest";
import { parseManifests } from "../../explain/offline/manifests.ts";
import { explainErrors } from "./explain-errors.ts";

const manifests = await parseManifests(
  `apiVersion: v1
kind: Service
metadata: { name: hook, namespace: hooks }
spec: { ports: [{ port: 8443 }] }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hooks }
webhooks:
  - name: hooks.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: { service: { name: hook, namespace: hooks } }
`,
  "hooks.yaml",
);
const call = (webhook: string): string =>
  `failed calling webhook "${webhook}": failed to call webhook: Post "https://hook.hooks.svc:443/?timeout=10s": no service port 443 found for service "hook"`;

test("each error has its cause, and what lint finds about its call", async () => {
  const told = [
    call("hooks.example.com"),
    'admission webhook "hooks.example.com" denied the request: no',
    call("other.example.com"),
  ].join("\n");
  const errors = await explainErrors(told, manifests, 0);
  expect(errors.map(({ cause, findings }) => [cause.code, findings.map(({ rule }) => rule)])).toEqual([
    ["call-failed", ["service-port"]],
    ["denied", []],
    ["call-failed", []],
  ]);
});

test("a text without an error of an API server has none", async () => {
  expect(await explainErrors("all is well", manifests, 0)).toEqual([]);
});

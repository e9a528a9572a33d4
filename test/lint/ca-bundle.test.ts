import { expect, test } from "vitest";
import { withCertificates } from "./certificates.ts";
import { lintText } from "./lint-text.ts";

const DEFINITION = (caBundle: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: tides.sea.example.com }
spec:
  group: sea.example.com
  scope: Namespaced
  names: { plural: tides, singular: tide, kind: Tide }
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: { service: { namespace: sea, name: convert }, caBundle: ${caBundle} }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;
const WEBHOOK = (caBundle: string): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: tides }
webhooks:
  - name: tides.example.com
    clientConfig: { service: { namespace: sea, name: guard }, caBundle: ${caBundle} }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
    sideEffects: None
    admissionReviewVersions: [v1]
`;
const ROLE = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: sea }
rules: [{ apiGroups: [admissionregistration.k8s.io], resources: [validatingwebhookconfigurations], verbs: [patch] }]
`;

const found = async (text: string): Promise<string[]> =>
  (await lintText(text)).findings.filter(({ rule }) => /^ca-bundle/.test(rule)).map(({ rule }) => rule);

// A line feed, spaces, and a text that is not PEM, in base64.
test.each(["Cg==", "ICAg", "cGxhY2Vob2xkZXI="])(
  "a caBundle of %s is there, and unreadable",
  async (bundle) => {
    expect(await found(DEFINITION(bundle))).toEqual(["ca-bundle-unreadable"]);
    expect(await found(WEBHOOK(bundle))).toEqual(["ca-bundle-unreadable"]);
  },
);

test("a blank caBundle may be replaced by a program that has the right to do it", async () => {
  expect(await found(WEBHOOK("Cg==") + ROLE)).toEqual([]);
});

test("an empty caBundle is missing", async () => {
  expect(await found(WEBHOOK('""'))).toEqual(["ca-bundle-missing"]);
});

test("a Certificate that is missing is only a hint for a conversion webhook that is never called", async () => {
  const certificate =
    "---\napiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: { name: guards, namespace: sea }\nspec: { secretName: guard }\n";
  const one = DEFINITION('""').replace(
    "name: tides.sea.example.com",
    "name: tides.sea.example.com, annotations: { cert-manager.io/inject-ca-from: sea/guard }",
  );
  const two = one.replace(
    "versions: [",
    "versions: [{ name: v2, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }, ",
  );
  const severities = async (text: string): Promise<string[]> =>
    (await lintText(text + certificate)).findings
      .filter(({ rule }) => rule === "injector-source")
      .map(({ severity }) => severity);
  expect(await severities(one)).toEqual(["info"]);
  expect(await severities(two)).toEqual(["error"]);
});

test("the certificate of the server as a bundle is a finding, unless a Secret beside it has the same one", async () => {
  const bundle = await withCertificates("<certificate for guard.sea.svc>");
  const secret = (crt: string): string =>
    `---\napiVersion: v1\nkind: Secret\nmetadata: { name: served, namespace: sea }\ndata: { tls.crt: ${crt} }\n`;
  expect(await found(WEBHOOK(bundle))).toEqual(["ca-bundle-not-ca"]);
  expect(await found(WEBHOOK(bundle) + secret("<certificate for guard.sea.svc>"))).toEqual([
    "ca-bundle-not-ca",
  ]);
  expect(await found(WEBHOOK(bundle) + secret(bundle))).toEqual([]);
});

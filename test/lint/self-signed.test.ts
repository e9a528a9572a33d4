import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

interface Given {
  /** Text in the caBundle, as base64. */
  readonly bundle: string;
  /** Members of the Secret. */
  readonly secret?: string;
  readonly more?: string;
}

const manifests = ({ bundle, secret = "", more = "" }: Given): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hook }
webhooks:
  - name: hook.example.com
    clientConfig: { service: { namespace: b, name: a }, caBundle: ${bundle} }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps] }]
    sideEffects: None
    admissionReviewVersions: [v1]
---
apiVersion: v1
kind: Service
metadata: { namespace: b, name: a }
spec: { selector: { app: a }, ports: [{ port: 443 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { namespace: b, name: a }
spec:
  selector: { matchLabels: { app: a } }
  template:
    metadata: { labels: { app: a } }
    spec: { containers: [{ name: a, image: a }], volumes: [{ name: tls, secret: { secretName: tls } }] }
---
apiVersion: v1
kind: Secret
metadata: { namespace: b, name: tls }
${secret}
${more}`;

const found = async (text: string): Promise<string[]> =>
  (await lintText(text)).findings
    .filter(({ rule }) => /^(?:ca-bundle|certificate|invalid|unreadable)/.test(rule))
    .map(({ rule, object, path }) => `${rule} ${object.kind.replace(/[a-z]/g, "")} ${path}`);

const twice = (bundle: string): Given => ({ bundle, secret: `data: { tls.crt: ${bundle} }` });

test.each<[string, Given, string[]]>([
  ["only a common name", twice("<self-signed without a.b.svc>"), ["certificate-name S /data/tls.crt"]],
  [
    "another common name",
    twice("<self-signed without a.b.svc.cluster.local>"),
    ["certificate-name S /data/tls.crt"],
  ],
  ["another name", twice("<self-signed with a.c.svc>"), ["certificate-name S /data/tls.crt"]],
  [
    "no valid time",
    twice("<self-signed with a.b.svc since 2024>"),
    ["certificate-expired VWC /webhooks/0/clientConfig/caBundle", "certificate-expired S /data/tls.crt"],
  ],
  [
    "another authority in the bundle",
    { ...twice("<self-signed with a.b.svc>"), bundle: "<authority>" },
    ["certificate-untrusted VWC /webhooks/0/clientConfig/caBundle"],
  ],
  [
    "its own key in the Secret",
    {
      bundle: "<self-signed without a.b.svc>",
      secret: "data: { cert.pem: <self-signed without a.b.svc>, key.pem: a2V5 }",
    },
    ["certificate-name S /data/cert.pem"],
  ],
  [
    "a root beside it",
    { bundle: "<authority>", secret: "data: { ca.crt: <authority>, tls.crt: <self-signed with a.c.svc> }" },
    ["certificate-name S /data/tls.crt"],
  ],
])("a certificate with %s is found", async (_what, given, expected) => {
  expect((await found(manifests(given))).sort()).toEqual([...expected].sort());
});

test.each<[string, Given]>([
  ["the right name", twice("<self-signed with a.b.svc>")],
  [
    "a root beside it",
    { bundle: "<authority>", secret: "data: { ca.crt: <authority>, tls.crt: <certificate for a.b.svc> }" },
  ],
  ["a name that is that of an authority", twice("<self-signed without Example_CA>")],
  ["a name that is that of an authority of a domain", twice("<self-signed without ca.example.com>")],
  ["a wildcard", twice("<self-signed with *.b.svc>")],
])("nothing is said of a certificate with %s", async (_what, given) => {
  expect(await found(manifests(given))).toEqual([]);
});

const PEM = "-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----\\n";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const CONFIGURATION = "VWC /webhooks/0/clientConfig/caBundle";
const bundleTexts: [string, string, string, RegExp][] = [
  ["spaces", '"LS0tLS1C RUdJTiBD"', `invalid-configuration ${CONFIGURATION}`, /white space.*base64 -w 0/],
  [
    "lines that YAML folds to spaces",
    '"LS0tLS1C\n      RUdJTiBD"',
    `invalid-configuration ${CONFIGURATION}`,
    /white space/,
  ],
  ["a placeholder", '"<CA_BUNDLE>"', `invalid-configuration ${CONFIGURATION}`, /placeholder/],
  ["a variable", '"$(CA_BUNDLE)"', `invalid-configuration ${CONFIGURATION}`, /placeholder/],
  ["a template", '"{{ .Values.caBundle }}"', `invalid-configuration ${CONFIGURATION}`, /placeholder/],
  ["PEM", `"${PEM}"`, `invalid-configuration ${CONFIGURATION}`, /PEM itself/],
  [
    "base64 of base64",
    base64(base64("-----BEGIN CERTIFICATE-----\nMIIB\n")),
    `ca-bundle-unreadable ${CONFIGURATION}`,
    /encoded twice/,
  ],
  ["base64 of a placeholder", base64("<CA_BUNDLE>"), `ca-bundle-unreadable ${CONFIGURATION}`, /no PEM/],
  [
    "a private key",
    base64("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"),
    `ca-bundle-unreadable ${CONFIGURATION}`,
    /PRIVATE KEY/,
  ],
  [
    "PEM in one line",
    base64("-----BEGIN CERTIFICATE----- MIIB -----END CERTIFICATE-----"),
    `ca-bundle-unreadable ${CONFIGURATION}`,
    /line breaks/,
  ],
];

test.each(bundleTexts)(
  "a caBundle with %s is explained at its field",
  async (_what, bundle, expected, told) => {
    const { findings } = await lintText(manifests({ bundle, secret: "data: {}" }));
    const [first, ...more] = findings.filter(({ rule }) => /^(?:ca-bundle|invalid)/.test(rule));
    expect(`${first?.rule} VWC ${first?.path}`).toBe(expected);
    expect(`${first?.message} ${first?.fix}`).toMatch(told);
    expect(more).toEqual([]);
  },
);

test("the second webhook of a configuration is named", async () => {
  const text = manifests({ bundle: "<authority>", secret: "data: {}" }).replace(
    "---",
    `  - name: second.example.com
    clientConfig: { service: { namespace: b, name: a }, caBundle: "@CA@" }
    sideEffects: None
    admissionReviewVersions: [v1]
---`,
  );
  expect(await found(text)).toContain("invalid-configuration VWC /webhooks/1/clientConfig/caBundle");
});

test("line feeds in base64 are allowed", async () => {
  const bundle = '"TFMwdExTMUNSVWRKVGlC\\nRFJWSlVTVVpKUTBGVVJTMHQ="';
  expect(await found(manifests({ bundle, secret: "data: {}" }))).not.toContain(
    `invalid-configuration ${CONFIGURATION}`,
  );
});

import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

interface Given {
  readonly kind?: string;
  readonly name: string;
  readonly more?: string;
  readonly failurePolicy?: string;
}

const RULES = '[{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]';

const webhook = ({ kind = "Mutating", name, more = "", failurePolicy = "Ignore" }: Given): string => `---
apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}WebhookConfiguration
metadata: {name: ${name}}
webhooks:
  - name: ${name}.example.com
    clientConfig: {service: {namespace: shop, name: hooks, path: /mutate}, caBundle: Cg==}
    rules: ${RULES}
    failurePolicy: ${failurePolicy}
    sideEffects: None
    admissionReviewVersions: [v1]
    ${more}
`;

const wants = (label: string): string => `objectSelector: {matchLabels: {${label}: "true"}}`;

async function said(rule: string, ...hooks: Given[]): Promise<{ severity: string; message: string }[]> {
  const { findings } = await lintText(hooks.map(webhook).join(""));
  return findings
    .filter((one) => one.rule === rule)
    .map(({ severity, message }) => ({
      severity,
      message: message.replace(/^it has the same address.*both/, "both"),
    }));
}

test("two webhooks of one program that each wait for a label of their own are worth a look only", async () => {
  const both = [
    { name: "one", more: wants("inject-one") },
    { name: "two", more: wants("inject-two") },
  ];
  expect(await said("asked-twice", ...both)).toEqual([
    {
      severity: "info",
      message:
        "both are called for CREATE pods with the labels inject-one=true, inject-two=true: the same program is called twice",
    },
  ]);
  expect(await said("asked-twice", { name: "one", more: wants("inject") }, { name: "two" })).toEqual([
    {
      severity: "warning",
      message:
        "both are called for CREATE pods with the labels inject=true: the same program is called twice",
    },
  ]);
});

test.each([
  [16, "three"],
  [17, "two"],
  [30, "two"],
])("a timeout of %d s is compared with the time of a write", async (seconds, many) => {
  const [found] = await said("long-timeout", { name: "one", more: `timeoutSeconds: ${seconds}` });
  expect(found?.message).toContain(`${many} such webhooks use all time of a write (34 s)`);
});

test("what ends a request is told in the words of the API server", async () => {
  const slow = { more: "timeoutSeconds: 30", failurePolicy: "Fail" };
  const [found] = await said(
    "timeouts-add-up",
    { ...slow, name: "one" },
    { ...slow, kind: "Validating", name: "two" },
  );
  expect(found?.message).toContain(
    'Post "https://hooks.shop.svc:443/mutate?timeout=4s": context deadline exceeded',
  );
});

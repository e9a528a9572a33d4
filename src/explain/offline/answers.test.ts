import { expect, test } from "vitest";
import { explained, stepsOf } from "../explained.tool.ts";
import { explanationText } from "../text/explanation-text.ts";
import { PLAIN } from "../text/paint.ts";

const object = { apiVersion: "v1", kind: "Secret", metadata: { name: "key", namespace: "bank" } };
const LATE = { transport: "timeout" };

const hooks = (kind: "Mutating" | "Validating", ...seconds: number[]): string =>
  seconds
    .map(
      (timeout, i) => `
apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}WebhookConfiguration
metadata: { name: slow${i} }
webhooks:
  - name: slow${i}.example.com
    clientConfig: { url: "https://127.0.0.1:9/" }
    failurePolicy: Ignore
    timeoutSeconds: ${timeout}
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets] }]
    sideEffects: None
    admissionReviewVersions: [v1]
`,
    )
    .join("---");
const answers = { "slow0.example.com": LATE, "slow1.example.com": LATE };
const ask = (manifests: string, timeout: string) =>
  explained({ manifests, object, answers, flags: { timeout } });

test.each([
  ["Validating", [3], "3s"],
  ["Validating", [3], "2s"],
  ["Validating", [3, 2], "3s"],
  ["Mutating", [3], "3s"],
  ["Mutating", [3, 2], "5s"],
] as const)(
  "time-outs of %s webhooks use up the time of the request: %j of %s",
  async (kind, seconds, timeout) => {
    const explanation = await ask(hooks(kind, ...seconds), timeout);
    expect(explanation.answer).toMatchObject({ code: 504, allowed: false });
    expect(explanation.end.message).toBe("refused (504) by the server: the time was over");
    const told = stepsOf("slow0.example.com", explanation)[0]?.why?.message ?? "";
    expect(told).not.toContain("let the request pass");
  },
);

test.each([
  ["Validating", [3, 3], "5s"],
  ["Mutating", [2, 2], "5s"],
] as const)(
  "time-outs of %s webhooks that leave time let it pass: %j of %s",
  async (kind, seconds, timeout) => {
    const explanation = await ask(hooks(kind, ...seconds), timeout);
    expect(explanation.answer.allowed).toBe(true);
    expect(stepsOf("slow1.example.com", explanation)[0]?.why?.message).toMatch(
      /Ignore let the request pass$/,
    );
  },
);

test("the time that a Deployment's webhook used is not missing for its pods", async () => {
  const manifests = [hooks("Validating", 20).replace("[secrets]", "[deployments, pods]")]
    .map((text) => text.replace('apiGroups: [""]', 'apiGroups: ["", apps]'))
    .join("");
  const template = {
    metadata: { labels: { app: "web" } },
    spec: { containers: [{ name: "web", image: "web" }] },
  };
  const spec = { selector: { matchLabels: { app: "web" } }, template };
  const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec };
  const { answer, pods } = await explained({ manifests, object: deployment, answers });
  expect({ web: answer.allowed, pods: pods?.allowed }).toEqual({ web: true, pods: true });
});

test("a webhook without an answer is told as assumed to allow, and one with an answer as allowed", async () => {
  const manifests = hooks("Validating", 3, 3);
  const explanation = await explained({
    manifests,
    object,
    answers: { "slow0.example.com": { allowed: true } },
  });
  const text = explanationText(explanation, PLAIN);
  expect(text).toMatch(/slow0\.example\.com \(slow0\) allowed\n/);
  expect(text).toMatch(/slow1\.example\.com \(slow1\) would be called; it is assumed to allow\n/);
});

test.each([
  ["e8677a78-aa94-4e2e-b021-8584786e1a4f", true],
  ["00000000-0000-0000-0000-000000000000", false],
  ["E8677A78-AA94-4E2E-B021-8584786E1A4F", false],
  ["request-uid", false],
  ["", false],
])("a recorded body with the uid %j", async (uid, isAllowed) => {
  const review = {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid, allowed: true },
  };
  const body = JSON.stringify(review);
  const recorded = { "slow0.example.com": { status: 200, contentType: "application/json", body } };
  const manifests = hooks("Validating", 3).replace("Ignore", "Fail");
  const { answer } = await explained({ manifests, object, answers: recorded });
  expect(answer.allowed).toBe(isAllowed);
});

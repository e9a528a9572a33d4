import { expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import { startConsole } from "../console.tool.ts";
import { problemOf } from "../manifests-in.ts";

const ADMISSION = "/apis/admissionregistration.k8s.io/v1";
const MAPS = "/api/v1/namespaces/default/configmaps";
const ALICE = { "impersonate-user": "alice", "impersonate-group": "system:masters" };

const hasName =
  (wanted: string) =>
  (rows: readonly JsonObject[]): boolean =>
    rows.some(({ name }) => name === wanted);

/** The last line of an answer: those before it have the progress. */
const answered = ({ body }: { readonly body: string }) => JSON.parse(body.trim().split("\n").at(-1) ?? "");

/** Text of a configuration with one webhook, and its mistake: a rule that names this resource. */
const configuration = (name: string, resource: string): string => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: ${name}}
webhooks:
  - name: ${name}.example.com
    clientConfig: {url: "https://127.0.0.1:1/"}
    rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [${resource}]}]
    failurePolicy: Ignore
    sideEffects: None
    admissionReviewVersions: [v1]
`;

/** Refuses ConfigMaps whose name begins with `a`. */
const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: no-a}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]}
  validations: [{expression: "!object.metadata.name.startsWith('a')"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: no-a}
spec: {policyName: no-a, validationActions: [Deny]}
`;

test("what if decides the latest requests again and says which are decided otherwise, without writing anything", async () => {
  const { api, post } = await startConsole();
  await post("/api/apply", { text: configuration("owners", "configmap") });
  await api.ask("POST", MAPS, { metadata: { name: "a" } }, ALICE);
  const denied = answered(await post("/api/what-if", { text: POLICY }));
  expect(denied.changes).toMatchObject([
    { kind: "newly-denied", name: "a", user: "alice", now: { allowed: false } },
  ]);
  const fixed = answered(await post("/api/what-if", { text: configuration("owners", "configmaps") }));
  expect(fixed.changes).toMatchObject([
    { kind: "newly-asked", name: "a", why: "now calls owners.example.com" },
  ]);
  const broken = await post("/api/what-if", { text: configuration("owners", "pods").replace("None", "All") });
  expect(broken.status).toBe(422);
  expect((await api.ask("GET", `${ADMISSION}/validatingadmissionpolicies`)).body.items).toEqual([]);
});

test("what if decides all requests that the page has been shown", async () => {
  const { api, post, stream } = await startConsole();
  const page = await stream();
  await page.until("state", ({ connection }) => connection === "open");
  const names = Array.from({ length: 50 }, (_, i) => `shown-${i}`);
  for (const name of names) await api.ask("POST", MAPS, { metadata: { name } }, ALICE);
  await page.until("rows", (rows) => rows.some(({ name }) => name === "shown-49"));
  const { requests } = answered(await post("/api/what-if", { text: configuration("owners", "pods") }));
  expect(requests).toBe(50);
});

test("Apply writes configurations and policies, and nothing else", async () => {
  const { post, api } = await startConsole();
  const secret = JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata: { name: "s" } });
  const refused = await post("/api/apply", { text: secret });
  expect(refused.status).toBe(400);
  expect(refused.body).toContain("configurations and policies of admission only");
  const other = `apiVersion: admissionregistration.k8s.io/v1\nkind: ../../../api/v1/secrets\nmetadata: {name: x}`;
  expect((await post("/api/apply", { text: other })).status).toBe(400);
  expect((await post("/api/apply", { text: configuration("owners", "pods") })).status).toBe(200);
  const there = `${ADMISSION}/validatingwebhookconfigurations/owners`;
  expect((await api.ask("GET", there)).status).toBe(200);
  expect(
    (await post("/api/apply", { text: configuration("owners", "configmaps"), dryRun: true })).status,
  ).toBe(200);
  expect(JSON.stringify((await api.ask("GET", there)).body)).toContain('"pods"');
  const stale = { "ValidatingWebhookConfiguration/owners": "1" };
  const overtaken = await post("/api/apply", { text: configuration("owners", "pods"), versions: stale });
  expect(overtaken.status).toBe(409);
  expect(overtaken.body).toContain("modified");
  const broken = await post("/api/apply", {
    text: configuration("owners", "pods").replace("sideEffects: None", "sideEffects: All"),
  });
  expect(broken.status).toBe(409);
  expect(JSON.parse(broken.body).problems).toEqual([
    { line: 9, message: expect.stringContaining("webhooks[0].sideEffects: Unsupported value") },
  ]);
  const misspelt = configuration("owners", "pods").replace("failurePolicy", "failurPolicy");
  expect(JSON.parse((await post("/api/apply", { text: misspelt })).body).problems).toEqual([
    { line: 8, message: expect.stringContaining('unknown field "webhooks[0].failurPolicy"') },
  ]);
});

test("what if counts all changes, and lists the first ones of each kind", async () => {
  const { api, post, stream } = await startConsole();
  const page = await stream();
  await page.until("state", ({ connection }) => connection === "open");
  for (let i = 0; i < 130; i++) await api.ask("POST", MAPS, { metadata: { name: `a${i}` } }, ALICE);
  await api.ask("POST", MAPS, { metadata: { name: "b" } }, ALICE);
  await page.until("rows", (rows) => rows.some(({ name }) => name === "b"));
  const lines = (await post("/api/what-if", { text: POLICY })).body.trim().split("\n");
  const answer = JSON.parse(lines.at(-1) ?? "");
  expect(answer).toMatchObject({ total: 131, requests: 131, changed: { "newly-denied": 130 }, ended: false });
  expect(answer.changes).toHaveLength(100);
  for (const line of lines.slice(0, -1)) expect(JSON.parse(line).progress.total).toBe(131);
});

test("what if lists equal requests in one row with their number", async () => {
  const { api, post, stream } = await startConsole();
  const page = await stream();
  await page.until("state", ({ connection }) => connection === "open");
  const create = (metadata: JsonObject) => api.ask("POST", MAPS, { metadata }, ALICE);
  for (let i = 0; i < 5; i++) await create({ generateName: "a-" });
  await create({ name: "a" });
  await page.until("rows", hasName("a"));
  const { changed, changes } = answered(await post("/api/what-if", { text: POLICY }));
  expect(changed).toEqual({ "newly-denied": 6 });
  expect(changes).toMatchObject([
    { name: "a-…", user: "alice", count: 5 },
    { name: "a", user: "alice", count: 1 },
  ]);
});

test.each([
  [POLICY.replace("!object", "!!object.nothing("), 6, "Syntax error"],
  [POLICY.replace("metadata: {name: no-a}", "metadata: {name: no-a"), 3, "yaml"],
  [POLICY.replace("kind: ValidatingAdmissionPolicy\n", "kind: Secret\n"), 2, "of admission only"],
])("what if names the line of a problem (%#)", async (text, line, message) => {
  const { post } = await startConsole();
  const { status, body } = await post("/api/what-if", { text });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(JSON.parse(body).problems).toEqual([{ line, message: expect.stringContaining(message) }]);
});

test("what if names the line of a field that the server drops", async () => {
  const { post } = await startConsole();
  const text = configuration("owners", "pods").replace("failurePolicy", "failurPolicy");
  const { problems } = answered(await post("/api/what-if", { text }));
  expect(problems).toEqual([{ line: 8, message: expect.stringContaining("failurPolicy") }]);
});

test("Undo restores changed objects and deletes new ones, unless they were written since", async () => {
  const { api, post } = await startConsole();
  const place = `${ADMISSION}/validatingwebhookconfigurations/owners`;
  const write = async (text: string) => JSON.parse((await post("/api/apply", { text })).body);
  const created = await write(configuration("owners", "pods"));
  expect(created.applied).toMatchObject([{ created: true, before: null }]);
  const changed = await write(configuration("owners", "configmaps"));
  expect(changed.applied).toMatchObject([
    { created: false, after: { kind: "ValidatingWebhookConfiguration" } },
  ]);
  // The first write is no longer the newest one.
  expect((await post("/api/undo", created)).status).toBe(409);
  expect((await post("/api/undo", changed)).status).toBe(200);
  const { body } = await api.ask("GET", place);
  expect(body.webhooks).toMatchObject([{ rules: [{ resources: ["pods"] }] }]);
  const policy = await write(POLICY);
  expect((await post("/api/undo", policy)).status).toBe(200);
  expect((await api.ask("GET", `${ADMISSION}/validatingadmissionpolicies`)).body.items).toEqual([]);
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" } };
  expect((await post("/api/undo", { applied: [{ before: null, after: secret }] })).status).toBe(400);
});

test("a name that YAML reads as a boolean is told apart from a missing one", () => {
  const policy = { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingAdmissionPolicy" };
  expect(problemOf({ ...policy, metadata: { name: false } })).toContain("metadata.name is not a text");
  expect(problemOf(policy)).toContain("it has no name");
});

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { parseYaml } from "../../go-yaml/read-yaml.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";
import { openRecording } from "../../recording/read-recording.ts";
import { explain } from "../explain/explain.ts";
import type { ExplainFlags } from "../explain/explain-flags.ts";
import { record } from "../record/record.ts";
import { type ShadowFlags, shadowWebhook } from "./shadow-webhook.ts";

const HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const MAPS = "/api/v1/namespaces/default/configmaps";
const SECRET = "swordfish-in-a-review";

const NEW = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: no-a }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps, secrets] }
  validations:
    - expression: "!('a' in object.?data.orValue({}))"
      messageExpression: "'not ' + object.data.a"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: no-a }
spec: { policyName: no-a, validationActions: [Deny] }
`;

const folder = folderForTests();
const at = (name: string): string => join(folder, name);

writeFileSync(at("new.yaml"), NEW);
const api = await clusterForTests();

/** Collects the reported lines, and lets a test wait for one of them. */
class Told {
  readonly lines: string[] = [];
  readonly #waiting: { readonly text: string; readonly resolve: () => void }[] = [];

  readonly tell = (line: string): void => {
    this.lines.push(line);
    for (const { text, resolve } of this.#waiting) if (line.includes(text)) resolve();
  };

  heard(text: string): Promise<void> {
    if (this.lines.some((line) => line.includes(text))) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ text, resolve }));
  }
}

/** Registers what the configuration in the file says; gives back what it says. */
async function register(file: string): Promise<JsonObject> {
  const configuration = parseYaml(readFileSync(file, "utf8"));
  if (!isJsonObject(configuration)) throw new Error("no configuration");
  const { status, body } = await api.ask("POST", HOOKS, configuration);
  expect([status, body.message]).toEqual([201, undefined]);
  return configuration;
}

const unregister = (name: string) => api.ask("DELETE", `${HOOKS}/${name}`);
const create = async (name: string, data: JsonObject): Promise<number> =>
  (await api.ask("POST", MAPS, { metadata: { name }, data })).status;

const LISTEN = { listen: "127.0.0.1:0", resource: [], inNamespace: [], rate: 100 };

const flags = (more: Partial<ShadowFlags> = {}): ShadowFlags => ({
  ...LISTEN,
  filename: [at("new.yaml")],
  configuration: at("shadow.yaml"),
  output: "text",
  ...more,
});

describe("sallyport webhook shadow", () => {
  test("shadow allows everything, and says what would be refused, without the values of Secrets", async () => {
    const told = new Told();
    const stop = new AbortController();
    const out = at("examples.jsonl");
    const report = shadowWebhook(flags({ out }), told.tell, stop.signal);
    await told.heard("listening at https://127.0.0.1:");
    const { webhooks } = await register(at("shadow.yaml"));
    expect(webhooks).toMatchObject([
      {
        failurePolicy: "Ignore",
        sideEffects: "None",
        timeoutSeconds: 2,
        rules: [{ operations: ["CREATE", "UPDATE"], resources: ["configmaps", "secrets"] }],
      },
    ]);
    expect(await create("good", {})).toBe(201);
    expect(await create("one", { a: "b" })).toBe(201);
    await told.heard("newly-denied: ValidatingAdmissionPolicy/no-a with binding no-a refuses it");
    const secret = { metadata: { name: "s" }, data: { a: Buffer.from(SECRET).toString("base64") } };
    expect((await api.ask("POST", "/api/v1/namespaces/default/secrets", secret)).status).toBe(201);
    stop.abort();
    const text = await report;
    await unregister("sallyport-shadow");
    expect(text).toContain("2 decisions of 3 change");
    expect(text).toContain("for example: CREATE configmaps (v1) one in default");
    expect(text + told.lines.join("\n") + readFileSync(out, "utf8")).not.toContain(SECRET);
    const { requests } = await openRecording(out);
    const { value } = await requests.next();
    expect(value).toMatchObject({ name: "one" });
    const open = {
      filename: [at("new.yaml")],
      recorded: value?.id,
      service: [],
      output: "text",
      color: "never",
    };
    const explained = await explain([out], open as unknown as ExplainFlags, {});
    expect(explained.text).toContain("✗ policy no-a (no-a) was asked");
  });

  test("shadow reads its files again when they change, and says what else is to be asked about", async () => {
    const told = new Told();
    const stop = new AbortController();
    const own = at("changing.yaml");
    writeFileSync(own, NEW);
    const configuration = at("changing-shadow.yaml");
    const report = shadowWebhook(flags({ filename: [own], configuration }), told.tell, stop.signal);
    await told.heard("listening at https://127.0.0.1:");
    await register(configuration);
    expect(await create("before", { a: "b" })).toBe(201);
    await told.heard("for example CREATE configmaps (v1) before");
    // At once, as editors do it.
    const save = (text: string): void => {
      writeFileSync(at("saved"), text);
      renameSync(at("saved"), own);
    };
    save("kind: [");
    await told.heard("not read again, it stays as it was");
    save(NEW.replace("'a' in", "'b' in").replace(", secrets", ", secrets, services"));
    await told.heard("the files were read again; until now 1 of 1 decisions differed");
    await told.heard(`what is asked about has changed: apply ${configuration} again`);
    expect(readFileSync(configuration, "utf8")).toContain("services");
    expect(await create("same", { a: "b" })).toBe(201);
    expect(await create("after", { a: "b", b: "c" })).toBe(201);
    await told.heard("for example CREATE configmaps (v1) after");
    stop.abort();
    const text = await report;
    await unregister("sallyport-shadow");
    expect(text).toContain("1 decision of 2 changes");
  });

  test("shadow says what is wrong with its flags", async () => {
    const { signal } = new AbortController();
    const run = (more: Partial<ShadowFlags>) => shadowWebhook(flags(more), () => {}, signal);
    await expect(run({ listen: "nowhere" })).rejects.toThrow("--listen");
    await expect(run({ resource: ["Pods!"] })).rejects.toThrow("--resource");
    await expect(run({ viaService: "one" })).rejects.toThrow("--via-service");
    await expect(run({ tlsCertFile: "one" })).rejects.toThrow("--tls-private-key-file");
  });
});

describe("sallyport record --listen", () => {
  const options = (out: string, more = {}) => ({
    ...LISTEN,
    out,
    configuration: at("record.yaml"),
    resource: ["configmaps"],
    most: 2,
    mask: ["configmaps:data.a"],
    masking: true,
    ...more,
  });

  test("record writes what an API server asks it, and ends after so many", async () => {
    const told = new Told();
    const out = at("reviews.jsonl");
    const recorded = record(options(out), told.tell);
    await told.heard("listening at");
    const { webhooks } = await register(at("record.yaml"));
    expect(webhooks).toMatchObject([{ rules: [{ resources: ["configmaps"] }], failurePolicy: "Ignore" }]);
    expect(await create("r1", { a: SECRET })).toBe(201);
    await api.ask("PUT", `${MAPS}/r1`, { metadata: { name: "r1" }, data: { a: "c" } });
    await recorded;
    await unregister("sallyport-record");
    expect(told.lines).toContain("recorded: 2");
    expect(readFileSync(out, "utf8")).not.toContain(SECRET);
    const { header, requests } = await openRecording(out);
    expect(header.source).toBe("webhook");
    const all = [];
    for await (const { operation, name } of requests) all.push(`${operation} ${name}`);
    expect(all).toEqual(["CREATE r1", "UPDATE r1"]);
  });

  test("record ends after so many bytes, and when it is stopped", async () => {
    const told = new Told();
    const recorded = record(options(at("bytes.jsonl"), { mostBytes: 10 }), told.tell);
    await told.heard("listening at");
    await register(at("record.yaml"));
    expect(await create("r2", {})).toBe(201);
    await recorded;
    await unregister("sallyport-record");
    expect(told.lines).toContain("recorded: 0");
    const stop = new AbortController();
    stop.abort();
    await record(options(at("stopped.jsonl")), told.tell, stop.signal);
    expect(readFileSync(at("stopped.jsonl"), "utf8")).toContain('"source":"webhook"');
  });
});

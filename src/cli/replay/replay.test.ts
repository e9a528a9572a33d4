import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { mixedRequests, startAuditedCluster } from "../../../test/tools/audited-requests.tool.ts";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import type { ReplayReport } from "../../replay/report/replay-report.ts";
import { explain } from "../explain/explain.ts";
import type { ExplainFlags } from "../explain/explain-flags.ts";
import { record } from "../record/record.ts";
import { replay } from "./replay.ts";
import type { ReplayFlags } from "./replay-flags.ts";

const SECRET = "swordfish-in-a-secret";
const NEW = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: no-a }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
  validations: [{ expression: "!('a' in object.?data.orValue({}))", message: "no <b>a</b>" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: no-a }
spec: { policyName: no-a, validationActions: [Deny] }
`;

const folder = folderForTests();
const told: string[] = [];
const at = (name: string): string => join(folder, name);

const lines: string[] = [];
const api = await startAuditedCluster((line) => void lines.push(line));
await mixedRequests(api);
await api.ask("POST", "/api/v1/namespaces/demo/secrets", {
  metadata: { name: "s" },
  stringData: { key: SECRET },
});
await api.stop();
const half = Math.floor(lines.length / 2);
await writeFile(at("audit-old.log.gz"), gzipSync(lines.slice(0, half).join("")));
await writeFile(at("audit.log"), `${lines.slice(half).join("")}no event\n`);
await writeFile(at("new.yaml"), NEW);
const recording = at("recording.jsonl.gz");
const fromAuditLog = [at("audit.log"), at("audit-old.log.gz")];
await record(
  { out: recording, fromAuditLog, most: 1, mask: [], masking: true },
  (line) => void told.push(line),
);

const flags = (more: Partial<ReplayFlags> = {}): ReplayFlags => ({
  filename: [at("new.yaml")],
  against: [],
  service: [],
  slowerThan: 100,
  failOn: [],
  output: "text",
  color: "never",
  ...more,
});

describe("sallyport record", () => {
  test("record writes packed and rotated logs in their order, and counts what it left out", async () => {
    expect(told[0]).toMatch(/^recorded: \d+$/);
    expect(told).toContain("  1 lines that are no event of audit.k8s.io");
    expect((await stat(recording)).mode & 0o777).toBe(0o600);
    const text = gunzipSync(await readFile(recording)).toString();
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(Buffer.from(SECRET).toString("base64"));
  });

  test("record leaves the file that was there when a log cannot be read", async () => {
    const out = at("kept.jsonl");
    await writeFile(out, "before");
    const asked = record(
      { out, fromAuditLog: [at("missing.log")], most: 1, mask: [], masking: true },
      () => {},
    );
    await expect(asked).rejects.toThrow("ENOENT");
    expect(await readFile(out, "utf8")).toBe("before");
  });
});

describe("sallyport replay", () => {
  test("replay says which decisions change, each cause with an example that explain opens", async () => {
    const { text, failed } = await replay(recording, flags({ failOn: ["newly-denied"] }));
    expect(failed).toBe(true);
    expect(text).toContain("Newly denied: 8 requests");
    expect(text).toContain("  8  ValidatingAdmissionPolicy/no-a with binding no-a refuses it\n");
    const [, id = ""] = /--recorded (\S+)/.exec(text) ?? [];
    const explained = await explain([recording], explainFlags(id), {});
    expect(explained.allowed).toBe(false);
    expect(explained.text).toContain("ValidatingAdmissionPolicy no-a");
  });

  test("replay says whose labels nobody knows, where namespaces are selected", async () => {
    const lines = gunzipSync(await readFile(recording))
      .toString()
      .trim()
      .split("\n");
    const unlabelled = lines.map((line) => JSON.stringify({ ...JSON.parse(line), namespaceState: null }));
    await writeFile(at("unlabelled.jsonl"), [lines[0], ...unlabelled.slice(1)].join("\n"));
    const selector = "  matchConstraints:\n    namespaceSelector: { matchLabels: { team: a } }\n";
    await writeFile(at("team.yaml"), NEW.replace("  matchConstraints:\n", selector));
    const note = /note: the labels of demo.* are not recorded: taken as none/;
    const ask = async (file: string, ...filename: string[]) =>
      (await replay(file, flags({ filename: filename.map(at) }))).text;
    expect(await ask(at("unlabelled.jsonl"), "team.yaml")).toMatch(note);
    expect(await ask(at("unlabelled.jsonl"), "new.yaml")).not.toMatch(note);
    expect(await ask(recording, "team.yaml")).not.toMatch(note);
    const named = "apiVersion: v1\nkind: Namespace\nmetadata: { name: demo, labels: { team: a } }\n";
    await writeFile(at("demo.yaml"), named);
    const text = await ask(at("unlabelled.jsonl"), "team.yaml", "demo.yaml");
    expect(text).toContain("Newly denied");
    expect(text).not.toMatch(note);
  });

  test("replay finds nothing under the configurations that it is compared with", async () => {
    const { text, failed } = await replay(
      recording,
      flags({ against: [at("new.yaml")], failOn: ["newly-denied"] }),
    );
    expect(text).toMatch(/^No decision changes \(\d+ requests\)\n/);
    expect(text).toContain("are decided otherwise under the old configuration than was recorded");
    expect(failed).toBe(false);
  });

  test("replay of an empty recording does not say that no decision changes", async () => {
    const [head = ""] = gunzipSync(await readFile(recording))
      .toString()
      .split("\n", 1);
    await writeFile(at("empty.jsonl"), head);
    const { text, failed } = await replay(at("empty.jsonl"), flags({ failOn: ["newly-denied"] }));
    expect(text).toMatch(/^Nothing was decided: the recording has no request\n/);
    expect(failed).toBe(true);
  });

  test("replay of requests that cannot be decided again does not say that no decision changes", async () => {
    const [head = "", ...rest] = gunzipSync(await readFile(recording))
      .toString()
      .trim()
      .split("\n");
    const foreign = JSON.parse(rest[0] ?? "");
    foreign.resource = { group: "example.com", version: "v1", resource: "gadgets" };
    foreign.kind = { group: "example.com", version: "v1", kind: "Gadget" };
    await writeFile(at("foreign.jsonl"), [head, JSON.stringify(foreign)].join("\n"));
    const { text, failed } = await replay(at("foreign.jsonl"), flags({ failOn: ["newly-denied"] }));
    expect(text).toMatch(/^Nothing was decided: 1 request cannot be decided again\n/);
    expect(failed).toBe(true);
  });

  test("replay reports as JSON, SARIF and HTML", async () => {
    const json: ReplayReport = JSON.parse((await replay(recording, flags({ output: "json" }))).text);
    expect(json).toMatchObject({
      apiVersion: "replay.sallyport/v1",
      changed: { "newly-denied": 8, "newly-allowed": 0 },
    });
    const [group] = json.groups;
    expect(group?.example.review).toMatchObject({
      kind: "AdmissionReview",
      request: { operation: "CREATE" },
    });
    const sarif = JSON.parse((await replay(recording, flags({ output: "sarif" }))).text);
    expect(sarif.runs[0].results[0]).toMatchObject({
      ruleId: "newly-denied",
      locations: [
        { physicalLocation: { artifactLocation: { uri: at("new.yaml") }, region: { startLine: 1 } } },
      ],
    });
    const { text: html } = await replay(recording, flags({ output: "html" }));
    expect(html).toContain("no &lt;b&gt;a&lt;/b&gt;");
    expect(html).not.toContain("<b>a</b>");
  });

  test("replay says in words what is no recording", async () => {
    await expect(replay(at("new.yaml"), flags())).rejects.toThrow(`${at("new.yaml")}:1: this is no JSON`);
    await expect(explain([recording], explainFlags("none"), {})).rejects.toThrow(
      "there is no request none in it",
    );
  });
});

const explainFlags = (recorded: string): ExplainFlags => ({
  filename: [at("new.yaml")],
  asGroup: [],
  service: [],
  precondition: [],
  option: [],
  output: "text",
  color: "never",
  recorded,
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createBuiltinPlugins } from "../../../src/admission/hooks/builtin/builtin-plugins.ts";
import { writerText } from "../../../src/explain/blame/blame-lines.ts";
import type { Blame } from "../../../src/explain/blame/field-writer.ts";
import { explained } from "../../../src/explain/explained.tool.ts";
import { createRecentRequests } from "../../../src/explain/recent/recent-requests.ts";
import { parseYaml } from "../../../src/go-yaml/read-yaml.ts";
import type { Json, JsonObject } from "../../../src/json/value.ts";
import { startInMemoryCluster } from "../../tools/in-memory-cluster.tool.ts";
import { TRUTHS } from "./truths.ts";

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body: JsonObject;
}

interface BlamedRequest {
  readonly name: string;
  /** Objects that are there before the request. */
  readonly around?: readonly JsonObject[];
  /** Expressions of mutating policies, by name. */
  readonly policies?: Readonly<Record<string, string>>;
  /** JSON patches of webhooks, by the names of their configurations. */
  readonly webhooks?: Readonly<Record<string, readonly [op: string, path: string, value?: Json][]>>;
  readonly object?: JsonObject;
  readonly old?: JsonObject;
  readonly operation?: string;
  /** Requests to a server instead; the last one is blamed. */
  readonly before?: readonly Sent[];
  readonly request?: Sent;
  readonly also?: readonly string[];
  readonly truth: Readonly<Record<string, string>>;
  /** Paths of values that were written and are not stored. */
  readonly lost?: readonly string[];
}

const REQUESTS = parseYaml(
  readFileSync(new URL("requests.yaml", import.meta.url), "utf8"),
) as unknown as BlamedRequest[];

describe("the writer of every field of the stored object", () => {
  test.each(REQUESTS)("$name", async (one) => {
    const blame = await blameOf(one);
    const truth = Object.entries(
      Object.assign({}, ...(one.also ?? []).map((name) => TRUTHS[name]), one.truth),
    );
    const said = blame.fields.map(({ path, by }) => [path, writerText(by)] as const);
    const wrong = said.flatMap(([path, by]) => {
      const right = writerIn(truth as [string, string][], path);
      return right?.split(" or ").includes(by) ? [] : [`${path}: ${by}, not ${right}`];
    });
    expect(wrong).toEqual([]);
    expect([...new Set(blame.lost.map(({ path }) => path))].sort()).toEqual([...(one.lost ?? [])].sort());
  });
});

/** The writer of the most specific pattern that covers a path. */
function writerIn(truth: readonly [string, string][], path: string): string | undefined {
  const steps = path.split("/");
  const covering = truth.filter(([pattern]) =>
    pattern.split("/").every((step, i) => step === steps[i] || (step === "*" && steps[i] !== undefined)),
  );
  const weight = (pattern: string): number => pattern.split("/").length * 10 - pattern.split("*").length;
  return covering.sort(([a], [b]) => weight(b) - weight(a))[0]?.[1];
}

async function blameOf(one: BlamedRequest): Promise<Blame> {
  const { blame } =
    one.request === undefined ? await offline(one) : await onServer(one.before ?? [], one.request);
  if (blame === undefined) throw new Error("there is no blame");
  return blame;
}

const RULES = [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["CREATE", "UPDATE"], resources: ["*"] }];
const ADMISSION = "admissionregistration.k8s.io/v1";

function offline({ around = [], policies = {}, webhooks = {}, object = {}, old, operation }: BlamedRequest) {
  const hooks = Object.keys(webhooks).map((name) => ({
    apiVersion: ADMISSION,
    kind: "MutatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        clientConfig: { url: "https://127.0.0.1:9/" },
        rules: RULES,
        reinvocationPolicy: "IfNeeded",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  }));
  const rules = Object.entries(policies).flatMap(([name, expression]) => [
    {
      apiVersion: ADMISSION,
      kind: "MutatingAdmissionPolicy",
      metadata: { name },
      spec: {
        matchConstraints: { resourceRules: RULES },
        reinvocationPolicy: "Never",
        mutations: [
          expression.startsWith("Object")
            ? { patchType: "ApplyConfiguration", applyConfiguration: { expression } }
            : { patchType: "JSONPatch", jsonPatch: { expression } },
        ],
      },
    },
    {
      apiVersion: ADMISSION,
      kind: "MutatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name },
    },
  ]);
  const answers = Object.entries(webhooks).map(([name, patch]) => {
    const operations = patch.map(([op, path, value]) => ({
      op,
      path,
      ...(value !== undefined && { value }),
    }));
    const encoded = Buffer.from(JSON.stringify(operations)).toString("base64");
    return [`${name}.example.com`, { allowed: true, patchType: "JSONPatch", patch: encoded }];
  });
  return explained({
    manifests: [...around, ...hooks, ...rules].map((manifest) => JSON.stringify(manifest)).join("\n---\n"),
    object,
    ...(old !== undefined && { old }),
    ...(operation !== undefined && { flags: { operation } }),
    answers: Object.fromEntries(answers),
  });
}

async function onServer(before: readonly Sent[], request: Sent) {
  const recent = createRecentRequests(16);
  const api = await startInMemoryCluster({ plugins: createBuiltinPlugins(), recorders: [recent.recorder] });
  let version = "";
  try {
    for (const { method, path, type = "application/json", body } of [...before, request]) {
      const text = JSON.stringify(body).replace("STORED", version);
      const answer = await api.ask(method, path, text, { "content-type": type, "audit-id": "x" });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      version = (answer.body.metadata as { resourceVersion?: string }).resourceVersion ?? version;
    }
    const user = { username: "admin", groups: ["system:masters"] };
    return recent.explain("x", api.cluster, user) ?? { blame: undefined };
  } finally {
    await api.stop();
  }
}

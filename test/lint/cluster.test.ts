import { expect, test } from "vitest";
import { readWholeCluster } from "../../src/cli/lint/read-whole-cluster.ts";
import type { ServerClient } from "../../src/cli/server-client.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { lint } from "../../src/lint/lint.ts";
import { clusterForTests } from "../tools/cluster-for-tests.tool.ts";
import { NOW } from "./certificates.ts";
import { manifestsOf } from "./set-up.ts";

const asked: string[] = [];
const PATHS: Readonly<Record<string, string>> = {
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations",
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
};

const api = await clusterForTests();
const text = manifestsOf({ name: "", bundle: "", validating: [{}], policy: {}, finds: [] });
for (const object of text.split("\n---\n").map((one) => JSON.parse(one))) {
  const { status } = await api.ask(
    "POST",
    `/apis/admissionregistration.k8s.io/v1/${PATHS[object.kind]}`,
    object,
  );
  expect(status).toBe(201);
}

const client: ServerClient = (method, path) => {
  asked.push(`${method} ${path}`);
  return api.ask(method, path);
};

test("a cluster is only read, and what is not there is not there", async () => {
  const { manifests, notes } = await readWholeCluster(client);
  expect(asked.every((one) => one.startsWith("GET "))).toBe(true);
  expect(notes).toEqual([]);
  const { findings } = await lint({ manifests, notes, complete: true, now: NOW });
  expect(findings).toMatchObject([
    {
      rule: "ca-bundle-missing",
      severity: "warning",
      file: "",
      line: 0,
      path: "/webhooks/1/clientConfig/caBundle",
    },
    { rule: "no-binding", severity: "warning" },
  ]);
});

test("what may not be read is noted, and what is needed is asked for in words", async () => {
  const refusing =
    (what: string): ServerClient =>
    (method, path) =>
      path.includes(what)
        ? Promise.resolve({ status: 403, body: { message: "you may not" } })
        : client(method, path);
  const { notes } = await readWholeCluster(refusing("/secrets"));
  expect(notes).toEqual([
    expect.stringMatching(/^not looked at: GET \/api\/v1\/secrets.*: 403 you may not$/),
  ]);
  await expect(readWholeCluster(refusing("validatingwebhook"))).rejects.toThrow("403 you may not");
});

test("collections are read page by page", async () => {
  const page = (items: JsonObject[], next: string) => ({
    status: 200,
    body: { apiVersion: "v1", kind: "NamespaceList", metadata: { continue: next }, items },
  });
  const paged: ServerClient = (_, path) =>
    Promise.resolve(
      !path.startsWith("/api/v1/namespaces")
        ? { status: 200, body: { items: [] } }
        : path.includes("continue=more%2F1")
          ? page([{ metadata: { name: "b" } }], "")
          : page([{ metadata: { name: "a" } }], "more/1"),
    );
  const { manifests } = await readWholeCluster(paged);
  expect(manifests.map(({ object }) => object)).toEqual([
    { apiVersion: "v1", kind: "Namespace", metadata: { name: "a" } },
    { apiVersion: "v1", kind: "Namespace", metadata: { name: "b" } },
  ]);
});

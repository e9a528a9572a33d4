import { afterEach, expect, it } from "vitest";
import {
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { podSecurity } from "./pod-security.ts";
import { readSettings } from "./settings.ts";

const settings = (fields: JsonObject): string =>
  JSON.stringify({
    apiVersion: "pod-security.admission.config.k8s.io/v1",
    kind: "PodSecurityConfiguration",
    ...fields,
  });

// Errors of kube-apiserver 1.36.3 when it cannot start.
it.each([
  [
    { defaults: { enforce: "nope", "warn-version": "v2" } },
    'PodSecurity configuration error: [enforce: must be one of privileged, baseline, restricted, warn-version: must be "latest" or "v1.x"]',
  ],
  [
    { exemptions: { namespaces: ["b", "b"], usernames: [""] } },
    'PodSecurity invalid: [exemptions.namespaces[1]: Duplicate value: "b", exemptions.usernames[0]: Invalid value: "": username must not be empty]',
  ],
  [
    { exemptions: { namespaces: ["A"] } },
    `PodSecurity invalid: exemptions.namespaces[0]: Invalid value: "A": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
  ],
  [
    { defaults: { enforce: "baseline", foo: "bar" }, x: 1 },
    'strict decoding error: unknown field "defaults.foo", unknown field "x"',
  ],
  [
    { defaults: { enforce: 5 } },
    "json: cannot unmarshal number into Go struct field PodSecurityDefaults.defaults.enforce of type string",
  ],
  [
    { defaults: [] },
    "json: cannot unmarshal array into Go struct field PodSecurityConfiguration.defaults of type v1.PodSecurityDefaults",
  ],
  [
    { exemptions: { namespaces: "a" } },
    "json: cannot unmarshal string into Go struct field PodSecurityExemptions.exemptions.namespaces of type []string",
  ],
  [
    { exemptions: { namespaces: [5] } },
    "json: cannot unmarshal number into Go struct field PodSecurityExemptions.exemptions.namespaces of type string",
  ],
])("readSettings refuses %j", (fields, words) => {
  let said = "";
  try {
    readSettings(settings(fields as JsonObject));
  } catch (error) {
    said = error instanceof Error ? error.message : "";
  }
  expect(said).toBe(words);
});

let api: InMemoryCluster | undefined;
afterEach(async () => {
  await api?.stop();
  api = undefined;
});

const PRIVILEGED = { name: "a", image: "x", securityContext: { privileged: true } };

async function start(fields: JsonObject): Promise<InMemoryCluster> {
  api = await startInMemoryCluster({ plugins: [podSecurity(settings(fields))] });
  await api.ask("POST", "/apis/node.k8s.io/v1/runtimeclasses", { metadata: { name: "kata" }, handler: "k" });
  return api;
}

async function codeOf(cluster: InMemoryCluster, namespace: string, spec: JsonObject = {}): Promise<number> {
  const { status } = await cluster.ask("POST", `/api/v1/namespaces/${namespace}/pods`, {
    metadata: { generateName: "p" },
    spec: { containers: [PRIVILEGED], ...spec },
  });
  return status;
}

it("PodSecurity applies its defaults to namespaces without labels, except to exempt ones", async () => {
  const cluster = await start({
    defaults: { enforce: "baseline" },
    exemptions: { namespaces: ["free"], runtimeClasses: ["kata"] },
  });
  const labels = { "pod-security.kubernetes.io/enforce": "privileged" };
  for (const metadata of [{ name: "free" }, { name: "own", labels }])
    await cluster.ask("POST", "/api/v1/namespaces", { metadata });
  expect(await codeOf(cluster, "default")).toBe(403);
  expect(await codeOf(cluster, "free")).toBe(201);
  expect(await codeOf(cluster, "own")).toBe(201);
  expect(await codeOf(cluster, "default", { runtimeClassName: "kata" })).toBe(201);
});

it("PodSecurity lets users pass that are exempt", async () => {
  const username = "system:apiserver";
  const cluster = await start({ defaults: { enforce: "baseline" }, exemptions: { usernames: [username] } });
  expect(await codeOf(cluster, "default")).toBe(201);
});

it("PodSecurity warns of labels that have no effect", async () => {
  const cluster = await start({ exemptions: { namespaces: ["free"] } });
  const labels = {
    "pod-security.kubernetes.io/enforce": "restricted",
    "pod-security.kubernetes.io/audit-version": "v1.20",
  };
  const { warnings } = await cluster.ask("POST", "/api/v1/namespaces", {
    metadata: { name: "free", labels },
  });
  expect(warnings).toEqual([
    'namespace "free" is exempt from Pod Security, and the policy (enforce=restricted:latest) will be ignored',
  ]);
});

import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { selfSigned } from "../../src/webhook/tls.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

/** Maximum time until the server reads a changed file, also on a busy machine. */
const SOON = { timeout: 60_000, interval: 50 };

const dir = newDataDir();
const folder = (name: string): string => join(dir, "manifests", name);
let webhook: Server;
let server: RunningServer;

/** Calls that the webhook received: `CREATE configmaps`. It refuses objects with the name `refused`. */
const asked: string[] = [];

beforeAll(async () => {
  const { serving, caBundle } = await selfSigned([]);
  webhook = createServer({ cert: serving.cert, key: serving.key }, async (request, response) => {
    const { uid, operation, resource, name } = JSON.parse(await text(request)).request;
    asked.push(`${operation} ${resource.resource}`);
    const answer = { uid, allowed: name !== "refused" };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer }),
    );
  });
  await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
  for (const name of ["webhooks", "policies"]) mkdirSync(folder(name), { recursive: true });
  writeFileSync(join(folder("webhooks"), "hooks.yaml"), configuration(caBundle));
  writeFileSync(join(folder("policies"), "policies.yaml"), policy("!has(object.data)"));
  const file = join(dir, "admission.yaml");
  writeFileSync(file, JSON.stringify(ADMISSION));
  const gate = "ManifestBasedAdmissionControlConfig=true";
  server = await startServer(dir, "--admission-control-config-file", file, "--feature-gates", gate);
});
afterAll(async () => {
  await server?.stop();
  webhook?.close();
  webhook?.closeAllConnections();
  removeDataDir(dir);
});

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const VERSION = "apiserver.config.k8s.io/v1";
const ADMISSION = {
  apiVersion: VERSION,
  kind: "AdmissionConfiguration",
  plugins: [
    {
      name: "ValidatingAdmissionWebhook",
      configuration: {
        apiVersion: VERSION,
        kind: "WebhookAdmissionConfiguration",
        staticManifestsDir: folder("webhooks"),
      },
    },
    {
      name: "ValidatingAdmissionPolicy",
      configuration: {
        apiVersion: VERSION,
        kind: "ValidatingAdmissionPolicyConfiguration",
        staticManifestsDir: folder("policies"),
      },
    },
  ],
};

const registration = (kind: string, name: string, rest: object) =>
  JSON.stringify({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind,
    metadata: { name },
    ...rest,
  });

const rule = (group: string, resource: string) => ({
  apiGroups: [group],
  apiVersions: ["v1"],
  operations: ["CREATE"],
  resources: [resource],
});

const configuration = (caBundle: string): string =>
  registration("ValidatingWebhookConfiguration", "guard.static.k8s.io", {
    webhooks: [
      {
        name: "guard.example.com",
        clientConfig: {
          url: `https://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
          caBundle,
        },
        rules: [
          rule("", "configmaps"),
          rule("admissionregistration.k8s.io", "validatingwebhookconfigurations"),
        ],
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
      },
    ],
  });

const policy = (expression: string): string =>
  [
    registration("ValidatingAdmissionPolicy", "limits.static.k8s.io", {
      spec: {
        matchConstraints: { resourceRules: [rule("", "configmaps")] },
        validations: [
          {
            expression: `object.metadata.namespace != 'default' || (${expression})`,
            message: "not such a one",
          },
        ],
      },
    }),
    registration("ValidatingAdmissionPolicyBinding", "limits.static.k8s.io", {
      spec: { policyName: "limits.static.k8s.io", validationActions: ["Deny"] },
    }),
  ].join("\n---\n");

const MAPS = "/api/v1/namespaces/default/configmaps";
const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

async function create(path: string, object: object): Promise<{ status: number; message: string }> {
  const { status, text: body } = await server.fetch("POST", path, { body: JSON.stringify(object) });
  return { status, message: JSON.parse(body).message ?? "" };
}
const createMap = (name: string, data?: object) =>
  create(MAPS, { metadata: { name }, ...(data && { data }) });

test("webhooks and policies of files are asked, and nobody finds them in the API", async () => {
  expect(await createMap("a")).toEqual({ status: 201, message: "" });
  expect(asked).toContain("CREATE configmaps");
  expect(await createMap("refused")).toEqual({
    status: 400,
    message: 'admission webhook "guard.example.com" denied the request without explanation',
  });
  expect((await createMap("b", { key: "value" })).message).toBe(
    "configmaps \"b\" is forbidden: ValidatingAdmissionPolicy 'limits.static.k8s.io' with binding 'limits.static.k8s.io' denied request: not such a one",
  );
  expect((await server.fetch("GET", `${CONFIGURATIONS}/guard.static.k8s.io`)).status).toBe(404);
});

test("webhooks of files are asked about configurations, and nobody creates any of their names", async () => {
  expect((await create(CONFIGURATIONS, { metadata: { name: "refused" }, webhooks: [] })).status).toBe(400);
  expect(asked).toContain("CREATE validatingwebhookconfigurations");
  const reserved = await create(CONFIGURATIONS, { metadata: { name: "x.static.k8s.io" }, webhooks: [] });
  expect(reserved).toEqual({
    status: 422,
    message:
      'ValidatingWebhookConfiguration.admissionregistration.k8s.io "x.static.k8s.io" is invalid: metadata.name: Invalid value: "x.static.k8s.io": names ending with ".static.k8s.io" are reserved for static manifest-based configurations and cannot be managed via the API',
  });
});

test("the explanation of a request names the file", async () => {
  await createMap("refused");
  const { text: body } = await server.fetch("GET", "/explain/last");
  const { steps } = JSON.parse(body);
  const fromFiles = steps.filter(({ file }: { file?: string }) => file !== undefined);
  expect(fromFiles.map(({ name, file }: { name: string; file: string }) => [name, file])).toEqual([
    ["limits.static.k8s.io", join(folder("policies"), "policies.yaml")],
    ["guard.example.com", join(folder("webhooks"), "hooks.yaml")],
  ]);
});

/** Replaces a file atomically, so that no reader sees a part of it. */
function replace(file: string, content: string): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

const METRIC = "apiserver_manifest_admission_config_controller_automatic_reloads_total";
async function reloads(plugin: string, status: string): Promise<number> {
  const { text: body } = await server.fetch("GET", "/metrics");
  const line = body
    .split("\n")
    .find((one) => one.startsWith(METRIC) && one.includes(plugin) && one.includes(status));
  return Number(line?.split(" ").at(-1) ?? 0);
}

test("a file that changes is in effect soon; one that is broken changes nothing, and is counted", async () => {
  const file = join(folder("policies"), "policies.yaml");
  replace(file, policy("has(object.data)"));
  await vi.waitFor(async () => expect((await createMap("c", { key: "value" })).status).toBe(201), SOON);
  replace(file, policy("1 + 1"));
  await vi.waitFor(
    async () => expect(await reloads("ValidatingAdmissionPolicy", "failure")).toBeGreaterThan(0),
    SOON,
  );
  expect((await createMap("d")).status).toBe(422);
  expect((await createMap("e", { key: "value" })).status).toBe(201);
  rmSync(file);
  await vi.waitFor(async () => expect((await createMap("f")).status).toBe(201), SOON);
});

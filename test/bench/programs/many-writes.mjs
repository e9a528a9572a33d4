// many-writes.mjs PACKAGE LOG: requests of each kind to a control plane in memory, first to compile their code, then counted.
// Prints the size of V8's log in between, and the number of rounds after it.
import { statSync } from "node:fs";

const [entry, log] = process.argv.slice(2);
const { createBuiltinPlugins, createCluster, createMemoryStorage, memoryRequest } = await import(entry);
const WARMUP = 30;
const ROUNDS = 30;
const MAPS = "/api/v1/namespaces/default/configmaps";
const REGISTRATION = "admissionregistration.k8s.io/v1";
const PATCH = [{ op: "add", path: "/metadata/labels/seen", value: "yes" }];
const { signal } = new AbortController();

const cluster = await createCluster({
  storage: createMemoryStorage(),
  plugins: createBuiltinPlugins().filter(({ name }) => name !== "ServiceAccount"),
  intercept: ({ hook }, body) => Promise.resolve(answer(hook, JSON.parse(Buffer.from(body).toString()))),
});

const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }];
const webhooks = (name) => [
  {
    name,
    clientConfig: { url: "https://127.0.0.1:9/" },
    rules,
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  },
];
const validations = [{ expression: "!has(object.data) || object.data.all(key, size(key) < 100)" }];
const policy = { matchConstraints: { resourceRules: rules }, validations };
await register("MutatingWebhookConfiguration", { webhooks: webhooks("mutating.example.com") });
await register("ValidatingWebhookConfiguration", { webhooks: webhooks("validating.example.com") });
await register("ValidatingAdmissionPolicy", { spec: policy });
const spec = { policyName: "counted", validationActions: ["Deny"] };
await register("ValidatingAdmissionPolicyBinding", { spec });

await rounds("warm", WARMUP);
const from = statSync(log).size;
await rounds("counted", ROUNDS);
process.stdout.write(JSON.stringify({ from, rounds: ROUNDS }));
process.exit(0);

async function rounds(prefix, count) {
  for (let i = 0; i < count; i++) {
    const name = `${prefix}-${i}`;
    const path = `${MAPS}/${name}`;
    await send(201, "POST", MAPS, configMap(name, { a: "1" }));
    await send(200, "PUT", path, configMap(name, { a: "2" }));
    await send(200, "PATCH", path, { data: { b: String(i) } }, "application/merge-patch+json");
    const applied = configMap(name, { c: String(i) });
    await send(
      200,
      "PATCH",
      `${path}?fieldManager=other&force=true`,
      applied,
      "application/apply-patch+yaml",
    );
    await send(200, "GET", path);
    await send(200, "GET", `${MAPS}?limit=5`);
    await send(200, "DELETE", path);
  }
}

function configMap(name, data) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { app: "shop" } }, data };
}

function answer(hook, { request }) {
  const patch = Buffer.from(JSON.stringify(PATCH)).toString("base64");
  const mutates = hook.startsWith("mutating") && request.object?.metadata.labels !== undefined;
  const response = { uid: request.uid, allowed: true, ...(mutates && { patchType: "JSONPatch", patch }) };
  const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response };
  const body = Buffer.from(JSON.stringify(review));
  return { kind: "answer", status: 200, contentType: "application/json", body };
}

async function register(kind, members) {
  const object = { apiVersion: REGISTRATION, kind, metadata: { name: "counted" }, ...members };
  const plural = kind.endsWith("Policy") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
  await send(201, "POST", `/apis/${REGISTRATION}/${plural.toLowerCase()}`, object);
}

async function send(expected, method, url, object, contentType = "application/json") {
  const body = object === undefined ? {} : { body: JSON.stringify(object) };
  const headers = { authorization: `Bearer ${cluster.token}`, "content-type": contentType };
  const { status, body: answered } = await cluster.handle(
    memoryRequest({ method, url, headers, signal, ...body }),
  );
  if (status !== expected) throw new Error(`${method} ${url} answered ${status}: ${String(answered)}`);
}

import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../../test/tools/custom-definition.tool.ts";
import type { InMemoryCluster } from "../../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../../json/value.ts";

const APPLY = { "content-type": "application/apply-patch+yaml" };
const MERGE = { "content-type": "application/merge-patch+json" };
const SECRETS = "/api/v1/namespaces/default/secrets";
const HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const CSRS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const csrText =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIck1JR1JBZ0VBTUM4eEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVXTUJRR0ExVUVBd3dOYzNsegpkR1Z0T201dlpHVTZiakJaTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEEwSUFCRUFwWXpXQnFqeXVrSHVYClM1M3RiM1hXM3kreFN2NVNzc0pMKzVMT1N6MUUzallPWUtOZ0xUWGp0NjhObHFJMTZUTTVWS3ZRK01LaHdXZHYKTnFGWE5mMmdBREFLQmdncWhrak9QUVFEQWdOSkFEQkdBaUVBeUVFQ29CR2tPdHZEb2lqV3B1VjZCUWZlbFN3MwpqQU9sZ2RqZi9nVm9kdDRDSVFENkQ1TVgwY0lSb1duZElJTlcyQjNEZGIvcnBlYzFldHVrejMrbzZoVExvdz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=";
const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

const api = await clusterForTests();
await define(api, "Widget");

/** Returns the version of the object after a write. */
async function written(...request: Parameters<InMemoryCluster["ask"]>): Promise<unknown> {
  const { body } = await api.ask(...request);
  return (body.metadata as JsonObject).resourceVersion;
}

// All of this is from kube-apiserver 1.36.3.
test.each([
  ["labels", {}],
  ["annotations", {}],
  ["finalizers", []],
  ["ownerReferences", []],
  ["deletionTimestamp", "x"],
  ["deletionGracePeriodSeconds", 1.5],
])(
  "an applied %s that is not read again makes each apply to a custom resource a change",
  async (name, value) => {
    const metadata = { name: name.toLowerCase(), [name]: value };
    const object = { apiVersion: "example.com/v1", kind: "Widget", metadata };
    const one = `${WIDGETS}/${metadata.name}`;
    const apply = () => written("PATCH", `${one}?fieldManager=m`, object, APPLY);
    const versions = [await apply(), await apply(), await apply()];
    versions.push(await written("PATCH", one, {}, MERGE));
    expect(new Set(versions).size).toBe(4);
    expect(await written("PATCH", one, {}, MERGE)).toBe(versions[3]);
  },
);

test("null where a secret has bytes is another one than the empty text that is read", async () => {
  const secret = (a: null | "") => ({ metadata: { name: "s" }, data: { a } });
  const versions = [
    await written("POST", SECRETS, secret("")),
    await written("PUT", `${SECRETS}/s`, secret(null)),
    await written("PUT", `${SECRETS}/s`, secret(null)),
    await written("PUT", `${SECRETS}/s`, secret("")),
  ];
  expect(new Set(versions).size).toBe(4);
  expect(await written("PUT", `${SECRETS}/s`, secret(""))).toBe(versions[3]);
});

test("an empty caBundle is stored, and another patch loses it", async () => {
  const clientConfig = { url: "https://localhost/a", caBundle: "" };
  const hook = { name: "a.example.com", clientConfig, sideEffects: "None", admissionReviewVersions: ["v1"] };
  await api.ask("POST", HOOKS, { metadata: { name: "h" }, webhooks: [hook] });
  const { body } = await api.ask("GET", `${HOOKS}/h`);
  const { resourceVersion: first } = body.metadata as JsonObject;
  const lost = await written("PATCH", `${HOOKS}/h`, {}, MERGE);
  expect(lost).not.toBe(first);
  expect(await written("PATCH", `${HOOKS}/h`, {}, MERGE)).toBe(lost);
});

test("an approval keeps the empty certificate that was stored", async () => {
  const { body: csr } = await api.ask("POST", CSRS, {
    metadata: { name: "c" },
    spec: { request: csrText, signerName: "example.com/signer", usages: ["client auth"] },
  });
  const issued = await written("PUT", `${CSRS}/c/status`, { ...csr, status: { certificate: "" } });
  expect(issued).not.toBe((csr.metadata as JsonObject).resourceVersion);
  const { resourceVersion: _first, ...metadata } = csr.metadata as JsonObject;
  expect(await written("PUT", `${CSRS}/c/approval`, { ...csr, metadata })).toBe(issued);
});

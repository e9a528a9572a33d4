import "reflect-metadata";
import { webcrypto, X509Certificate } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { afterAll, expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { createAuthority } from "../../../http/certificates/issue.ts";
import type { JsonObject } from "../../../json/value.ts";
import { startControllers } from "../../../workloads/start-controllers.ts";
import { signerWith } from "./sign-certificates.ts";

const PATH = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const api = await clusterForTests();
const authority = await createAuthority({ commonName: "test", now: Date.now() });
const host = { ...api.cluster, caBundle: "", eventTtlMs: 0, signCertificate: signerWith(authority) };
const controllers = await startControllers(host, ["csrsigning"], () => {});
afterAll(() => controllers.stop());

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
type Names = ConstructorParameters<typeof x509.SubjectAlternativeNameExtension>[0];

/** Base64 of the PEM of a request. */
async function requestOf(subject: string, names: Names): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const extensions =
    Array.isArray(names) && names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : [];
  const made = await x509.Pkcs10CertificateRequestGenerator.create({
    name: subject,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions,
  });
  return Buffer.from(made.toString("pem")).toString("base64");
}

interface Signed extends JsonObject {
  certificate?: string;
  conditions?: { type: string; reason: string; message: string }[];
}

/** Returns the result of an approved request. */
async function approved(name: string, spec: JsonObject): Promise<Signed> {
  const made = await api.ask("POST", PATH, { metadata: { name }, spec });
  expect([made.status, made.body.message]).toEqual([201, undefined]);
  const condition = { type: "Approved", status: "True", reason: "Fine" };
  const body = { ...made.body, status: { conditions: [condition] } };
  expect((await api.ask("PUT", `${PATH}/${name}/approval`, body)).status).toBe(200);
  const status = async (): Promise<Signed> => (await api.ask("GET", `${PATH}/${name}`)).body.status as Signed;
  const isDone = ({ certificate, conditions = [] }: Signed): boolean =>
    certificate !== undefined || conditions.some(({ type }) => type === "Failed");
  await expect.poll(async () => isDone(await status()), { timeout: 60_000 }).toBe(true);
  return status();
}

const CLIENT = ["digital signature", "client auth"];
const SIGNER = "kubernetes.io/kube-apiserver-client";

test("an approved request of a client gets a certificate of the authority", async () => {
  const request = await requestOf("CN=jane,O=dev", []);
  const spec = { request, signerName: SIGNER, usages: CLIENT, expirationSeconds: 3600 };
  const { certificate = "" } = await approved("jane", spec);
  const made = new X509Certificate(Buffer.from(certificate, "base64"));
  expect(made.verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
  expect(made.subject.split("\n").sort()).toEqual(["CN=jane", "O=dev"]);
  expect(made.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
  expect(made.ca).toBe(false);
  // It begins five minutes ago.
  expect(Date.parse(made.validTo) - Date.parse(made.validFrom)).toBe(3900 * 1000);
});

test("a request of a kubelet for its own server keeps its names", async () => {
  const names: Names = [
    { type: "dns", value: "node-1" },
    { type: "ip", value: "10.0.0.1" },
  ];
  const request = await requestOf("O=system:nodes,CN=system:node:node-1", names);
  const usages = ["server auth", "digital signature"];
  const { certificate = "" } = await approved("serving", {
    ...{ request, usages, signerName: "kubernetes.io/kubelet-serving" },
  });
  const made = new X509Certificate(Buffer.from(certificate, "base64"));
  expect(made.subjectAltName).toBe("DNS:node-1, IP Address:10.0.0.1");
  const year = Date.parse(made.validTo) - Date.parse(made.validFrom);
  expect(year).toBe(365 * 86_400_000);
});

test.each([
  ["CN=system:node:a,O=other", [], CLIENT, "subject organization is not system:nodes"],
  ["CN=a,O=system:nodes", [], CLIENT, "subject common name does not begin with system:node:"],
  [
    "CN=system:node:a,O=system:nodes",
    [{ type: "dns", value: "a" }],
    CLIENT,
    "DNS subjectAltNames are not allowed",
  ],
  [
    "CN=system:node:a,O=system:nodes",
    [],
    ["client auth"],
    "usages did not match [client auth digital signature key encipherment]",
  ],
] as const)("a request of a kubelet as a client fails: %s %j %j", async (subject, names, usages, message) => {
  const request = await requestOf(subject, [...names]);
  const signerName = "kubernetes.io/kube-apiserver-client-kubelet";
  const name = `kubelet-${Math.random().toString(36).slice(2)}`;
  const { conditions, certificate } = await approved(name, { request, signerName, usages: [...usages] });
  expect(certificate).toBeUndefined();
  expect(conditions).toContainEqual(
    expect.objectContaining({ type: "Failed", reason: "SignerValidationFailure", message }),
  );
});

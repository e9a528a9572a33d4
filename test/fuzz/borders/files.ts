import { decodeReview } from "../../../src/admission/hooks/webhook/decode-review.ts";
import { readPem } from "../../../src/crypto/pem.ts";
import { parseYaml } from "../../../src/go-yaml/read-yaml.ts";
import { parseKubeconfig } from "../../../src/http/webhook-client/credentials/kubeconfig.ts";
import {
  certificateProblem,
  certificateRequestProblem,
} from "../../../src/resources/kinds/certificates/certificate-signing-request/certificate-request.ts";
import { parseAuditPolicy } from "../../../src/server/record/audit-policy.ts";
import { readStored } from "../../../src/storage/copy/stored-form.ts";
import { looksLikeObject } from "../../../src/storage/lmdb/is-json-text.ts";
import { openValue, sumValue } from "../../../src/storage/lmdb/summed-value.ts";
import { parseHead } from "../../../src/storage/snapshot/snapshot-format.ts";
import { decodeFile, kindsIn } from "../../../src/types/files/decode-file.ts";
import type { Border } from "../border.ts";
import { CERTIFICATE, REQUEST } from "./pem-samples.ts";

const KUBECONFIG = `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "https://127.0.0.1:1", certificate-authority-data: QQ==, insecure-skip-tls-verify: false}}]
users: [{name: u, user: {token: t, username: a, password: b, exec: {command: x}}}]
contexts: [{name: c, context: {cluster: c, user: u}}]
current-context: c
`;
const REVIEW = `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"uid":"u","allowed":true,"patch":"W10=","patchType":"JSONPatch",
"warnings":["w"],"auditAnnotations":{"a":"b"},"status":{"message":"m","code":403,"reason":"Forbidden","details":{"causes":[{"field":"f"}]}}}}`;
const ADMISSION = kindsIn("apiserver.config.k8s.io", "AdmissionConfiguration", "apiserver", ["v1"]);
const base64 = (pem: Buffer): string => pem.toString("base64");

/** Files of operators, stored data, certificates, answers of webhooks. */
export const FILES: readonly Border[] = [
  {
    name: "kubeconfig",
    corpus: [KUBECONFIG],
    run: (input) => void parseKubeconfig(input.toString(), "/nowhere"),
  },
  {
    name: "audit-policy",
    corpus: [
      "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules:\n- level: Metadata\n  verbs: [get]\n  resources: [{group: '', resources: [pods]}]\n",
    ],
    run: (input) => void parseAuditPolicy(input.toString()),
  },
  {
    name: "admission-configuration",
    corpus: [
      "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n- name: ValidatingAdmissionWebhook\n  configuration: {kubeConfigFile: x}\n",
    ],
    run: (input) => void decodeFile(input.toString(), ADMISSION),
  },
  { name: "pem", corpus: [CERTIFICATE, REQUEST], run: (input) => void readPem(input.toString("latin1")) },
  { name: "certificate", corpus: [CERTIFICATE], run: (input) => void certificateProblem(base64(input)) },
  {
    name: "certificate-request",
    corpus: [REQUEST],
    run: (input) => void certificateRequestProblem(base64(input)),
  },
  {
    name: "stored-object",
    corpus: [
      '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","managedFields":[{"fieldsV1":{"f:a":{}}}]}}',
    ],
    run: (input) => void readStored("/registry/x", input, 7).bytes,
  },
  {
    name: "stored-value",
    corpus: [
      sumValue("/registry/x", 7, Buffer.from('{"kind":"Pod"}')),
      sumValue("/registry/x", 7, Buffer.from("k8s:enc:aesgcm:v1:one:abcdefgh")),
    ],
    run(input) {
      const bytes = openValue("/registry/x", 7, input);
      return bytes === undefined || looksLikeObject(bytes) ? undefined : "it gives a value that is no object";
    },
  },
  {
    name: "snapshot-head",
    corpus: ['{"format":1,"revision":7,"objects":3,"form":"sealed","takenAt":"2026-01-02T03:04:05Z"}'],
    run: (input) => void parseHead(input.toString(), "file"),
  },
  {
    name: "review",
    corpus: [REVIEW],
    run(input) {
      const answer = { kind: "answer", status: 200, contentType: "application/json", body: input } as never;
      decodeReview(answer, "v1", parseYaml);
      return undefined;
    },
  },
];

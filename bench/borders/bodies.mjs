import { decodeReview } from "../../src/admission/hooks/webhook/decode-review.ts";
import { memoryRequest } from "../../src/api/exchange/memory-request.ts";
import { parseRequest } from "../../src/crypto/x509/certificate-request.ts";
import { parseSmallYaml } from "../../src/go-yaml/small-yaml.ts";
import { responseError } from "../../src/http/webhook-client/response-error.ts";
import { parseObjectBody } from "../../src/server/handle/write/body/read-body.ts";
import { startInMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import { fill, numbered, RUNS } from "./shapes.mjs";

const object = (inner) => `{"a":${inner}}`;

const JSON_SHAPES = {
  depth: (size) => object(`${fill("[", size / 2)}${fill("]", size / 2)}`),
  "depth of objects": (size) => `${fill('{"a":', size)}1${"}".repeat(Math.floor(size / 5))}`,
  "no end": (size) => object(fill("[", size)),
  keys: (size) => `{${numbered((i) => `"k${i}":1`, size)}}`,
  "same key": (size) => `{${fill('"a":1,', size)}"b":1}`,
  "same keys at depth": (size) => `${fill('{"a":1,"a":', size)}1${"}".repeat(Math.floor(size / 11))}`,
  numbers: (size) => object(`[${fill("1,", size)}1]`),
  "long number": (size) => object(fill("7", size)),
  "long fraction": (size) => object(`0.${fill("7", size)}`),
  escapes: (size) => object(`"${fill("\\u0041", size)}"`),
  "broken escapes": (size) => object(`"${fill("\\ud800", size)}"`),
  "no quote": (size) => object(`"${fill("a", size)}`),
  blanks: (size) => `${fill(" ", size)}x`,
};

const YAML_SHAPES = {
  keys: (size) => numbered((i) => `k${i}: v`, size, "\n"),
  "same key": (size) => fill("a: b\n", size),
  depth: (size) => `a: ${fill("[", size / 4)}${fill("]", size / 4)}`,
  list: (size) => `a:\n${fill("- b\n", size)}`,
  indents: (size) => numbered((i) => `${" ".repeat(i % 40)}- a`, size, "\n"),
  anchors: (size) => `a:\n${numbered((i) => `- &a${i} b`, size, "\n")}`,
  aliases: (size) => `a: &a b\nc: [${fill("*a,", size)}]`,
  comments: (size) => `a: b\n${fill("# c\n", size)}`,
  "folded text": (size) => `a: >\n${fill("  b\n\n", size)}`,
  quotes: (size) => `a: "${fill("b\\n", size)}`,
  documents: (size) => fill("---\na: b\n", size),
  tabs: (size) => `a:\n${fill("\t", size)}b`,
  colons: (size) => fill("a:", size),
};

const bytes = (text) => Buffer.from(text);
const body = (type) => (text) => parseObjectBody(bytes(text), type);
const strictly = (type) => (text) => parseObjectBody(bytes(text), type, { duplicates: true, strict: true });

/** A field of a protobuf message: a tag, a length, bytes. */
const field = (number, content) => {
  const length = [];
  for (let left = content.length; ; left >>>= 7) {
    length.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) break;
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), content]);
};
const unknown = (raw) => {
  const type = Buffer.concat([field(1, bytes("v1")), field(2, bytes("ConfigMap"))]);
  return Buffer.concat([bytes("k8s\0"), field(1, type), field(2, raw)]);
};
const nestedFields = (size) => {
  let inner = Buffer.alloc(0);
  while (inner.length < Math.min(size, 8192)) inner = field(1, inner);
  return Buffer.concat(Array.from({ length: Math.ceil(size / inner.length) }, () => inner));
};
const entry = (i) => field(2, Buffer.concat([field(1, bytes(`k${i}`)), field(2, bytes("v"))]));

const api = await startInMemoryCluster();
const authorization = `Bearer ${api.cluster.token}`;

/** A whole request: nothing is stored. */
async function send(method, path, contentType, text) {
  const url = `${path}${path.includes("?") ? "&" : "?"}dryRun=All`;
  return api.cluster.handle(
    memoryRequest({ method, url, headers: { authorization, "content-type": contentType }, body: text }),
  );
}

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const meta = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const many = (size, item) => {
  const list = [];
  for (let i = 0, length = 0; length < size; i++) {
    const made = item(i);
    list.push(made);
    length += JSON.stringify(made).length;
  }
  return list;
};
const mapOf = (size, item = (i) => [`k${i}`, "v"]) => Object.fromEntries(many(size, item));

await api.ask("POST", "/api/v1/namespaces", {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "default" },
});
await api.ask("POST", CONFIG_MAPS, { ...meta, data: { a: "b" } });
const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a" },
  spec: { containers: [{ name: "a", image: "a" }] },
};
await api.ask("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
await api.ask("POST", "/api/v1/namespaces/default/pods", POD);

const managed = (size) =>
  many(size, (i) => ({
    manager: `m${i}`,
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": { [`f:k${i}`]: {} } },
  }));

const container = (i, more = {}) => ({ name: `c${i}`, image: "a", ...more });
const podOf = (spec, metadata = {}) =>
  JSON.stringify({ ...POD, metadata: { name: "b", ...metadata }, spec: { ...POD.spec, ...spec } });
const PODS = "/api/v1/namespaces/default/pods";

const CREATED = {
  data: (size) => JSON.stringify({ ...meta, metadata: { name: "b" }, data: mapOf(size) }),
  labels: (size) => JSON.stringify({ ...meta, metadata: { name: "b", labels: mapOf(size) } }),
  annotations: (size) => JSON.stringify({ ...meta, metadata: { name: "b", annotations: mapOf(size) } }),
  owners: (size) =>
    JSON.stringify({
      ...meta,
      metadata: {
        name: "b",
        ownerReferences: many(size, (i) => ({ apiVersion: "v1", kind: "Pod", name: `a${i}`, uid: `${i}` })),
      },
    }),
  finalizers: (size) =>
    JSON.stringify({ ...meta, metadata: { name: "b", finalizers: many(size, (i) => `a.b/c${i}`) } }),
  managers: (size) => JSON.stringify({ ...meta, metadata: { name: "b", managedFields: managed(size) } }),
  "unknown fields": (size) => JSON.stringify({ ...meta, metadata: { name: "b" }, ...mapOf(size) }),
};

const POD_SHAPES = {
  containers: (size) => podOf({ containers: many(size, (i) => container(i)) }),
  "same container": (size) => podOf({ containers: many(size, () => container(0)) }),
  environment: (size) =>
    podOf({ containers: [container(0, { env: many(size, (i) => ({ name: `E${i}`, value: "$(E1)" })) })] }),
  resources: (size) =>
    podOf({
      containers: many(size, (i) =>
        container(i, { resources: { requests: { [`a.b/r${i}`]: "1" }, limits: { [`a.b/r${i}`]: "1" } } }),
      ),
    }),
  "init resources": (size) =>
    podOf({
      initContainers: many(size, (i) =>
        container(`i${i}`, {
          restartPolicy: "Always",
          resources: { requests: { [`a.b/r${i}`]: "1" }, limits: { [`a.b/r${i}`]: "1" } },
        }),
      ),
    }),
  volumes: (size) => podOf({ volumes: many(size, (i) => ({ name: `v${i}`, emptyDir: {} })) }),
  mounts: (size) =>
    podOf({
      volumes: [{ name: "v", emptyDir: {} }],
      containers: [container(0, { volumeMounts: many(size, (i) => ({ name: "v", mountPath: `/m${i}` })) })],
    }),
  "projected paths": (size) =>
    podOf({
      volumes: [
        {
          name: "v",
          projected: {
            sources: [
              { configMap: { name: "c", items: many(size, (i) => ({ key: `k${i}`, path: `p${i}/q` })) } },
            ],
          },
        },
      ],
    }),
  "ports of the host": (size) =>
    podOf({
      hostNetwork: true,
      containers: [
        container(0, {
          ports: many(size, (i) => ({ containerPort: 1 + (i % 65_000), hostPort: 1 + (i % 65_000) })),
        }),
      ],
    }),
  tolerations: (size) => podOf({ tolerations: many(size, (i) => ({ key: `k${i}`, operator: "Exists" })) }),
  gates: (size) => podOf({ schedulingGates: many(size, (i) => ({ name: `a.b/g${i}` })) }),
  aliases: (size) => podOf({ hostAliases: many(size, (i) => ({ ip: "1.2.3.4", hostnames: [`h${i}`] })) }),
  affinity: (size) =>
    podOf({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: many(size, (i) => ({
              matchExpressions: [{ key: `k${i}`, operator: "Exists" }],
            })),
          },
        },
      },
    }),
};

const patchOps = (size, operation) => JSON.stringify(many(size, operation));

/** Bodies of requests, webhooks and files. */
export const BODIES = [
  { name: "JSON", inputs: { ...JSON_SHAPES, ...RUNS }, run: body("application/json") },
  { name: "JSON, strictly", inputs: JSON_SHAPES, run: strictly("application/json") },
  { name: "YAML", inputs: YAML_SHAPES, run: body("application/yaml") },
  {
    name: "protobuf",
    inputs: {
      bytes: (size) => unknown(Buffer.alloc(size, 0xff)),
      zeros: (size) => unknown(Buffer.alloc(size)),
      "unknown fields": (size) =>
        unknown(Buffer.concat(many(size, () => "0123456789").map(() => field(15, bytes("abc"))))),
      entries: (size) => unknown(Buffer.concat(many(size, (i) => i).map(entry))),
      "same entry": (size) => unknown(Buffer.concat(many(size, () => 1).map(() => entry(0)))),
      depth: (size) => unknown(nestedFields(size)),
    },
    run: (raw) => parseObjectBody(raw, "application/vnd.kubernetes.protobuf"),
  },
  {
    name: "webhook's answer",
    inputs: JSON_SHAPES,
    run: (text) =>
      decodeReview({ status: 200, contentType: "application/json", body: bytes(text) }, "v1", undefined),
  },
  { name: "webhook's YAML", inputs: YAML_SHAPES, run: parseSmallYaml },
  {
    name: "webhook's error",
    inputs: { ...RUNS, ...YAML_SHAPES },
    run: (text) => responseError(500, "application/yaml", bytes(text)),
  },
  {
    name: "certificate request",
    inputs: {
      zeros: (size) => Buffer.alloc(size).toString("base64"),
      ...Object.fromEntries(
        Object.entries(RUNS).map(([name, make]) => [
          name,
          (size) => Buffer.from(make(size)).toString("base64"),
        ]),
      ),
      sequences: (size) =>
        Buffer.from(
          `-----BEGIN CERTIFICATE REQUEST-----\n${Buffer.alloc((size * 3) / 4, 0x30).toString("base64")}\n-----END CERTIFICATE REQUEST-----\n`,
        ).toString("base64"),
    },
    run: parseRequest,
  },
  { name: "create", inputs: CREATED, run: (text) => send("POST", CONFIG_MAPS, "application/json", text) },
  { name: "create a pod", inputs: POD_SHAPES, run: (text) => send("POST", PODS, "application/json", text) },
  {
    name: "update",
    inputs: Object.fromEntries(
      Object.entries(CREATED).map(([name, make]) => [
        name,
        (size) => make(size).replace('"name":"b"', '"name":"a"'),
      ]),
    ),
    run: (text) => send("PUT", `${CONFIG_MAPS}/a`, "application/json", text),
  },
  {
    name: "JSON patch",
    inputs: {
      add: (size) => patchOps(size, (i) => ({ op: "add", path: `/data/k${i}`, value: "v" })),
      same: (size) => patchOps(size, () => ({ op: "replace", path: "/data/a", value: "v" })),
      "long path": (size) => JSON.stringify([{ op: "add", path: fill("/a", size), value: "v" }]),
      copy: (size) => patchOps(size, (i) => ({ op: "copy", from: "/data/a", path: `/data/k${i}` })),
      test: (size) => patchOps(size, () => ({ op: "test", path: "/data", value: { a: "b" } })),
    },
    run: (text) => send("PATCH", `${CONFIG_MAPS}/a`, "application/json-patch+json", text),
  },
  {
    name: "merge patch",
    inputs: {
      data: (size) => JSON.stringify({ data: mapOf(size) }),
      nulls: (size) => JSON.stringify({ data: mapOf(size, (i) => [`k${i}`, null]) }),
      depth: JSON_SHAPES["depth of objects"],
      managers: (size) => JSON.stringify({ metadata: { managedFields: managed(size) } }),
    },
    run: (text) => send("PATCH", `${CONFIG_MAPS}/a`, "application/merge-patch+json", text),
  },
  {
    name: "strategic merge patch",
    inputs: {
      containers: (size) =>
        JSON.stringify({ spec: { containers: many(size, (i) => ({ name: `c${i}`, image: "a" })) } }),
      deletions: (size) =>
        JSON.stringify({ spec: { containers: many(size, (i) => ({ name: `c${i}`, $patch: "delete" })) } }),
      order: (size) =>
        JSON.stringify({
          spec: {
            "$setElementOrder/containers": many(size / 2, (i) => ({ name: `c${i}` })),
            containers: many(size / 2, (i) => ({ name: `c${i}`, image: "a" })),
          },
        }),
      primitives: (size) => JSON.stringify({ metadata: { finalizers: many(size, (i) => `a.b/c${i}`) } }),
      "primitives deleted": (size) =>
        JSON.stringify({
          metadata: { "$deleteFromPrimitiveList/finalizers": many(size, (i) => `a.b/c${i}`) },
        }),
    },
    run: (text) => send("PATCH", `${PODS}/a`, "application/strategic-merge-patch+json", text),
  },
  {
    name: "apply",
    inputs: {
      data: (size) => JSON.stringify({ ...meta, data: mapOf(size) }),
      labels: (size) => JSON.stringify({ ...meta, metadata: { name: "a", labels: mapOf(size) } }),
      finalizers: (size) =>
        JSON.stringify({ ...meta, metadata: { name: "a", finalizers: many(size, (i) => `a.b/c${i}`) } }),
      unknown: (size) => JSON.stringify({ ...meta, ...mapOf(size) }),
    },
    run: (text) =>
      send("PATCH", `${CONFIG_MAPS}/a?fieldManager=b&force=true`, "application/apply-patch+yaml", text),
  },
  {
    name: "apply a pod",
    inputs: POD_SHAPES,
    run: (text) => send("PATCH", `${PODS}/b?fieldManager=b&force=true`, "application/apply-patch+yaml", text),
  },
];

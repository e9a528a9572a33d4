import { Buffer } from "node:buffer";
import { DRY, Scenario } from "../scenario.ts";
import { counted, enveloped, join, MAGIC, PROTOBUF, sized, tag, varint } from "./protobuf-bytes.ts";

const MAPS = "/api/v1/namespaces/{{ns}}/configmaps";
const OPTIONS = "DeleteOptions";

const META = sized(1, sized(1, "a"));
const TYPE = join(sized(1, "v1"), sized(2, "ConfigMap"));
const RAW = join(META, sized(2, sized(1, "k"), sized(2, "v")));
const nothing = Buffer.alloc(0);
const zeros = (count: number): Buffer => Buffer.alloc(count);
const many = (count: number): Buffer => Buffer.alloc(count, 0xff);

/** An envelope around the type of a ConfigMap and such a message, with further fields. */
const around = (type: Buffer, message: Buffer, ...more: Buffer[]): Buffer =>
  join(MAGIC, sized(1, type), sized(2, message), ...more);
const also = (...more: Buffer[]): Buffer => around(TYPE, RAW, ...more);
const said = (apiVersion: string, kind: string): Buffer => enveloped(apiVersion, kind, RAW);

const ENVELOPES: readonly Buffer[] = [
  nothing,
  MAGIC,
  MAGIC.subarray(0, 3),
  also().subarray(4),
  also().subarray(0, -3),
  also().subarray(0, 8),
  said("v1", "Nothing"),
  said("a/b/c", "ConfigMap"),
  said("__internal", "ConfigMap"),
  also(counted(4, 5)),
  also(counted(3, 5)),
  also(counted(0, 4)),
  also(tag(100, 1), zeros(8)),
  also(tag(100, 5), zeros(3)),
  also(tag(7, 3), counted(1, 5), tag(7, 4)),
  also(tag(7, 3), counted(1, 5)),
  also(tag(7, 4)),
  also(tag(7, 6)),
  join(MAGIC, counted(1, 5), sized(2, RAW)),
  join(MAGIC, sized(1, TYPE), counted(2, 5)),
  join(MAGIC, tag(1, 2)),
  join(MAGIC, many(11)),
  join(MAGIC, tag(1, 2), many(11)),
  join(MAGIC, tag(1, 2), varint(2 ** 31)),
  join(MAGIC, tag(1, 2), many(9), Buffer.from([1])),
  around(join(TYPE, sized(3, "x")), RAW),
  around(join(counted(1, 3), sized(2, "ConfigMap")), RAW),
  around(join(sized(1, "v1"), tag(2, 5), zeros(4)), RAW),
  around(TYPE.subarray(0, 5), RAW),
];

const map = (...parts: Buffer[]): Buffer => enveloped("v1", "ConfigMap", META, ...parts);
const meta = (...parts: Buffer[]): Buffer => enveloped("v1", "ConfigMap", sized(1, sized(1, "a"), ...parts));

const MESSAGES: readonly Buffer[] = [
  map(tag(99, 4)),
  map(counted(0, 1)),
  map(tag(99, 6)),
  map(counted(2, 3)),
  map(counted(1, 3)),
  map(sized(2, tag(1, 2), varint(50))),
  map(sized(4, "x")),
  map(tag(4, 0), Buffer.alloc(10, 0x81), Buffer.from([1])),
  meta(counted(8, 4)),
  meta(counted(10, 5)),
  meta(sized(7, "x")),
  meta(sized(15, "x")),
];

const protobuf = (bytes: Buffer, query: [string, string][] = DRY, accept = "application/json") => ({
  base64: bytes.toString("base64"),
  headers: { "content-type": PROTOBUF, accept },
  query,
});

/** Bodies in protobuf whose bytes are wrong, odd or in parts. */
export function protobufWire(): Scenario {
  const s = new Scenario("protobuf-wire");
  for (const bytes of [...ENVELOPES, ...MESSAGES]) s.send("POST", MAPS, undefined, protobuf(bytes));
  s.post(MAPS, { metadata: { name: "a" } });
  const strict: [string, string][] = [...DRY, ["fieldValidation", "Strict"]];
  for (const bytes of [...ENVELOPES, ...MESSAGES])
    s.send("PUT", `${MAPS}/a`, undefined, protobuf(bytes, strict));
  for (const bytes of ENVELOPES) s.send("DELETE", `${MAPS}/a`, undefined, protobuf(bytes));
  return s;
}

const TYPES: readonly [string, string][] = [["v1", ""]];

const CHOICES: readonly Buffer[] = [
  counted(1, 0),
  counted(1, -1),
  sized(2, sized(1, "u")),
  sized(2, sized(2, "5")),
  sized(2),
  counted(3, 1),
  sized(4, "Foreground"),
  sized(4, "Odd"),
  sized(5, "All"),
  sized(5, "x"),
  counted(6, 1),
  counted(9, 1),
  sized(1, "x"),
  counted(4, 1),
  Buffer.from([0x22, 5, 65]),
  join(counted(3, 1), sized(4, "Orphan")),
];

/** Options of deletes in protobuf, of one object, of several and of none. */
export function protobufDeletes(): Scenario {
  const s = new Scenario("protobuf-deletes");
  s.post(MAPS, { metadata: { name: "a", finalizers: ["a.b/c"] } });
  for (const path of [`${MAPS}/a`, MAPS, `${MAPS}/none`]) {
    for (const [apiVersion, kind] of TYPES)
      s.send("DELETE", path, undefined, protobuf(enveloped(apiVersion, kind, counted(1, 5))));
    for (const choice of CHOICES) {
      const bytes = enveloped("meta.k8s.io/v1", OPTIONS, choice);
      s.send("DELETE", path, undefined, protobuf(bytes, DRY, PROTOBUF));
      s.send("DELETE", path, undefined, protobuf(enveloped("v1", OPTIONS, choice), []));
    }
  }
  return s;
}

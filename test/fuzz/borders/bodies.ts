import { isUtf8 } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import { writeYaml } from "../../../src/go-yaml/write-yaml.ts";
import { yaml } from "../../../src/go-yaml/yaml.ts";
import { infiniteProblem } from "../../../src/json/parse/number-literals.ts";
import { parseJson, parseJsonWithLiterals } from "../../../src/json/parse/parse.ts";
import { stringify } from "../../../src/json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import { parseJsonBody, parseYamlBody } from "../../../src/server/handle/write/body/read-body.ts";
import { decodeTyped } from "../../../src/types/decode/decode.ts";
import { arrangeTyped } from "../../../src/types/go-order.ts";
import { builtinShape } from "../../../src/types/notation/shapes.ts";
import { encodeProtobuf } from "../../../src/types/protobuf/encode-envelope.ts";
import { decodeProtobuf } from "../../../src/types/protobuf/envelope.ts";
import type { Border } from "../border.ts";

export const POD: JsonObject = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: { name: "web", namespace: "demo", labels: { app: "web", "example.com/x": "y" } },
  spec: {
    containers: [
      {
        name: "c",
        image: "registry.example.com/web:1.0",
        command: ["sh", "-c", 'echo "$X" \\ \u2028 é 😀'],
        env: [{ name: "X", value: "1" }],
        ports: [{ containerPort: 80, protocol: "TCP" }],
        resources: { limits: { cpu: "1500m", memory: "1.5Gi" } },
        livenessProbe: { httpGet: { port: "http" }, periodSeconds: 5 },
      },
    ],
    tolerations: [{ key: "a", operator: "Exists", tolerationSeconds: 300 }],
    activeDeadlineSeconds: 9007199254740993n,
  },
  status: { startTime: "2026-01-02T03:04:05Z" },
};

const POD_TEXT = stringify(POD);
const YAML = `# a comment
kind: ConfigMap
apiVersion: v1
metadata: {name: &n m, labels: {a: "b"}}
data:
  <<: {x: y}
  name: *n
  text: |
    lines
      more
  folded: >-
    one
    two
  number: "1"
  yes: no
  time: 2020-01-02
  list: [a, {b: c}]
---
second: document
`;

const hasMinusZero = (value: unknown): boolean =>
  Object.is(value, -0) ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasMinusZero));

/** JSON, YAML and protobuf of clients. */
export const BODIES: readonly Border[] = [
  {
    name: "json",
    corpus: [POD_TEXT, '{"a":[1,-2.5e10,true,null,"\\u00e9\\ud83d\\ude00",{"a":1,"a":2}]}', "[]", '"x"', "1"],
    run(input) {
      const { value, literals } = parseJsonWithLiterals(input);
      if (infiniteProblem(literals) !== undefined || Math.abs(Number(value)) > 1e308) return undefined;
      // It is written as 0, as Go does with an integer.
      if (hasMinusZero(value)) return undefined;
      const text = stringify(value);
      // A great float is written without an exponent, and read as an integer, as in Go.
      if (!isDeepStrictEqual(plain(parseJson(text)), plain(value)))
        return "what was written is read as something else";
      return agreesWithEngine(input, value);
    },
  },
  {
    name: "json-body",
    corpus: [POD_TEXT, '{"a":{"b":1,"b":[{"c":1,"c":2}]},"a":3}'],
    run: (input) => void parseJsonBody(input),
  },
  {
    name: "yaml-body",
    corpus: [YAML, POD_TEXT, "a: b", "- 1\n- 2"],
    run: (input) => void parseYamlBody(input),
  },
  {
    name: "yaml-written",
    corpus: [POD_TEXT, '{"a":"x\\ny","b":" ","c":"- x","d":["1","y","~","a: b","#"],"a1":1,"a10":2,"a2":3}'],
    run(input) {
      const { value, literals } = parseJsonWithLiterals(input);
      if (!isJsonObject(value) || hasOddities(value) || infiniteProblem(literals) !== undefined)
        return undefined;
      const options = { version: "1.1", schema: "yaml-1.1", intAsBigInt: true } as const;
      const again = yaml().parse(writeYaml(value), options) as Json;
      return isDeepStrictEqual(plain(again), plain(value)) ? undefined : "YAML is read as something else";
    },
  },
  {
    name: "typed",
    corpus: [POD_TEXT],
    run(input) {
      const value = parseJson(input);
      if (!isJsonObject(value)) return undefined;
      const shape = builtinShape("core/v1.Pod");
      const once = stringify(arrangeTyped(decodeTyped(value, shape) as never, shape).object);
      const twice = stringify(decodeTyped(parseJson(once) as JsonObject, shape));
      return once === twice ? undefined : "decoding twice gives something else";
    },
  },
  {
    name: "protobuf",
    corpus: [
      encodeProtobuf(structuredClone(POD)) ?? "",
      encodeProtobuf({ kind: "ConfigMap", apiVersion: "v1", metadata: { name: "m" }, data: { a: "b" } }) ??
        "",
    ],
    run(input) {
      const value = decodeProtobuf(input);
      const bytes = encodeProtobuf(value);
      if (bytes === undefined) return undefined;
      return isDeepStrictEqual(decodeProtobuf(bytes), value)
        ? undefined
        : "what was written is read as something else";
    },
  },
];

/** Flat texts in UTF-8 that V8 accepts must be accepted here, with the same value. */
function agreesWithEngine(input: Buffer, value: Json): string | undefined {
  if (!isUtf8(input) || /\d{15}|[eE][-+]?\d\d|\\u[dD]/.test(input.toString("latin1"))) return undefined;
  let other: unknown;
  try {
    other = JSON.parse(input.toString());
  } catch {
    return "accepted, though it is no JSON";
  }
  return isDeepStrictEqual(other, value) ? undefined : "read as something else than by JSON.parse";
}

const plain = (value: Json): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, member: unknown) => (typeof member === "bigint" ? Number(member) : member)),
  );

/**
 * Parts that the YAML library reads differently: characters that YAML does not have, names of prototypes, lines, too
 * large numbers.
 */
const hasOddities = (value: JsonObject): boolean =>
  /[\u0080-\u009f\u2028\u2029\ufeff\ufffd\ud800-\udfff]|__proto__|\\u00|\\[bfr]|<<|"[=~.]"|\d[eE][-+]?\d{3}/.test(
    JSON.stringify(plain(value)),
  );

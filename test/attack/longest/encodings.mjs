import { DEFINITION_KINDS } from "./definitions.mjs";
import { OBJECT_KINDS } from "./objects.mjs";
import { POD_KINDS } from "./pods.mjs";
import { BODY_BYTES, many, path } from "./shapes.mjs";

const YAML = "application/yaml";
const PROTOBUF = "application/vnd.kubernetes.protobuf";

/** YAML in block style, the usual style of files. */
function yamlOf(value, indent = "") {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return ` ${JSON.stringify(value)}\n`;
  const lines = Object.entries(value).map(([name, member]) => {
    const nested = yamlOf(member, `${indent}  `);
    return `${indent}${Array.isArray(value) ? "-" : `${name}:`}${nested}`;
  });
  return `\n${lines.join("")}`;
}

const TEXTS = {
  "one line after the other": () => "k: v\n".repeat(BODY_BYTES / 5),
  comments: () => "# c\n".repeat(BODY_BYTES / 4),
  "flow collections": () => `a: [${"{a: b},".repeat(BODY_BYTES / 7)}]`,
  "empty flow collections": () => `a: [${"[],".repeat(BODY_BYTES / 3)}]`,
  anchors: () => `a:\n${"- &a b\n".repeat(BODY_BYTES / 7)}`,
  aliases: () => `a: &a b\nc: [${"*a,".repeat(BODY_BYTES / 3)}]`,
  "folded text": () => `a: >\n${"  b\n\n".repeat(BODY_BYTES / 5)}`,
  documents: () => "---\na: b\n".repeat(BODY_BYTES / 9),
  quotes: () => `a: "${"b\\n".repeat(BODY_BYTES / 3)}"`,
  colons: () => "a:".repeat(BODY_BYTES / 2),
  "no end": () => `a: [${"b,".repeat(BODY_BYTES / 2)}`,
  merges: () => `a: &a {b: c}\nd:\n${"- <<: *a\n".repeat(BODY_BYTES / 9)}`,
};

const MAPS = path("v1", "configmaps");
/** YAML is longer than JSON: it ends with the last line for which there is room. */
export const asYaml = (make) => () => {
  const { body, ...rest } = make();
  const all = yamlOf(body).slice(1);
  const end = all.length > BODY_BYTES ? all.lastIndexOf("\n", BODY_BYTES) + 1 : all.length;
  return { ...rest, type: YAML, body: all.slice(0, end) };
};
const given = (kinds, names) => names.map((name) => [`${name}, in YAML`, asYaml(kinds[name])]);

/** A field of a message that has a length: a message, a string, bytes. */
function field(number, content) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const length = [];
  for (let left = bytes.length; ; left >>>= 7) {
    length.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) break;
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
}
const message = (...fields) => Buffer.concat(fields);
const envelope = (kind, raw) =>
  message(Buffer.from("k8s\0"), field(1, message(field(1, "v1"), field(2, kind))), field(2, raw));
const repeated = (item) => {
  const list = [];
  for (let i = 0, length = 0; length < BODY_BYTES - 100; i++) {
    const made = item(i);
    list.push(made);
    length += made.length;
  }
  return Buffer.concat(list);
};
const META = field(1, field(1, "longest"));
const binary = (resource, kind, raw) => () => ({
  path: path("v1", resource),
  type: PROTOBUF,
  body: envelope(kind, message(META, raw())),
});

/** Bodies of 3 MB in YAML and protobuf. */
export const ENCODING_KINDS = {
  ...Object.fromEntries([
    ...given(OBJECT_KINDS, [
      "config map, small keys",
      "config map, one value",
      "config map, labels",
      "config map, managed fields",
      "endpoints, addresses",
      "review of access, extra",
    ]),
    ...given(POD_KINDS, ["pod, containers", "pod, environment", "pod, empty containers"]),
    ...given(DEFINITION_KINDS, ["definition, properties", "custom, list of type map", "custom, map"]),
    ...Object.entries(TEXTS).map(([name, make]) => [
      `YAML, ${name}`,
      () => ({ path: MAPS, type: YAML, body: make() }),
    ]),
  ]),
  "YAML, JSON": () => ({ ...OBJECT_KINDS["config map, small keys"](), type: YAML }),
  "config map, small keys, in protobuf": binary("configmaps", "ConfigMap", () =>
    repeated((i) => field(2, message(field(1, `k${i}`), field(2, "v")))),
  ),
  "pod, containers, in protobuf": binary("pods", "Pod", () =>
    field(
      2,
      repeated((i) => field(2, message(field(1, `c${i}`), field(2, "i")))),
    ),
  ),
  "pod, empty containers, in protobuf": binary("pods", "Pod", () =>
    field(
      2,
      repeated(() => field(2, "")),
    ),
  ),
  "pod, environment, in protobuf": binary("pods", "Pod", () =>
    field(
      2,
      field(
        2,
        message(
          field(1, "c"),
          field(2, "i"),
          repeated((i) => field(7, field(1, `E${i}`))),
        ),
      ),
    ),
  ),
  "pod, unknown fields, in protobuf": binary("pods", "Pod", () => repeated(() => field(15, "a"))),
  "JSON, one key": () => ({ path: MAPS, body: `{${'"a":1,'.repeat(BODY_BYTES / 6)}"b":1}` }),
  "JSON, one key of data": () => ({
    path: MAPS,
    body: `{"metadata":{"name":"longest"},"data":{${'"a":"",'.repeat(BODY_BYTES / 7)}"b":""}}`,
  }),
  "JSON, keys given twice": () => ({
    path: MAPS,
    body: `{"metadata":{"name":"longest"},"data":{${many((i) => [`"k${i}":""`, `"k${i}":""`])
      .flat()
      .join(",")
      .slice(0, BODY_BYTES - 200)}"}}`,
  }),
  "JSON, escapes": () => ({
    path: MAPS,
    body: `{"metadata":{"name":"longest"},"data":{"a":"${"\\u0041".repeat(BODY_BYTES / 6 - 20)}"}}`,
  }),
  "JSON, long number": () => ({ path: MAPS, body: `{"a":${"7".repeat(BODY_BYTES)}}` }),
  "JSON, numbers": () => ({ path: MAPS, body: `{"a":[${"1e1,".repeat(BODY_BYTES / 4)}1]}` }),
  "JSON, no end": () => ({ path: MAPS, body: `{"a":"${"b".repeat(BODY_BYTES)}` }),
  "JSON, blanks": () => ({ path: MAPS, body: " ".repeat(BODY_BYTES) }),
};

import { DEFINITION_KINDS, definition } from "./definitions.mjs";
import { OBJECT_KINDS } from "./objects.mjs";
import { POD_KINDS } from "./pods.mjs";
import { path } from "./shapes.mjs";

const ALL = { ...OBJECT_KINDS, ...POD_KINDS, ...DEFINITION_KINDS };
const TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
const PARTIAL = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const YAML = "application/yaml";

/** Lists of a collection with one object of 3 MB in it. */
const read = (name, what, { query = "", accept = "application/json" } = {}) => [
  `${name}, ${what}`,
  () => {
    const made = ALL[name]();
    return { before: [made], method: "GET", path: made.path + query, body: "", headers: { accept } };
  },
];
const GREAT = [
  "config map, small keys",
  "config map, labels",
  "config map, managed fields",
  "deployment, environment",
  "custom, map",
];
const selector = (bytes) => {
  const parts = [];
  for (let i = 0, length = 0; length < bytes; i++) {
    parts.push(`k${i}!=v`);
    // Encoded, `=` and the comma behind it have two characters more.
    length += parts[i].length + 5;
  }
  return encodeURIComponent(parts.join(","));
};
const get =
  (at, headers = {}) =>
  () => ({ method: "GET", path: at, body: "", headers });
const MAPS = path("v1", "configmaps");
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const STRINGS = { type: "object", additionalProperties: { type: "string" } };
const HEAD_BYTES = 900_000;
const ISSUER = "https://kubernetes.default.svc";
const SOCKET = {
  authorization: "",
  connection: "upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
};
const LONG_PROTOCOL = `base64url.bearer.authorization.k8s.io.${"YWFh".repeat(HEAD_BYTES / 4)}, a`;
const DEEP = `{"iss":"${ISSUER}","a":${"[".repeat(HEAD_BYTES / 3)}${"]".repeat(HEAD_BYTES / 3)}}`;
const encoded = (part) =>
  Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");
const bearer = (head, claims) => ({ authorization: `Bearer ${encoded(head)}.${encoded(claims)}.AAAA` });
const many = (item, count, length) => Array.from({ length: count }, (_, i) => `${i}${item.repeat(length)}`);

/** Requests without a body: great answers, and heads of nearly 1 MB. */
export const READ_KINDS = Object.fromEntries([
  ...GREAT.flatMap((name) => [
    read(name, "listed"),
    read(name, "listed as YAML", { accept: YAML }),
    read(name, "listed as a table", { accept: TABLE }),
    read(name, "listed as metadata", { accept: PARTIAL }),
    read(name, "listed by a selector", { query: "?labelSelector=a!%3Db,k7!%3Dw,k8%20notin%20(a,b)" }),
  ]),
  read("config map, small keys", "listed as protobuf", { accept: PROTOBUF }),
  read("pod, environment", "listed as protobuf", { accept: PROTOBUF }),
  read("config map, labels", "listed by a long selector", {
    query: `?labelSelector=${selector(HEAD_BYTES)}`,
  }),
  [
    "OpenAPI v2 after a new definition",
    () => ({ before: [{ path: DEFINITIONS, body: definition("others", STRINGS) }], ...get("/openapi/v2")() }),
  ],
  ["a long selector of labels", get(`${MAPS}?labelSelector=${selector(HEAD_BYTES)}`)],
  ["a long selector of labels that is wrong", get(`${MAPS}?labelSelector=${selector(HEAD_BYTES)},(`)],
  ["a long selector with one set", get(`${MAPS}?labelSelector=a+in+(${"b,".repeat(HEAD_BYTES / 2)}c)`)],
  [
    "a long selector of fields",
    get(`${MAPS}?fieldSelector=${"metadata.name!=a,".repeat(HEAD_BYTES / 17)}metadata.name!=b`),
  ],
  ["a long query", get(`${MAPS}?${"a=b&".repeat(HEAD_BYTES / 4)}limit=1`)],
  ["a long query of escapes", get(`${MAPS}?a=${"%20".repeat(HEAD_BYTES / 3)}`)],
  ["a long path", get(`${"/a".repeat(HEAD_BYTES / 2)}`)],
  ["a long continue token", get(`${MAPS}?continue=${"e30".repeat(HEAD_BYTES / 3)}`)],
  ["a long Accept header", get(MAPS, { accept: "a/b,".repeat(HEAD_BYTES / 4) })],
  ["a long token", get(MAPS, { authorization: `Bearer ${"e30.".repeat(HEAD_BYTES / 4)}` })],
  ["a long token, deep claims", get("/version", bearer({ alg: "RS256", kid: "x" }, DEEP))],
  ["a long token, a deep head", get("/version", bearer(DEEP, { iss: ISSUER }))],
  [
    "a long header Authorization of blanks",
    get("/version", { authorization: `Bearer${" ".repeat(HEAD_BYTES)}x` }),
  ],
  [
    "a long subprotocol of commas",
    get("/version", { ...SOCKET, "sec-websocket-protocol": ",".repeat(HEAD_BYTES) }),
  ],
  [
    "a long subprotocol with a token",
    get("/version", { ...SOCKET, "sec-websocket-protocol": LONG_PROTOCOL }),
  ],
  [
    "a long header Connection",
    get("/version", { ...SOCKET, connection: `${"a, ".repeat(HEAD_BYTES / 3)}upgrade` }),
  ],
  [
    "a long query with a timeout",
    get(`/version?${"a&".repeat(HEAD_BYTES / 2)}timeout=1s`, { authorization: "" }),
  ],
  [
    "long groups of impersonation",
    get(MAPS, { "impersonate-user": "a", "impersonate-group": many("g", 1900, 400) }),
  ],
  [
    "a long header X-Forwarded-For",
    get("/version", { authorization: "", "x-forwarded-for": "1,".repeat(HEAD_BYTES / 2) }),
  ],
  ["a long header Cookie", get("/version", { authorization: "", cookie: "a=b; ".repeat(HEAD_BYTES / 5) })],
  [
    "a long Accept header without a token",
    get("/version", { authorization: "", accept: "a/b;q=1,".repeat(HEAD_BYTES / 8) }),
  ],
  ["a long password", get("/version", { authorization: `Basic ${"YTpi".repeat(HEAD_BYTES / 4)}` })],
  [
    "long extra headers of impersonation",
    get(
      MAPS,
      Object.fromEntries([
        ["impersonate-user", "a"],
        ...Array.from({ length: 1900 }, (_, i) => [`impersonate-extra-k${i}`, "v".repeat(300)]),
      ]),
    ),
  ],
]);

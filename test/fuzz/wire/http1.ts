import { mutated } from "../mutate.ts";
import { namespaceIsEmpty } from "./canary.ts";
import { type Said, sayAndListen } from "./say-and-listen.ts";
import type { WireBorder } from "./wire-border.ts";

const JSON_TYPE = "content-type: application/json";
const MAP = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"x-"},"data":{"a":"b"}}';
const POD = '{"metadata":{"generateName":"p-"},"spec":{"containers":[{"name":"c","image":"i"}]}}';

const head = (line: string, ...lines: string[]): string =>
  `${[`${line} HTTP/1.1`, "host: x", ...lines].join("\r\n")}\r\n\r\n`;
const as = (who: string): string => `authorization: Bearer ${who}-token`;
const withBody = (line: string, body: string, ...lines: string[]): string =>
  head(line, `content-length: ${body.length}`, ...lines) + body;
const chunked = (body: string): string =>
  `${body.length.toString(16)};x=y\r\n${body}\r\n0\r\nx-trailer: z\r\n\r\n`;

const webSocket = (path: string, ...lines: string[]): string =>
  head(
    `GET ${path}`,
    ...["connection: Upgrade", "upgrade: websocket", "origin: https://x", "sec-websocket-version: 13"],
    ...["sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==", ...lines],
  );
/** A text in two pieces with a ping between them, and a farewell: masked with zeros (RFC 6455, 5.2). */
const FRAMES = `\x01\x81\0\0\0\0a\x89\x82\0\0\0\0hi\x80\xfe\0\x80\0\0\0\0${"b".repeat(128)}\x88\x82\0\0\0\0\x03\xe8`;

const MAPS = "/api/v1/namespaces/fuzz/configmaps";
const CANARY = "/api/v1/namespaces/canary/configmaps";

/** Complete requests, and data after them on the same connection. */
const CORPUS = [
  head("GET /version"),
  head("GET /healthz?verbose", "connection: close", "accept: text/plain;q=0.5, */*;q=0.1"),
  head(
    "GET /apis",
    as("any"),
    "accept: application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io",
  ),
  head(`GET ${MAPS}?limit=3&labelSelector=a%3Db&fieldSelector=metadata.name!%3Dx`, as("writer")),
  head(`GET ${MAPS}?watch=1&timeoutSeconds=1&resourceVersion=0&allowWatchBookmarks=true`, as("writer")),
  head(`GET ${MAPS}`, as("writer"), "accept: application/json;as=Table;v=v1;g=meta.k8s.io, application/yaml"),
  head(
    `GET ${MAPS}`,
    as("writer"),
    "accept: application/vnd.kubernetes.protobuf",
    "accept-encoding: gzip, br;q=0",
  ),
  head("OPTIONS *") + head("HEAD /api") + head("TRACE /api") + head("CONNECT x:443"),
  withBody(`POST ${MAPS}`, MAP, as("writer"), JSON_TYPE),
  withBody(`POST ${MAPS}?dryRun=All&fieldValidation=Strict&fieldManager=m`, MAP, as("writer"), JSON_TYPE),
  withBody("POST /api/v1/namespaces/fuzz/pods", POD, as("writer"), JSON_TYPE) + head("GET /livez"),
  head(`POST ${MAPS}`, as("writer"), JSON_TYPE, "transfer-encoding: chunked") + chunked(MAP),
  head(`POST ${MAPS}`, as("writer"), JSON_TYPE, "transfer-encoding: chunked", "content-length: 4") +
    chunked(MAP),
  withBody(`POST ${MAPS}`, MAP, as("writer"), JSON_TYPE, "expect: 100-continue"),
  withBody(
    `PATCH ${MAPS}/none`,
    '[{"op":"add","path":"/data/x","value":"y"}]',
    as("writer"),
    "content-type: application/json-patch+json",
  ),
  withBody(
    `PATCH ${MAPS}/made?fieldManager=f&force=true`,
    "apiVersion: v1\nkind: ConfigMap\n",
    as("writer"),
    "content-type: application/apply-patch+yaml",
  ),
  withBody(`DELETE ${MAPS}?labelSelector=a`, '{"propagationPolicy":"Orphan"}', as("writer"), JSON_TYPE),
  withBody(`POST ${CANARY}`, MAP, as("any"), JSON_TYPE) + withBody(`POST ${CANARY}`, MAP, JSON_TYPE),
  withBody(
    `POST ${CANARY}`,
    MAP,
    as("writer"),
    JSON_TYPE,
    "impersonate-user: admin",
    "impersonate-group: system:masters",
  ),
  withBody(
    `PUT ${CANARY}/x`,
    MAP,
    "authorization: Basic YWRtaW46YWRtaW4=",
    JSON_TYPE,
    "x-remote-user: admin",
    "x-forwarded-for: 127.0.0.1",
  ),
  head(
    "GET /api/v1/namespaces/fuzz/pods/p/exec?command=a",
    as("writer"),
    "connection: Upgrade",
    "upgrade: SPDY/3.1",
  ),
  webSocket(`${MAPS}?watch=1&timeoutSeconds=1`, as("writer")) + FRAMES,
  webSocket(
    `${MAPS}?watch=1&timeoutSeconds=1`,
    "sec-websocket-protocol: base64url.bearer.authorization.k8s.io.d3JpdGVyLXRva2Vu, base64.binary.k8s.io",
  ) + FRAMES,
  webSocket(MAPS, as("writer")) + FRAMES,
  head(
    "GET /apis",
    "connection: upgrade, http2-settings",
    "upgrade: h2c",
    "http2-settings: AAMAAABkAAQAAP__",
  ),
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
  head(`GET http://other.example.com${MAPS}`, as("writer"), "host: y"),
  `GET /version HTTP/1.0\r\n\r\n`,
  "GET /version\r\n\r\n",
].map((text) => Buffer.from(text, "latin1"));

/** Maximum time in which the server must end a connection whose client has ended its side, also on busy machines. */
const PATIENCE_MS = 15_000;

/** Raw HTTP/1.1 over TLS. */
export const HTTP1: WireBorder = {
  name: "http1",
  parallel: 64,
  make: (random) => mutated(CORPUS, random),
  async send(input, target) {
    return problemOf(await sayAndListen(input, target, { alpn: "http/1.1", patienceMs: PATIENCE_MS }));
  },
  check: (target) => namespaceIsEmpty(target, "canary"),
};

function problemOf({ heard, waitedTooLong }: Said): string | undefined {
  const text = heard.toString("latin1");
  if (/panic|Internal error occurred: internal error/.test(text)) return "an exception that nobody foresaw";
  if (text !== "" && !/^HTTP\/1\.1 [1-5]\d\d [\w -]*(?:: [\w -]+)?\r\n/.test(text))
    return `what it answers is no HTTP: ${JSON.stringify(text.slice(0, 60))}`;
  return waitedTooLong ? "the connection stays open though the client has said all" : undefined;
}

import { beforeAll, describe, expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

const api = await clusterForTests();
await api.ask("POST", MAPS, { metadata: { name: "a" } });

test.each([`${MAPS}/a?resourceVersion=1`, `${MAPS}/a?uid=x`, `${MAPS}?uid=x`])(
  "the query of DELETE %s holds a precondition",
  async (url) => {
    expect((await api.ask("DELETE", url)).status).toBe(409);
  },
);

test("a body wins over the query", async () => {
  const { status } = await api.ask("DELETE", `${MAPS}/a?resourceVersion=1`, { kind: "DeleteOptions" });
  expect(status).toBe(200);
});

/** Sends a request without headers about the body's length, as over HTTP/2 or in chunks. */
async function bare(body: string | Uint8Array, type?: string): Promise<{ status: number; message: unknown }> {
  const headers = {
    authorization: `Bearer ${api.cluster.token}`,
    ...(type === undefined ? {} : { "content-type": type }),
  };
  const request = memoryRequest({ method: "DELETE", url: `${MAPS}/kept`, headers, body });
  const { status, body: answer } = await api.cluster.handle(request);
  return { status, message: JSON.parse(String(answer)).message };
}

describe("a body that no header announces", () => {
  beforeAll(() => api.ask("POST", MAPS, { metadata: { name: "kept" } }));

  test("is read all the same", async () => {
    expect((await bare('{"dryRun":["All"]}')).status).toBe(200);
    expect((await bare('{"preconditions":{"uid":"x"}}')).status).toBe(409);
    expect((await api.ask("GET", `${MAPS}/kept`)).status).toBe(200);
  });

  test("is of no type when it is empty", async () => {
    await api.ask("POST", MAPS, { metadata: { name: "other" } });
    const headers = { "content-type": "text/plain" };
    expect((await api.ask("DELETE", `${MAPS}/other`, undefined, headers)).status).toBe(200);
    expect((await bare("{}", "text/plain")).status).toBe(415);
  });

  test("may be YAML or protobuf", async () => {
    expect((await bare("dryRun: [All]", "application/yaml")).status).toBe(200);
    const protobuf = Buffer.from("k8s\0\n\0\x12\x05*\x03All", "latin1");
    expect((await bare(protobuf, "application/vnd.kubernetes.protobuf")).status).toBe(200);
  });
});

const FIELD = "into Go struct field DeleteOptions.";

/** Builds an envelope with this apiVersion and kind around these bytes. */
const envelope = (apiVersion: string, kind: string, raw = ""): Buffer => {
  const field = (tag: string, text: string): string => `${tag}${String.fromCharCode(text.length)}${text}`;
  const meta = field("\n", field("\n", apiVersion) + field("\x12", kind));
  return Buffer.from(`k8s\0${meta}${field("\x12", raw)}`, "latin1");
};

// Every answer here is from kube-apiserver 1.36.3.
test.each([
  [
    "v1/",
    "Pod",
    "",
    'no kind "Pod" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    "a/b/c",
    "Pod",
    "",
    'no kind "Pod" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  ["a/b/c", "", "\n\0", "proto: wrong wireType = 2 for field GracePeriodSeconds"],
])("options in protobuf that say %j and %j", async (apiVersion, kind, raw, message) => {
  const answer = await bare(envelope(apiVersion, kind, raw), "application/vnd.kubernetes.protobuf");
  expect(answer).toEqual({ status: 400, message });
});

test.each([
  [
    '{"gracePeriodSeconds":1.0}',
    `json: cannot unmarshal number 1.0 ${FIELD}gracePeriodSeconds of type int64`,
  ],
  ['{"dryRun":"All"}', `json: cannot unmarshal string ${FIELD}dryRun of type []string`],
  ['{"dryRun":[1]}', `json: cannot unmarshal number ${FIELD}dryRun of type string`],
  [
    '{"preconditions":{"uid":5}}',
    "json: cannot unmarshal number into Go struct field Preconditions.preconditions.uid of type types.UID",
  ],
  [
    '{"ignoreStoreReadErrorWithClusterBreakingPotential":"x"}',
    `json: cannot unmarshal string ${FIELD}ignoreStoreReadErrorWithClusterBreakingPotential of type bool`,
  ],
  [
    '{"kind":5}',
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
  ],
  ['{"apiVersion":"a/b/c"}', "unexpected GroupVersion string: a/b/c"],
  [
    '{"kind":"Pod","apiVersion":"v"}',
    'no kind "Pod" is registered for version "v" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    '{"kind":"Pod","ApiVersion":"v1"}',
    'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    '{"kind":"Pod"}',
    'no kind "Pod" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
])("options of the wrong type are refused: %s", async (body, message) => {
  expect(await bare(body)).toEqual({ status: 400, message });
});

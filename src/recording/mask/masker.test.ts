import { describe, expect, test } from "vitest";
import { type Json, type JsonObject, record } from "../../json/value.ts";
import { textMembers } from "../members.ts";
import { readRequest } from "../read-request.ts";
import type { RecordedRequest } from "../recording.ts";
import { parseMaskedField } from "./field.ts";
import { createMasker } from "./masker.ts";

const SECRET = "hunter2-hunter2";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

function request(resource: string, more: JsonObject): RecordedRequest {
  const read = readRequest({
    operation: "CREATE",
    resource: { group: "", version: "v1", resource },
    ...more,
  });
  if (read === undefined) throw new Error("no request");
  return read;
}

const secret = (data: JsonObject, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s" },
  data,
  ...more,
});

/** Expects that neither the text nor its base64 form is left. */
function expectGone(value: unknown, text = SECRET): void {
  const all = JSON.stringify(value);
  expect(all).not.toContain(text);
  expect(all).not.toContain(base64(text));
}

describe("createMasker", () => {
  test("createMasker masks the values of a Secret wherever they stand, and leaves it one", () => {
    const applied = JSON.stringify(secret({ key: base64(SECRET) }));
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": applied };
    const masked = createMasker().mask(
      request("secrets", {
        object: secret(
          { key: base64(SECRET), json: base64(`{"auths":"${SECRET}"}`), empty: "" },
          { metadata: { name: "s", annotations } },
        ),
        oldObject: secret({ key: base64(SECRET) }),
        stored: secret({ key: base64(SECRET) }),
        patch: { type: "merge", body: { stringData: { key: SECRET } } },
        decision: {
          message: `no: ${SECRET} and ${base64(SECRET)}`,
          warnings: [SECRET],
          result: secret({ key: base64(SECRET) }),
        },
        calls: [
          {
            webhook: "w",
            message: SECRET,
            warnings: [SECRET],
            patch: [
              { op: "add", path: "/data/other", value: base64(SECRET) },
              { op: "add", path: "/data", value: { a: base64(SECRET) } },
            ],
          },
        ],
      }),
    );
    expectGone(masked);
    const { key, json, empty } = textMembers(masked.object?.data);
    expect(masked.oldObject?.data).toEqual({ key });
    expect(masked.calls[0]?.patch).toEqual([
      { op: "add", path: "/data/other", value: key },
      { op: "add", path: "/data", value: { a: key } },
    ]);
    const text = Buffer.from(key ?? "", "base64").toString();
    expect(text).toMatch(/^masked-[0-9a-f]{20}$/);
    expect(masked.patch?.body).toEqual({ stringData: { key: text } });
    expect(JSON.parse(Buffer.from(json ?? "", "base64").toString())).toHaveProperty("masked");
    expect(empty).toBe("");
  });

  test("createMasker gives equal values equal placeholders in one recording, and others in another", () => {
    const of =
      (masker = createMasker()) =>
      (value: string) =>
        record(masker.mask(request("secrets", { object: secret({ a: base64(value) }) })).object?.data).a;
    const one = of();
    expect(one("x")).toBe(one("x"));
    expect(one("x")).not.toBe(one("y"));
    expect(one("x")).not.toBe(of()("x"));
  });

  test("createMasker leaves nothing of a value in a message that begins as another one does", () => {
    const data = { short: base64(SECRET), long: base64(`${SECRET}-production`) };
    const decision = { message: `${SECRET}-production is not allowed` };
    const masked = createMasker().mask(request("secrets", { object: secret(data), decision }));
    expect(masked.decision.message).toMatch(/^masked-[0-9a-f]+ is not allowed$/);
  });

  test("createMasker masks tokens and private keys wherever they stand", () => {
    const token = `${base64('{"alg":"RS256"}').replaceAll("=", "")}.${base64('{"sub":"system:x"}').replaceAll("=", "")}.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw`;
    const key = "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----";
    const masked = createMasker().mask(
      request("configmaps", {
        object: {
          data: {
            config: `user: a\ntoken: ${token}\n`,
            key,
            curl: `curl -H "Authorization: Bearer ${SECRET}"`,
          },
        },
        decision: { message: `what is ${token}?` },
        parameters: { command: `login ${token}` },
      }),
    );
    for (const text of [token, "MIIabc", SECRET]) expectGone(masked, text);
    expect(record(masked.object?.data).config).toMatch(/^user: a\ntoken: masked-[0-9a-f]+\n$/);
  });

  test("createMasker masks the fields that it is told, of any or of one resource", () => {
    const fields = ["spec.containers[].env[].value", 'configmaps:metadata.annotations."example.com/key"'].map(
      parseMaskedField,
    );
    const masker = createMasker(fields);
    const env: Json = [{ name: "A", value: SECRET }, { name: "B" }];
    const pod = masker.mask(
      request("pods", {
        object: { spec: { containers: [{ name: "c", env }] } },
        patch: {
          type: "json",
          body: [{ op: "add", path: "/spec/containers/0/env/-", value: { name: "C", value: SECRET } }],
        },
      }),
    );
    expectGone(pod);
    expect(pod.object).toMatchObject({
      spec: { containers: [{ name: "c", env: [{ name: "A" }, { name: "B" }] }] },
    });
    const annotated = { metadata: { annotations: { "example.com/key": SECRET } } };
    expectGone(masker.mask(request("configmaps", { object: annotated })));
    expect(masker.mask(request("services", { object: annotated })).object).toEqual(annotated);
  });

  test("parseMaskedField refuses what is no path", () => {
    for (const text of ["", "a..b", ":a", "pods:"]) expect(() => parseMaskedField(text)).toThrow("--mask");
  });
});

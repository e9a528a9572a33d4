import { describe, expect, it } from "vitest";
import { decodeReview } from "./decode-review.ts";
import type { ReviewVersion } from "./review-body.ts";

const decode = (body: string, contentType = "application/json", version: ReviewVersion = "v1") =>
  decodeReview({ kind: "answer", status: 200, contentType, body: Buffer.from(body) }, version, undefined);

const review = (response: string, envelope = '"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"') =>
  `{${envelope},"response":${response}}`;

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

describe("decodeReview: texts of the reference", () => {
  const cases: [string, string, string][] = [
    ["an empty body", "", "0-length response with status code: 200 and content type: application/json"],
    [
      "plain text",
      "hello",
      `couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type ${TYPE_META}`,
    ],
    [
      "a list",
      "[]",
      `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type ${TYPE_META}`,
    ],
    [
      "a cut body",
      '{"kind":"Adm',
      "couldn't get version/kind; json parse error: unexpected end of JSON input",
    ],
    [
      "something behind the body",
      `${review("{}")} trailing`,
      "couldn't get version/kind; json parse error: invalid character 't' after top-level value",
    ],
    [
      "another kind",
      review("{}", '"kind":"AdmissionResponse","apiVersion":"admission.k8s.io/v1"'),
      'no kind "AdmissionResponse" is registered for version "admission.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      "the other version",
      review("{}", '"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1beta1"'),
      "converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion",
    ],
    [
      "the other version, with a wrong field: it is read before it is compared",
      review('{"allowed":1}', '"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1beta1"'),
      "json: cannot unmarshal number into Go struct field AdmissionResponse.response.allowed of type bool",
    ],
    [
      "a Status",
      '{"kind":"Status","apiVersion":"v1"}',
      "converting (v1.Status) to (v1.AdmissionReview): unknown conversion",
    ],
    [
      "a Status of this group",
      review("{}", '"kind":"Status","apiVersion":"admission.k8s.io/v1"'),
      "converting (v1.Status) to (v1.AdmissionReview): unknown conversion",
    ],
    [
      "options of requests",
      review("{}", '"kind":"ListOptions","apiVersion":"admission.k8s.io/v1beta1"'),
      "converting (v1.ListOptions) to (v1.AdmissionReview): unknown conversion",
    ],
    [
      "an internal version",
      review("{}", '"kind":"AdmissionReview","apiVersion":"admission.k8s.io/__internal"'),
      'no kind "AdmissionReview" is registered for the internal version of group "admission.k8s.io" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      "an internal event",
      review("{}", '"kind":"WatchEvent","apiVersion":"admission.k8s.io/__internal"'),
      "converting (v1.InternalEvent) to (v1.AdmissionReview): unknown conversion",
    ],
    [
      "a version of three parts",
      review("{}", '"kind":"AdmissionReview","apiVersion":"a/b/c"'),
      "unexpected GroupVersion string: a/b/c",
    ],
    [
      "a text for allowed",
      review('{"allowed":"true"}'),
      "json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool",
    ],
    [
      "a patch that is not base64 but a list of operations",
      review('{"patch":[{"op":"add"}]}'),
      "json: cannot unmarshal object into Go struct field AdmissionResponse.response.patch of type uint8",
    ],
    [
      "a patch as a list of numbers, of which one is no byte",
      review('{"patch":[91,256]}'),
      "json: cannot unmarshal number 256 into Go struct field AdmissionResponse.response.patch of type uint8",
    ],
    [
      "a text for status",
      review('{"status":"no"}'),
      "json: cannot unmarshal string into Go struct field AdmissionResponse.response.status of type v1.Status",
    ],
    [
      "a text for warnings",
      review('{"warnings":"w"}'),
      "json: cannot unmarshal string into Go struct field AdmissionResponse.response.warnings of type []string",
    ],
    [
      "a text for a code",
      review('{"status":{"code":"5"}}'),
      "json: cannot unmarshal string into Go struct field Status.response.status.code of type int32",
    ],
    [
      "a code that Go does not take for an integer",
      review('{"status":{"code":4e2}}'),
      "json: cannot unmarshal number 4e2 into Go struct field Status.response.status.code of type int32",
    ],
    [
      "a code of more than 32 bits",
      review('{"status":{"code":3000000000}}'),
      "json: cannot unmarshal number 3000000000 into Go struct field Status.response.status.code of type int32",
    ],
    [
      "a byte of a patch that is no integer",
      review('{"patch":[1,1e1]}'),
      "json: cannot unmarshal number 1e1 into Go struct field AdmissionResponse.response.patch of type uint8",
    ],
    [
      "a request that is none",
      '{"request":{"userInfo":{"extra":{"a":"x"}}}}',
      "json: cannot unmarshal string into Go struct field UserInfo.request.userInfo.extra of type v1.ExtraValue",
    ],
    ["a patch that is no base64", review('{"patch":"%%"}'), "illegal base64 data at input byte 0"],
  ];
  it.each(cases)("%s", (_, body, message) => {
    expect(decode(body)).toEqual({ kind: "error", message, code: 503 });
  });

  it("counts a broken Content-Type as an internal error", () => {
    expect(decode(review("{}"), "application/json; charset")).toEqual({
      kind: "error",
      message: "Internal error occurred: mime: invalid media parameter",
      code: 500,
    });
  });
});

describe("decodeReview: what is accepted", () => {
  const bodies: [string, string][] = [
    ["blanks only", "  \n"],
    ["null", "null"],
    ["no kind and no version", '{"response":{"allowed":true}}'],
    ["a byte order mark", `\ufeff${review("{}")}`],
    ["unknown fields", review('{"more":{"a":1}}')],
    ["null everywhere", review('{"allowed":null,"status":null,"patch":null,"warnings":null}')],
  ];
  it.each(bodies)("%s", (_, body) => {
    expect(decode(body).kind).toBe("review");
  });

  it("a patch as long as an answer may be", () => {
    expect(decode(review(`{"patch":"${"QUFB".repeat(2 << 20)}"}`)).kind).toBe("review");
  });
});

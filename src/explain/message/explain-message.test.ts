import { describe, expect, test } from "vitest";
import { parseManifests } from "../offline/manifests.ts";
import { explainMessage } from "./explain-message.ts";

const CONFIGURATION = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: owners }
webhooks:
  - name: other.example.com
    clientConfig: { url: https://other.example.com/ }
  - name: owners.example.com
    clientConfig: { service: { namespace: shop, name: hooks } }
    matchConditions: [{ name: c, expression: object.spec.a == 'b' }]
---
apiVersion: v1
kind: Service
metadata: { name: hooks, namespace: shop }
spec: { ports: [{ port: 443, targetPort: 8443 }] }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: sizes }
spec:
  validations:
    - expression: object.spec.replicas > 0
    - expression: object.spec.replicas < 5
      message: at most four
`;
const manifests = await parseManifests(CONFIGURATION, "hooks.yaml");

const call = (reason: string): string =>
  `Internal error occurred: failed calling webhook "owners.example.com": failed to call webhook: Post "https://hooks.shop.svc:443/check?timeout=10s": ${reason}`;
/** Message and advice of the only error in a text. */
const causeOf = (told: string, known = manifests) => {
  const [one, ...more] = explainMessage(told, known);
  expect(more).toEqual([]);
  return one?.cause;
};
const textOf = (told: string, known = manifests): string => {
  const { message = "", advice = "" } = causeOf(told, known) ?? {};
  return `${message} | ${advice}`;
};

describe("a call that failed", () => {
  test.each([
    [
      "context deadline exceeded",
      /^it did not answer within 10s; .*Fail refused.*their port 8443: a firewall/,
    ],
    ["dial tcp 10.0.0.1:443: connect: connection refused", /^no server listens at service shop\/hooks/],
    ["x509: certificate signed by unknown authority", /there is no clientConfig\.caBundle.* renewal/],
    [
      "x509: certificate is valid for a, not hooks.shop.svc",
      /not valid for service shop\/hooks: .*subjectAltName/,
    ],
    ['no endpoints available for service "hooks"', /^no pod behind service shop\/hooks is ready/],
    ['service "hooks" not found', /^service shop\/hooks does not exist; .*delete the configuration/],
    ["EOF", /closed it without an answer/],
    ["dial tcp 10.1.2.3:8443: i/o timeout", /cannot be reached: .*i\/o timeout.*NetworkPolicy/],
  ])("%s", (reason, expected) => {
    expect(textOf(call(reason))).toMatch(expected);
    expect(causeOf(call(reason))).toMatchObject({
      code: "call-failed",
      webhook: "owners.example.com",
      of: "ValidatingWebhookConfiguration/owners",
      at: expect.stringMatching(/^hooks\.yaml:[78]$/),
    });
  });

  test("nothing is said about a configuration that is not known", () => {
    const told = textOf(call("x509: certificate signed by unknown authority"), []);
    expect(told).toContain("caBundle is empty, or has another one");
    expect(causeOf(call("EOF"), [])).toMatchObject({ of: "", at: "", webhook: "owners.example.com" });
  });

  test.each([
    ['received invalid webhook response: expected response.uid="a", got ""', "it has to set response.uid"],
    [
      "received invalid webhook response: expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=",
      "its answer says neither apiVersion nor kind",
    ],
    ["failed to call webhook: the server could not find the requested resource", "status 404"],
    [
      String.raw`failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`,
      "its answer is not an AdmissionReview: it is a list, not an object; failurePolicy",
    ],
    ["failed to call webhook: what a webhook says in a Status", "the call failed: what a webhook says"],
    [
      "received invalid webhook response: received undecodable patch in webhook response: json: cannot unmarshal object into Go value of type jsonpatch.Patch",
      "its patch cannot be read: it is an object, not a list",
    ],
    [
      String.raw`failed to call webhook: an error on the server ("{\"a\":1}") has prevented the request from succeeding`,
      'an error of its own (a status of 500 or above): {"a":1}',
    ],
  ])("an answer that cannot be used: %s", (reason, expected) => {
    expect(textOf(`failed calling webhook "owners.example.com": ${reason}`)).toContain(expected);
  });

  test("the texts of older servers", () => {
    const told =
      'failed calling webhook "a": Post https://hooks.shop.svc:443/?timeout=30s: context deadline exceeded';
    expect(textOf(told, [])).toMatch(/^it did not answer within 30s/);
  });

  test("in the log of an API server that let the request pass", () => {
    const told = `W1 1 dispatcher.go:1] Failed calling webhook, failing open owners.example.com: ${call("EOF").replace("Internal error occurred: ", "")}`;
    expect(textOf(told)).toContain("failurePolicy Ignore let the request pass");
  });

  test("of a conversion", async () => {
    const definition = await parseManifests(
      `kind: CustomResourceDefinition
metadata: { name: boats.a.io }
spec:
  group: a.io
  names: { kind: Boat }
  conversion:
    strategy: Webhook
    webhook:
      clientConfig: { service: { namespace: shop, name: convert } }
`,
      "boats.yaml",
    );
    const told =
      'E1 reflector.go:138] failed to list *v1beta2.Boat: conversion webhook for a.io/v1beta1, Kind=Boat failed: Post "https://convert.shop.svc:443/convert?timeout=30s": dial tcp 10.0.0.1:9443: connect: connection refused';
    expect(causeOf(told, definition)).toMatchObject({
      of: "CustomResourceDefinition/boats.a.io",
      at: "boats.yaml:9",
      message: expect.stringMatching(
        /^conversion: no server listens at service shop\/convert .*; objects of the kind Boat/,
      ),
    });
  });

  test("an error log of the API server beside the line that has the consequence", () => {
    const error = call("EOF").replace("Internal error occurred: ", "");
    const lines = [
      `W1 1 dispatcher.go:142] Failed calling webhook, failing open owners.example.com: ${error}`,
      `E1 1 dispatcher.go:149] ${error}`,
    ];
    expect(textOf(lines.join("\n"))).toContain("failurePolicy Ignore let the request pass");
  });

  test("a line that was broken", () => {
    const told = call("dial tcp 10.0.0.1:443: connect: connection refused");
    expect(textOf(told.replace(": Post", ":\n   Post").replace(": dial", ":\ndial"))).toBe(textOf(told));
    expect(textOf(told.replace("webhook ", "webhook\n").replace("Post ", "Post\n"))).toBe(textOf(told));
    expect(textOf(told.replaceAll(/"(\S+)"/g, "“$1”"))).toBe(textOf(told));
    const right =
      'pods is forbidden: User "a" cannot list resource "pods" in API group "" in the namespace "b"';
    expect(textOf(right.replace(" in API", "\nin API"))).toBe(textOf(right));
  });

  test("in lines of a log in JSON, counted", () => {
    const line = JSON.stringify({ level: "error", error: call("EOF"), stack: "a\nb" });
    const [one, ...more] = explainMessage([line, "{}", line].join("\n"), manifests);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ lines: 2, cause: { webhook: "owners.example.com" } });
    expect(one?.cause.message).toContain("closed it without an answer");
  });
});

describe("a log", () => {
  const conflict =
    'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again';
  const converted = `conversion webhook for a.io/v1, Kind=Boat failed: Post "https://convert.shop.svc:443/?timeout=30s": EOF`;
  const stack = 'goroutine 1 [running]:\n\tmain.go "a"';
  test.each([
    ["JSON", (error: string, n: number) => JSON.stringify({ ts: n, stack, error })],
    [
      "JSON in JSON",
      (error: string, n: number) => JSON.stringify({ n, log: `${JSON.stringify({ n, error })}\n` }),
    ],
    [
      "JSON at the end",
      (error: string, n: number) => `12:00:0${n}\tERROR\tfailed\t${JSON.stringify({ error })}`,
    ],
    ["klog", (error: string, n: number) => `E1130 00:0${n} a.go:1] "failed" err=${JSON.stringify(error)}`],
    ["JSON of kubectl", (error: string) => JSON.stringify({ message: error, n: 1 }, null, 2)],
    [
      "events",
      (error: string, n: number) =>
        `${n}m   Warning   FailedCreate   replicaset/web   Error creating: ${error}`,
    ],
  ])("in %s has equal errors once, without the rest of the line", (_form, write) => {
    for (const error of [conflict, converted]) {
      const [one, ...more] = explainMessage([1, 2].map((n) => write(error, n)).join("\n"), []);
      expect(more).toEqual([]);
      expect(one?.lines).toBe(2);
      expect(one?.text.replace("Error creating: ", "")).toBe(error);
    }
  });
});

describe("a refusal", () => {
  test("by a webhook, with its own text", () => {
    const told = 'Error from server: admission webhook "owners.example.com" denied the request: no owner';
    expect(causeOf(told)).toMatchObject({ code: "denied", message: "it refused the request: no owner" });
  });

  test("of a dry run, with the place of sideEffects", () => {
    const told = 'admission webhook "owners.example.com" does not support dry run';
    expect(causeOf(told)).toMatchObject({ code: "dry-run", fix: "sideEffects: None", at: "hooks.yaml:7" });
  });

  test.each([
    ["at most four", "denied", "hooks.yaml:22"],
    ["failed expression: object.spec.replicas > 0", "denied", "hooks.yaml:21"],
    [
      "expression 'object.spec.replicas > 0' resulted in error: no such key: replicas",
      "validation-error",
      "hooks.yaml:21",
    ],
  ])("by a policy: %s", (said, code, at) => {
    const told = `deployments.apps "web" is forbidden: ValidatingAdmissionPolicy 'sizes' with binding 'all' denied request: ${said}`;
    expect(causeOf(told)).toMatchObject({ code, at, of: "ValidatingAdmissionPolicy/sizes" });
  });

  test("because of a match condition", () => {
    const told = `pods "a" is forbidden: expression 'object.spec.a == 'b'' resulted in error: no such key: a`;
    expect(causeOf(told)).toMatchObject({
      ...{ code: "condition-error", of: "ValidatingWebhookConfiguration/owners", at: "hooks.yaml:9" },
      ...{ webhook: "owners.example.com", advice: expect.stringContaining("had no a") },
    });
  });

  test("by a mutating policy that failed", () => {
    const told = `policy 'adds' with binding 'all' denied request: expression 'a' resulted in error: no such key: labels`;
    expect(causeOf(told)).toMatchObject({ code: "validation-error", of: "MutatingAdmissionPolicy/adds" });
  });

  test.each([
    [
      "/metadata/annotations/example.com/a",
      "a slash in a key is written as ~1: /metadata/annotations/example.com~1a",
    ],
    ["/metadata/labels/a", "the object has no /metadata/labels: add it first, with an empty value"],
    ["metadata/labels", "a path begins with a slash: /metadata/labels"],
  ])("of a patch without a place: %s", (pointer, expected) => {
    const told = `Internal error occurred: add operation does not apply: doc is missing path: "${pointer}": missing value`;
    expect(textOf(told)).toContain(expected);
  });

  test("of an apply, because of another manager", () => {
    const told =
      'Apply failed with 1 conflict: conflict with "cainjector" using admissionregistration.k8s.io/v1: .webhooks[name="a"].clientConfig.caBundle';
    expect(textOf(told)).toMatch(/leave it out of the manifest that is applied$/);
  });

  test("by the server itself", () => {
    expect(
      textOf('Error from server (Forbidden): pods "a" is forbidden: exceeded quota: q, requested: pods=1'),
    ).toMatch(/^pods "a" is forbidden: exceeded quota.*raise spec\.hard/);
  });
});

test.each([
  ['no matches for kind "A" in version "a.io/v1"', "kubectl api-resources"],
  [
    'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.a"',
    "misspelt",
  ],
  [
    'Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal number into Go struct field EnvVar.spec.containers.env.value of type string',
    "spec.containers.env.value is a number, it must be a text | write the value in quotes",
  ],
  [
    "Timeout: request did not complete within requested timeout - context deadline exceeded",
    "timeoutSeconds",
  ],
  ["a/v1: the server is currently unable to handle the request", "kubectl get apiservices"],
])("%s has a known cure", (told, expected) => {
  expect(textOf(told, [])).toContain(expected);
});

test("all errors that kubectl prints are explained, and other lines only if no cause is known better", () => {
  const denied = 'Error from server: admission webhook "owners.example.com" denied the request: no';
  const invalid = 'The Service "s" is invalid: spec.ports: Required value';
  const codesIn = (told: string) => explainMessage(told, manifests).map(({ cause }) => cause.code);
  expect(codesIn(`${denied}\n${invalid}`)).toEqual(["denied", "refused"]);
  const log = 'level=info msg="deployments.apps \\"web\\" not found"';
  expect(codesIn(`${log}\n${denied}`)).toEqual(["denied"]);
  expect(codesIn(log)).toEqual(["refused"]);
});

test("a policy whose parameters are missing has failed, and has not refused", () => {
  const told =
    "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction";
  const [found] = explainMessage(told, []);
  expect(found?.cause).toMatchObject({ code: "validation-error", of: "ValidatingAdmissionPolicy/p" });
  expect(found?.cause.advice).toContain("parameterNotFoundAction: Allow");
});

test("other texts have no cause", () => {
  expect(explainMessage('error: the path "a.yaml" does not exist\nall is well', manifests)).toEqual([]);
});

import { expect, test } from "vitest";
import type { WebhookHook } from "../../admission/hook.ts";
import type { CallLine } from "../../admission/verdict.ts";
import type { Failed } from "./failed-call.ts";
import { failureText, rootHint } from "./failure-text.ts";

const URL_TARGET = { url: "https://hooks.example.com/", caBundle: "LS0t" };
const SERVICE = { service: { namespace: "shop", name: "guard" } };
const LINE = { budget: 10_000 } as CallLine;

/** The fields that the code reads. */
const textOf = (
  clientConfig: object,
  reason: string,
  failure: Failed["failure"] = "transport",
): ReturnType<typeof failureText> =>
  failureText({ target: { clientConfig } } as WebhookHook, LINE, { reason, failure } as Failed);

const post = (reason: string): string =>
  `failed to call webhook: Post "https://hooks.example.com/": ${reason}`;

test.each([
  [
    "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    "no authority in clientConfig.caBundle has signed its certificate",
  ],
  [
    "tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time B is after A",
    "its certificate has expired or is not yet valid: current time B is after A",
  ],
  [
    "tls: failed to verify certificate: x509: certificate is valid for a.example.com, not hooks.example.com",
    "its certificate is not valid for https://hooks.example.com/: certificate is valid for a.example.com, not hooks.example.com",
  ],
  [
    "dial tcp 192.0.2.1:443: connect: connection refused",
    "no server listens at https://hooks.example.com/ (connection refused)",
  ],
  ["http: server gave HTTP response to HTTPS client", "https://hooks.example.com/ speaks HTTP, not HTTPS"],
  [
    "tls: first record does not look like a TLS handshake",
    "https://hooks.example.com/ does not speak TLS: is it the right port?",
  ],
  [
    "EOF",
    "https://hooks.example.com/ accepted the connection and closed it without an answer: look at the log of the webhook; or does this port speak something other than TLS?",
  ],
  ["no route to host", "https://hooks.example.com/ cannot be reached: no route to host"],
])("%s is told in words", (reason, message) => {
  expect(textOf(URL_TARGET, post(reason)).message).toBe(message);
});

test("a missing caBundle is not told as a wrong one", () => {
  const unknown = post("tls: failed to verify certificate: x509: certificate signed by unknown authority");
  expect(textOf({ url: URL_TARGET.url }, unknown)).toEqual({
    message: "no authority of this system has signed its certificate, and there is no clientConfig.caBundle",
    place: ["clientConfig", "caBundle"],
    fix: "the certificate of the authority that signed it (PEM, in base64)",
  });
});

test.each<[Failed["failure"], string, boolean | undefined]>([
  ["transport", "dial tcp 10.0.0.7:443: connect: connection refused", true],
  ["transport", "dial tcp: lookup guard.shop.svc: no such host", true],
  ["transport", 'service "guard" not found', true],
  ["timeout", "context deadline exceeded", true],
  [
    "transport",
    "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    undefined,
  ],
])("%s: %s: nobody answered at the address: %s", (failure, reason, isUnreached) => {
  expect(textOf(SERVICE, post(reason), failure).isUnreached).toBe(isUnreached);
});

test("what is written to mend a failure can be written", () => {
  expect(textOf(URL_TARGET, "", "timeout").fix).toMatch(/^more seconds/);
  expect(
    textOf(
      URL_TARGET,
      'received invalid webhook response: expected response.uid="a", got "b"',
      "verification",
    ),
  ).toMatchObject({ message: expect.stringContaining("has to set response.uid to request.uid") });
});

test.each([
  [
    500,
    'an error on the server ("boom at \\"x\\"") has prevented the request from succeeding',
    'status 500, instead of an AdmissionReview: boom at "x"',
  ],
  [
    502,
    'an error on the server ("unknown") has prevented the request from succeeding',
    "status 502, instead of an AdmissionReview",
  ],
  [403, "no token", "status 403, instead of an AdmissionReview: no token"],
  [
    404,
    "the server could not find the requested resource",
    "status 404, instead of an AdmissionReview: is it the right port and path?",
  ],
])(
  "an answer of status %i is told in the webhook's own words, and no address is blamed",
  (status, told, message) => {
    const answered = { status, contentType: "text/plain" };
    const failed = { reason: `failed to call webhook: ${told}`, failure: "transport", answered } as Failed;
    const text = failureText({ target: { clientConfig: URL_TARGET } } as WebhookHook, LINE, failed);
    expect(text.message).toBe(`it answered with an answer of type text/plain, ${message}`);
  },
);

test.each<[object, number, RegExp]>([
  [SERVICE, 404, /has no path, so that the API server calls \/$/],
  [SERVICE, 500, /^$/],
  [{ service: { ...SERVICE.service, path: "/check" } }, 404, /^$/],
  [URL_TARGET, 404, /^$/],
])("the path of %j, which answers %i", (clientConfig, status, hint) => {
  expect(rootHint({ target: { clientConfig } } as WebhookHook, status)).toMatch(hint);
});

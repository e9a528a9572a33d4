import { expect, test, vi } from "vitest";
import { type Failure, validating, webhookFetch } from "./index.ts";

const handle = webhookFetch([validating("/yes", () => true)], { maxBody: 1000 });
const review = JSON.stringify({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: { uid: "u", operation: "CREATE", object: {} },
});
const ask = (init: RequestInit & { duplex?: "half" }) =>
  handle(new Request("https://webhook.test/yes", { method: "POST", ...init }));

test("webhookFetch reads a review", async () => {
  expect((await ask({ body: review })).status).toBe(200);
});

test("webhookFetch refuses a review that is too large, without reading it", async () => {
  expect((await ask({ body: "x", headers: { "content-length": "1001" } })).status).toBe(413);
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(400));
    },
  });
  const answer = await ask({ body, duplex: "half" });
  expect([answer.status, await answer.text()]).toEqual([413, "a review may have 1000 bytes\n"]);
  expect(pulled).toBeLessThan(10);
});

test("webhookFetch tells the log what a handler throws, and the client only where to look", async () => {
  const failures: Failure[] = [];
  const broken = validating("/yes", () => {
    throw new Error("the password is sesame");
  });
  const failing = webhookFetch([broken], { onFailure: (failure) => failures.push(failure) });
  const answer = await failing(new Request("https://webhook.test/yes", { method: "POST", body: review }));
  const text = await answer.text();
  expect(text).toContain("the webhook failed; the error is in its log, with the uid u");
  expect(text).not.toContain("sesame");
  expect(failures).toMatchObject([
    { path: "/yes", request: { uid: "u" }, error: { message: "the password is sesame" } },
  ]);
});

test("what a handler throws stands in standard error, with the request and the stack", async () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const broken = validating("/yes", () => {
    throw new Error("outer\u001b[2J", { cause: new Error("inner") });
  });
  await webhookFetch([broken])(new Request("https://webhook.test/yes", { method: "POST", body: review }));
  const printed = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  expect(printed).toMatch(/^\/yes failed on CREATE .*\(u\): Error: outer\\u001b\[2J\n {4}at /);
  expect(printed).toContain("mount.test.ts:");
  expect(printed).toContain("caused by Error: inner");
});

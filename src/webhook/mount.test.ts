import { expect, test } from "vitest";
import { validating, webhookFetch } from "./index.ts";

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

import { expect, test } from "vitest";
import { serveWebhooks, validating } from "./index.ts";
import type { OpenTelemetry } from "./trace.ts";

/** Records the calls, as the module `@opentelemetry/api` would do it. */
function recorder() {
  const spans: Record<string, unknown>[] = [];
  const api: OpenTelemetry = {
    context: { active: () => ({}) },
    propagation: { extract: (_: never, carrier: object) => ({ ...carrier }) },
    trace: {
      getTracer: () => ({
        startActiveSpan(name, _options, context: Record<string, unknown>, run) {
          const span: Record<string, unknown> = { name, parent: context.traceparent };
          spans.push(span);
          return run({
            setAttribute: (key: string, value: unknown) => {
              span[key] = value;
            },
            setStatus: () => {},
            end: () => {
              span.ended = true;
            },
          });
        },
      }),
    },
  };
  return { api, spans };
}

test("a call is a span that continues the API server's trace", async () => {
  const { api, spans } = recorder();
  const server = await serveWebhooks([validating("/yes", () => true)], { openTelemetry: api });
  const review = {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: { uid: "u", operation: "CREATE", resource: { group: "", resource: "pods" }, object: {} },
  };
  await fetch(`${server.url}/yes`, {
    method: "POST",
    body: JSON.stringify(review),
    headers: { traceparent: "00-1-2-01" },
  });
  await server.close();
  expect(spans).toEqual([
    {
      name: "webhook /yes",
      parent: "00-1-2-01",
      "admission.uid": "u",
      "admission.operation": "CREATE",
      "admission.resource": "pods.",
      "admission.allowed": true,
      "admission.patch.operations": 0,
      ended: true,
    },
  ]);
});

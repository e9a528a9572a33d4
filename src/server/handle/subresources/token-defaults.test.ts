import { expect, test } from "vitest";
import { startReviewedCluster } from "../../../../test/tools/reviewed-cluster.tool.ts";

/**
 * Reference: the JSON patch of a webhook is decoded with the defaults of its kind
 * (apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go).
 */
test("the next webhook sees the default lifetime of a token when one has taken it away", async () => {
  const api = await startReviewedCluster();
  const { body: first } = await api.ask(
    "GET",
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/m.example.com",
  );
  const [webhook] = first.webhooks as object[];
  await api.ask("POST", "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", {
    metadata: { name: "n.example.com" },
    webhooks: [{ ...webhook, name: "n.example.com" }],
  });
  await api.ask("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "sa" } });
  api.reviews();
  api.answer(({ hook }) => ({
    allowed: true,
    ...(hook === "m.example.com" ? { patch: [{ op: "remove", path: "/spec/expirationSeconds" }] } : {}),
  }));
  const spec = { expirationSeconds: 7200, audiences: ["a"] };
  await api.ask("POST", "/api/v1/namespaces/default/serviceaccounts/sa/token", { spec });
  expect(api.reviews().map(({ hook, object }) => [hook, object])).toMatchObject([
    ["m.example.com", { spec }],
    ["n.example.com", { spec: { ...spec, expirationSeconds: 3600 } }],
    ["v.example.com", { spec: { ...spec, expirationSeconds: 3600 } }],
  ]);
  await api.stop();
});

import { expect, test } from "vitest";
import { startConsole } from "./console.tool.ts";
import { explainText } from "./explain-text.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
const CALL =
  'failed calling webhook "hooks.example.com": failed to call webhook: Post "https://hook.hooks.svc:443/?timeout=10s": no service port 443 found for service "hook"';

const configuration = {
  metadata: { name: "hooks" },
  webhooks: [
    {
      name: "hooks.example.com",
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      clientConfig: { service: { name: "hook", namespace: "hooks" } },
      rules: [
        { apiGroups: ["a.example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["boats"] },
      ],
    },
  ],
};

test("a text is explained with the objects of the server, and with what lint finds about the call", async () => {
  const { api, post } = await startConsole();
  await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "hooks" } });
  const service = { metadata: { name: "hook" }, spec: { ports: [{ port: 8443 }] } };
  await api.ask("POST", "/api/v1/namespaces/hooks/services", service);
  await api.ask("POST", `${REGISTRATION}/validatingwebhookconfigurations`, configuration);
  const { status, body } = await post("/api/errors", { text: CALL });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({
    errors: [
      {
        text: CALL,
        lines: 1,
        cause: {
          of: "ValidatingWebhookConfiguration/hooks",
          webhook: "hooks.example.com",
          at: "/webhooks/0/clientConfig/service/port",
        },
        findings: [{ rule: "service-port" }],
      },
    ],
    notes: [],
  });
  expect(JSON.parse((await post("/api/errors", { text: "<html>all is well</html>" })).body).errors).toEqual(
    [],
  );
});

test("lint reads the NetworkPolicies of the server", async () => {
  const { api, post } = await startConsole();
  await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "hooks" } });
  const inHooks = (path: string, object: object) =>
    api.ask("POST", path.replace("NS", "namespaces/hooks"), { metadata: { name: "hook" }, ...object });
  const labels = { app: "hook" };
  await inHooks("/api/v1/NS/services", {
    spec: { selector: labels, ports: [{ port: 443, targetPort: 8443 }] },
  });
  await inHooks("/apis/apps/v1/NS/deployments", {
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } },
    },
  });
  await inHooks("/apis/networking.k8s.io/v1/NS/networkpolicies", { spec: { podSelector: {} } });
  await api.ask("POST", `${REGISTRATION}/validatingwebhookconfigurations`, configuration);
  const text = CALL.replace(/no service port.*/, "context deadline exceeded");
  expect(JSON.parse((await post("/api/errors", { text })).body).errors).toMatchObject([
    { findings: [{ rule: "closed-port", object: { kind: "NetworkPolicy" } }] },
  ]);
});

test("a text is bounded, and needs the token and the console's own page", async () => {
  const { post, ask, port } = await startConsole();
  expect((await post("/api/errors", {})).status).toBe(400);
  expect((await post("/api/errors", { text: "x".repeat(1_000_001) })).status).toBe(413);
  expect((await post("/api/errors", { text: `${"x".repeat(99)}\n`.repeat(10_000) })).status).toBe(200);
  expect((await post("/api/errors", { text: CALL }, { origin: "https://evil.example" })).status).toBe(403);
  const headers = { origin: `http://127.0.0.1:${port}`, "content-type": "application/json" };
  const body = JSON.stringify({ text: CALL });
  expect((await ask("/api/errors", { method: "POST", headers, body })).status).toBe(401);
});

test("without an answer of the server, a text is explained alone", async () => {
  const upstream = {
    server: "https://server.example:6443",
    inTerminal: { from: [], idFlag: "--audit-id" as const },
    client: () => Promise.reject(new Error("https://server.example:6443 does not answer")),
    stream: () => Promise.reject(new Error()),
    close: () => {},
  };
  expect(await explainText(upstream, { text: CALL })).toMatchObject({
    errors: [{ cause: { webhook: "hooks.example.com", of: "" }, findings: [] }],
    notes: ["the objects of the server could not be read: https://server.example:6443 does not answer"],
  });
});

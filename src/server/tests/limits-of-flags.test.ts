import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import { isStream } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { JsonObject } from "../../json/value.ts";

const plugins = createBuiltinPlugins({ tolerationSeconds: { notReady: 5, unreachable: -1 } });
const server = await clusterForTests({
  plugins: plugins.filter(({ name }) => name === "DefaultTolerationSeconds"),
  allowPrivileged: false,
  minRequestTimeoutSeconds: 0.01,
  requestTimeoutMs: 1000,
});

const PODS = "/api/v1/namespaces/default/pods";
const spec = (securityContext: JsonObject, more: JsonObject = {}): JsonObject => ({
  containers: [{ name: "c", image: "i", securityContext }],
  ...more,
});
const POLICY = "disallowed by cluster policy";

test("containers may not be privileged, in pods and in templates", async () => {
  const [pod, deployment] = await Promise.all([
    server.ask("POST", PODS, { metadata: { name: "p" }, spec: spec({ privileged: true, runAsUser: -1 }) }),
    server.ask("POST", "/apis/apps/v1/namespaces/default/deployments", {
      metadata: { name: "d" },
      spec: {
        selector: { matchLabels: { a: "b" } },
        template: { metadata: { labels: { a: "b" } }, spec: spec({ privileged: true }) },
      },
    }),
  ]);
  expect(pod.body.message).toBe(
    `Pod "p" is invalid: [spec.containers[0].securityContext.privileged: Forbidden: ${POLICY}, spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive]`,
  );
  expect(deployment.body.message).toBe(
    `Deployment.apps "d" is invalid: spec.template.spec.containers[0].securityContext.privileged: Forbidden: ${POLICY}`,
  );
});

test("neither may pods be processes of a host with Windows", async () => {
  const windows = { windowsOptions: { hostProcess: true } };
  const pod = spec(windows, { hostNetwork: true, os: { name: "windows" } });
  const { body } = await server.ask("POST", PODS, { metadata: { name: "w" }, spec: pod });
  expect(body.message).toBe(`Pod "w" is invalid: spec: Forbidden: hostProcess containers are ${POLICY}`);
});

test("pods stay as long on a lost node as the flags say", async () => {
  const { body } = await server.ask("POST", PODS, { metadata: { name: "t" }, spec: spec({}) });
  expect(body).toMatchObject({
    spec: { tolerations: [{ tolerationSeconds: 5 }, { tolerationSeconds: -1 }] },
  });
});

/** Resolves with true if a watch ends by itself within a second. */
async function ends(query: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${server.cluster.token}` };
  const { body } = await server.cluster.handle(memoryRequest({ url: `${PODS}?watch=1${query}`, headers }));
  if (!isStream(body)) return expect.unreachable();
  const iterator = body[Symbol.asyncIterator]();
  const read = async (): Promise<boolean> => {
    for (;;) if ((await iterator.next()).done === true) return true;
  };
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1000));
  const ended = await Promise.race([read(), late]);
  void iterator.return?.();
  return ended;
}

test("a watch lasts for as long as it asks for, or for the time of the flag", async () => {
  // Longer than the maximum of Node's timers.
  expect(await Promise.all([ends(""), ends("&timeoutSeconds=3000000")])).toEqual([true, false]);
});

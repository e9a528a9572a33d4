import { describe, expect, test } from "vitest";
import { newGate } from "../../../test/tools/gate.tool.ts";
import { startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";

const URL = "/api/v1/namespaces/default/configmaps";
const JANE = { authorization: "Bearer jane" };

/** Builds a write whose body is sent only after `proceed`; `asked` resolves when the server reads it. */
function slowCreate(name: string): { request: ServerRequest; asked: Promise<void>; proceed(): void } {
  const body = Buffer.from(JSON.stringify({ metadata: { name } }));
  const headers = { ...JANE, "content-type": "application/json" };
  const request = memoryRequest({ method: "POST", url: URL, headers, body });
  const [asked, come] = [newGate(), newGate()];
  const slowBody = () => {
    asked.open();
    return come.opened.then(() => body);
  };
  return { request: { ...request, body: slowBody }, asked: asked.opened, proceed: come.open };
}

describe("inFlightLimit", () => {
  test("a write too many is told to come again; administrators and reads are not counted with it", async () => {
    const jane = { username: "jane", groups: ["system:authenticated"] };
    const api = await startInMemoryCluster({
      authorizationModes: ["AlwaysAllow"],
      inFlight: { readOnly: 1, mutating: 1 },
      priorityAndFairness: false,
      authenticators: [({ headers }) => (headers.authorization === JANE.authorization ? jane : undefined)],
    });
    const slow = slowCreate("a");
    const first = api.cluster.handle(slow.request);
    await slow.asked;
    const refused = await api.cluster.handle(slowCreate("b").request);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("1");
    expect(String(refused.body)).toBe("Too many requests, please try again later.\n");
    expect((await api.ask("GET", URL, undefined, JANE)).status).toBe(200);
    expect((await api.ask("POST", URL, { metadata: { name: "c" } })).status).toBe(201);
    slow.proceed();
    expect((await first).status).toBe(201);
    expect((await api.ask("POST", URL, { metadata: { name: "b" } }, JANE)).status).toBe(201);
    await api.stop();
  });
});

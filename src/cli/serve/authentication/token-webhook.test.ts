import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { TokenOwner } from "../../../server/authenticate/authenticate-token.ts";
import { openTokenWebhook } from "./token-webhook.ts";

/** Returns the owner of a token when the service answers with this status. */
async function ownerBy(status: JsonObject): Promise<TokenOwner> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { connection: "close" }).end(JSON.stringify({ status }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const dir = folderForTest();
  const { port } = server.address() as AddressInfo;
  const path = join(dir, "kubeconfig");
  const clusters = [{ name: "a", cluster: { server: `http://127.0.0.1:${port}` } }];
  const contexts = [{ name: "a", context: { cluster: "a" } }];
  writeFileSync(path, JSON.stringify({ kind: "Config", clusters, contexts, "current-context": "a" }));
  const flags = { authenticationTokenWebhookVersion: "v1", authenticationTokenWebhookCacheTtl: 120_000 };
  const webhook = openTokenWebhook(path, flags, { audiences: ["own"], log: () => undefined });
  onTestFinished(async () => {
    webhook.close();
    await new Promise((resolve) => server.close(resolve));
  });
  return webhook.authenticate("token");
}

test("null in a list of the service is an empty text, as Go decodes it", async () => {
  const user = { username: "jane", groups: ["a", null], extra: { x: [null] } };
  expect(await ownerBy({ authenticated: true, user })).toEqual({
    user: { username: "jane", groups: ["a", ""], extra: { x: [""] } },
    audiences: ["own"],
  });
});

test("a service that answers with an empty audience does not mean this server", async () => {
  const user = { username: "jane" };
  expect(await ownerBy({ authenticated: true, user, audiences: [null] })).toBeUndefined();
});

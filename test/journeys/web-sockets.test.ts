import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { ADMIN_TOKEN, newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const dir = newDataDir();
let server: RunningServer;

beforeAll(async () => {
  server = await startServer(dir);
});
afterAll(async () => {
  await server.stop();
  removeDataDir(dir);
});

/** Opens a watch as a page in a browser does, which cannot set headers. */
const watch = (token: string, query = ""): WebSocket => {
  const named = `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString("base64url")}`;
  const url = `${server.url.replace("https", "wss")}${MAPS}?watch=true${query}`;
  return new WebSocket(url, [named, "base64.binary.k8s.io"], {
    ca: readFileSync(join(dir, "certs/ca.crt")),
    origin: "http://localhost:3000",
  });
};

const refusal = async (socket: WebSocket): Promise<string> => {
  const [error] = (await once(socket, "error")) as [Error];
  return error.message;
};

test("a watch over a WebSocket tells each change as a message", async () => {
  const socket = watch(ADMIN_TOKEN);
  const events: string[] = [];
  socket.on("message", (data, isBinary) => {
    const { type, object } = JSON.parse(String(data));
    if (object.metadata.name === "told") events.push(`${type} ${isBinary}`);
  });
  await once(socket, "open");
  await server.fetch("POST", MAPS, { body: '{"metadata":{"name":"told"}}' });
  await server.fetch("DELETE", `${MAPS}/told`);
  await expect.poll(() => events).toEqual(["ADDED false", "DELETED false"]);
  socket.close();
  await once(socket, "close");
});

test("its time ends it in good order", async () => {
  const [code] = (await once(watch(ADMIN_TOKEN, "&timeoutSeconds=1"), "close")) as [number];
  expect(code).toBe(1000);
});

test("a wrong token and a user without rights are refused before it opens", async () => {
  expect(await refusal(watch("wrong"))).toContain("401");
  expect(await refusal(watch("jane-token"))).toContain("403");
});

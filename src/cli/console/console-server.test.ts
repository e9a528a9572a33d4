import { createHmac } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startConsole as start, TOKEN } from "./console.tool.ts";

test("the console shows no data without the token, and its page needs none", async () => {
  const { ask } = await start();
  for (const path of ["/api/about", "/api/stream", "/api/nothing", `/api/about?token=${TOKEN}`])
    expect((await ask(path)).status, path).toBe(401);
  for (const token of ["", TOKEN.slice(1), `${TOKEN}x`, "x", TOKEN.toUpperCase()]) {
    const headers = { authorization: `Bearer ${token}`, cookie: `token=${TOKEN}` };
    expect((await ask("/api/about", { headers })).status, token).toBe(401);
    expect((await ask(`/api/stream?token=${token}`)).status, token).toBe(401);
  }
  for (const path of ["/", "/app.js"]) expect((await ask(path)).status, path).toBe(200);
});

test("the token lets in, and no cookie has it: browsers send cookies to all ports", async () => {
  const { ask, authorization } = await start();
  const page = await ask("/");
  expect(page.status).toBe(200);
  expect(page.headers["set-cookie"]).toBeUndefined();
  expect(JSON.parse((await ask("/api/about", { headers: { authorization } })).body)).toMatchObject({
    server: "https://server.example:6443",
  });
});

test("a proof of the token lets in, for this start and this port only", async () => {
  const { ask, port } = await start();
  const hello = await ask("/api/hello");
  expect(hello.body).not.toContain(TOKEN);
  const { session } = JSON.parse(hello.body);
  const proof = (of: string): string => createHmac("sha256", TOKEN).update(of).digest("hex");
  const status = async (given: string): Promise<number> =>
    (await ask("/api/about", { headers: { authorization: `Bearer ${given}` } })).status;
  expect(await status(proof(`${port} ${session}`))).toBe(200);
  expect(await status(proof(`${port + 1} ${session}`))).toBe(401);
  expect(
    await status(proof(`${port} ${JSON.parse((await (await start()).ask("/api/hello")).body).session}`)),
  ).toBe(401);
  const headers = { host: `evil.example:${port}` };
  expect((await ask("/api/hello", { headers })).status).toBe(421);
});

test("an id that is none of a request reaches nothing else of the server", async () => {
  const { ask, post, authorization } = await start();
  for (const id of ["..", ".", "", "stream", "%2e%2e"])
    expect((await ask(`/api/request?id=${id}`, { headers: { authorization } })).status, id).toBe(404);
  expect((await post("/api/try", { id: ".." })).status).toBe(404);
});

test("the next request on a connection is answered after a body that was refused", async () => {
  const { port, authorization } = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const send = (path: string, method: string, headers: Record<string, string>, body = ""): Promise<number> =>
    new Promise((done, failed) => {
      const sent = httpRequest({
        port,
        host: "127.0.0.1",
        path,
        method,
        headers: { authorization, ...headers },
        agent,
      });
      sent.on("response", (answer) => {
        text(answer).then(() => done(answer.statusCode ?? 0), failed);
      });
      sent.on("error", failed);
      sent.end(body);
    });
  const json = { origin: `http://127.0.0.1:${port}`, "content-type": "application/json" };
  expect(await send("/api/apply", "POST", json, "x".repeat(4 << 20))).toBe(413);
  expect(await send("/api/about", "GET", {})).toBe(200);
});

test("the page may load nothing from elsewhere, and is shown in no frame", async () => {
  const { ask } = await start();
  const { headers, body } = await ask("/");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|http|\*/);
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  expect(body).toContain(`content="${nonce}"`);
  const again = await ask("/");
  expect(again.headers["content-security-policy"]).not.toBe(policy);
  expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" });
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("a page under another name is refused, whatever it knows (DNS rebinding)", async () => {
  const { ask, authorization, port } = await start();
  for (const host of [
    `evil.example:${port}`,
    `127.0.0.1.nip.example:${port}`,
    "127.0.0.1",
    `127.0.0.1:${port + 1}`,
    "localhost",
  ])
    expect((await ask("/", { headers: { host, authorization } })).status, host).toBe(421);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
    expect((await ask("/", { headers: { host } })).status, host).toBe(200);
});

test("another site may not use the console, with the token neither", async () => {
  const { ask, post, authorization, port } = await start();
  const own = `http://127.0.0.1:${port}`;
  for (const origin of [
    "https://evil.example",
    "null",
    `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port}`,
    `${own}.evil.example`,
  ]) {
    expect((await ask("/api/about", { headers: { authorization, origin } })).status, origin).toBe(403);
    expect((await post("/api/apply", { text: "" }, { origin })).status, origin).toBe(403);
  }
  const sites = { "cross-site": 403, "same-site": 403, none: 403, "same-origin": 200 };
  for (const [site, status] of Object.entries(sites))
    expect(
      (await ask("/api/about", { headers: { authorization, "sec-fetch-site": site } })).status,
      site,
    ).toBe(status);
  // A link in another program or on another site opens the page; the site sees nothing of it.
  expect((await ask("/", { headers: { authorization, "sec-fetch-site": "none" } })).status).toBe(200);
  expect((await ask("/", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(200);
  expect((await ask("/app.js", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
  const noOrigin = {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: "{}",
  };
  expect((await ask("/api/apply", noOrigin)).status).toBe(403);
  const preflight = await ask("/api/apply", { method: "OPTIONS", headers: { origin: own, authorization } });
  expect(preflight.status).toBe(404);
  expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
});

test("bodies are JSON and have an end", async () => {
  const { post } = await start();
  expect((await post("/api/apply", {}, { "content-type": "text/plain" })).status).toBe(415);
  expect((await post("/api/apply", { text: "x".repeat(4 << 20) })).status).toBe(413);
  expect((await post("/api/apply", null)).status).toBe(400);
});

test("requests that are tried again are dry runs, as the user that is asked for", async () => {
  const { api, post } = await start();
  await api.ask(
    "POST",
    "/api/v1/namespaces/default/configmaps",
    { metadata: { name: "a" }, data: { k: "v" } },
    {
      "audit-id": "one",
      "impersonate-user": "alice",
      "impersonate-group": "system:masters",
    },
  );
  await api.ask("DELETE", "/api/v1/namespaces/default/configmaps/a");
  const tried = JSON.parse((await post("/api/try", { id: "one" })).body);
  expect(tried).toMatchObject({ code: 201 });
  expect((await api.ask("GET", "/api/v1/namespaces/default/configmaps/a")).status).toBe(404);
  expect((await api.ask("GET", `/explain/${tried.id}`)).body.request).toMatchObject({
    user: "alice",
    dryRun: true,
  });
  const asNobody = JSON.parse((await post("/api/try", { id: "one", user: "nobody", groups: [] })).body);
  expect(asNobody.code).toBe(403);
});

test("values of Secrets reach no answer of the console", async () => {
  const { api, ask, post, authorization } = await start();
  const value = "correct-horse-battery";
  const as = { "audit-id": "secret", "impersonate-user": "alice", "impersonate-group": "system:masters" };
  await api.ask(
    "POST",
    "/api/v1/namespaces/default/secrets",
    { metadata: { name: "s" }, stringData: { password: value } },
    as,
  );
  const { body, status } = await ask("/api/request?id=secret", { headers: { authorization } });
  expect(status).toBe(200);
  expect(body).toContain("masked//");
  for (const text of [value, Buffer.from(value).toString("base64")]) expect(body).not.toContain(text);
  expect((await post("/api/try", { id: "secret" })).body).toContain("hidden");
});

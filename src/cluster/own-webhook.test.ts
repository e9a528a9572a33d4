import { expect, test } from "vitest";
import type { Handler } from "../api/exchange/exchange.ts";
import { callOwn, ownPathOf } from "./own-webhook.ts";

const OPTIONS = { timeoutMs: 1000, timeoutParam: "1s", signal: undefined };
const call = (handle: Handler, options = OPTIONS) =>
  callOwn({ token: "secret", handle: () => handle }, "/x", "{}", options);

test("ownPathOf knows the server's own Service", () => {
  const service = { namespace: "default", name: "kubernetes", path: "/apis/a/v1/reviews" };
  expect(ownPathOf({ service })).toBe("/apis/a/v1/reviews");
  expect(ownPathOf({ service: { ...service, port: 6443 } })).toBeUndefined();
  expect(ownPathOf({ service: { ...service, namespace: "other" } })).toBeUndefined();
  expect(ownPathOf({ url: "https://kubernetes.default.svc/x" })).toBeUndefined();
});

test("callOwn asks with the server's own token, and reads pieces", async () => {
  const asked: unknown[] = [];
  const answer = await call(async ({ method, path, rawQuery, headers }) => {
    asked.push(method, path, rawQuery, headers.authorization);
    return {
      status: 200,
      headers: { "Content-Type": "application/json" },
      body: (async function* () {
        yield "{";
        yield Buffer.from("}");
      })(),
    };
  });
  expect(asked).toEqual(["POST", "/x", "timeout=1s", "Bearer secret"]);
  expect(answer).toMatchObject({ kind: "answer", status: 200, contentType: "application/json" });
  expect(answer.kind === "answer" && String(answer.body)).toBe("{}");
});

test("callOwn says what a refusal says", async () => {
  const refuse: Handler = async () => ({ status: 404, headers: {} });
  expect(await call(refuse)).toMatchObject({
    kind: "error",
    code: 404,
    message: "the server could not find the requested resource",
  });
});

test("callOwn ends at its deadline", async () => {
  const answer = await call(() => new Promise(() => {}), { ...OPTIONS, timeoutMs: 20 });
  expect(answer).toMatchObject({
    timedOut: true,
    message: 'Post "https://kubernetes.default.svc:443/x?timeout=1s": context deadline exceeded',
  });
});

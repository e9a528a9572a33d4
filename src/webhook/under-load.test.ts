import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { longTest, sampledCount } from "../../test/parts/sampled.ts";
import { Load } from "../cli/webhook/rotate/load.ts";
import { createAuthority, issueServing, type KeyPair } from "../http/certificates/issue.ts";
import { createWebhookTransport } from "../http/webhook-client/transport.ts";
import { allow, validating } from "./index.ts";
import { type ServeWebhooksOptions, serveWebhooks } from "./serve.ts";

const PER_SECOND = sampledCount(1000);
const MINUTES = 60_000;
/**
 * Allowed share of lost calls. None is lost if the process has enough CPU time; on a blocked machine a call
 * can exceed its timeout.
 */
const BUSY_MACHINE = 0.01;
const now = Date.now();
const hosts = ["hooks.shop.svc"];
const review = JSON.stringify({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: { uid: "u", operation: "CREATE", object: { metadata: { name: "a" } } },
});

const yes = validating("/yes", async () => {
  await sleep(2);
  return allow();
});
const serve = (options: ServeWebhooksOptions) => serveWebhooks([yes], options);

/**
 * Calls webhooks as an API server does, over connections that stay open; `port` is called for each new
 * connection.
 */
function caller(caBundle: string, port: () => number) {
  const lost: string[] = [];
  const transport = createWebhookTransport({ resolveService: () => `127.0.0.1:${port()}` });
  const service = { namespace: "shop", name: "hooks", path: "/yes" };
  const { post } = transport.prepare({ service, caBundle });
  const load = new Load(async () => {
    const answer = await post(review, { deadline: performance.now() + 30_000 });
    if (answer.kind === "error") lost.push(answer.message);
    else if (!answer.body.includes('"allowed":true')) lost.push(answer.body.toString());
  }, PER_SECOND);
  return { lost, load, close: () => transport.close() };
}

longTest(
  `files that change under ${PER_SECOND} calls a second lose none of them, half written as well`,
  async () => {
    const authority = await createAuthority({ commonName: "ca", now });
    const folder = mkdtempSync(join(tmpdir(), "sallyport-load-"));
    const files = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
    const write = ({ cert, key }: KeyPair): void => {
      writeFileSync(files.certFile, cert);
      writeFileSync(files.keyFile, key);
    };
    const pair = await issueServing(authority, { hosts, now });
    write(pair);
    const server = await serve({ tls: files });
    const calls = caller(authority.cert, () => server.port);
    // Each state lasts longer than the interval in which the server checks its files.
    const change = async (): Promise<void> => {
      writeFileSync(files.certFile, "");
      await sleep(1500);
      writeFileSync(files.keyFile, "");
      await sleep(1500);
      write(await issueServing(authority, { hosts, now }));
      await sleep(1500);
    };
    // New connections are needed, because only they use the new certificate.
    const fresh = async (): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        const once = caller(authority.cert, () => server.port);
        await once.load.during(Promise.resolve(), 2);
        await once.close();
        calls.lost.push(...once.lost);
        await sleep(100);
      }
    };
    await calls.load.during(
      Promise.all([change(), fresh()]).then(() => {}),
      200,
    );
    expect(calls.lost.length).toBeLessThan(calls.load.sent * BUSY_MACHINE);
    expect(calls.load.sent).toBeGreaterThan(200);
    await calls.close();
    await server.close();
  },
  5 * MINUTES,
);

longTest(
  `servers that shut down one after the other under ${PER_SECOND} calls a second lose none of them`,
  async () => {
    const authority = await createAuthority({ commonName: "ca", now });
    const tls = await issueServing(authority, { hosts, now });
    let serving = await serve({ tls, drainMs: 300 });
    const calls = caller(authority.cert, () => serving.port);
    const roll = async (): Promise<void> => {
      for (let i = 0; i < 4; i++) {
        await sleep(300);
        const old = serving;
        // The same order as with Endpoints: a new server becomes ready, then the old one gets no more connections and is
        // stopped.
        serving = await serve({ tls, drainMs: 300 });
        await old.close();
      }
    };
    await calls.load.during(roll(), 200);
    expect(calls.lost.length).toBeLessThan(calls.load.sent * BUSY_MACHINE);
    expect(calls.load.sent).toBeGreaterThan(200);
    await calls.close();
    await serving.close();
  },
  5 * MINUTES,
);

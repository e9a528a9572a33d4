import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callReview, podReview } from "../parts/call-review.ts";
import { EmptyFolder } from "../parts/empty-folder.ts";
import { startProgram } from "../parts/program.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const built = existsSync(join(ROOT, "packages/webhook/dist/index.js"));
const empty = new EmptyFolder();
const modules = join(empty.path, "node_modules");

const WEBHOOK = `import { deny, on, serveWebhooks, validating } from "sallyport-webhook";
const owner = validating(
  { path: "/owner", name: "owner.example.com", rules: [on("v1", "pods")] },
  { create: (pod) => (pod.metadata.labels?.owner ? true : deny("every pod needs an owner")) },
);
const server = await serveWebhooks([owner], { port: 0, tls: "self-signed", signals: true });
console.log(JSON.stringify({ url: server.url, ca: server.caBundle }));
`;

beforeAll(async () => {
  if (built) await empty.install(await empty.pack("sallyport-webhook"));
}, 600_000);
afterAll(() => empty.remove());

describe.skipIf(!built)("sallyport-webhook, installed offline in an empty folder", () => {
  test("is one package of less than 3 MB, with the version of sallyport", () => {
    expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["sallyport-webhook"]);
    const files = readdirSync(modules, { recursive: true, encoding: "utf8" }).map((name) =>
      statSync(join(modules, name)),
    );
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    expect(bytes).toBeLessThan(3_000_000);
    const version = (folder: string) =>
      (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
    expect(version(join(modules, "sallyport-webhook"))).toBe(version(ROOT));
  });

  test("serves webhooks over TLS", async () => {
    const file = join(empty.path, "webhook.js");
    writeFileSync(file, WEBHOOK);
    const server = startProgram(file, [], empty.path);
    await expect.poll(server.output).toContain("}\n");
    const { url, ca } = JSON.parse(server.output()) as { url: string; ca: string };
    const answerTo = (labels: Record<string, string>) =>
      callReview(`${url}/owner`, Buffer.from(ca, "base64").toString(), podReview(labels));
    expect(await answerTo({ owner: "ada" })).toMatchObject({ response: { uid: "1", allowed: true } });
    expect(await answerTo({})).toMatchObject({
      response: { allowed: false, status: { code: 403, message: "every pod needs an owner" } },
    });
    expect(await server.stop()).toBe(0);
  });
});

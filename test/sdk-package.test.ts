import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EmptyFolder } from "./parts/empty-folder.ts";
import { startProgram } from "./parts/program.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
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

beforeAll(() => {
  if (built) empty.install(empty.pack("--workspace", "sallyport-webhook"));
});
afterAll(() => empty.remove());

const review = (labels: Readonly<Record<string, string>>) => ({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "1",
    operation: "CREATE",
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource: "pods" },
    userInfo: { username: "jane" },
    object: { apiVersion: "v1", kind: "Pod", metadata: { name: "web", labels } },
  },
});

/** Over TLS, with the certificate verified. */
const call = (url: string, ca: Buffer, body: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", ca, headers: { "content-type": "application/json" } });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      answer.on("end", () => resolve(JSON.parse(text)));
    });
    sent.end(JSON.stringify(body));
  });

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
      call(`${url}/owner`, Buffer.from(ca, "base64"), review(labels));
    expect(await answerTo({ owner: "ada" })).toMatchObject({ response: { uid: "1", allowed: true } });
    expect(await answerTo({})).toMatchObject({
      response: { allowed: false, status: { code: 403, message: "every pod needs an owner" } },
    });
    expect(await server.stop()).toBe(0);
  });
});

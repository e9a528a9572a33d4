import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseManifests } from "../../explain/offline/manifests.ts";
import { ownWebhooks } from "./own-webhooks.ts";

let folder = "";

beforeEach(() => {
  // A folder in which this project's esbuild is found, as a user's project finds its own.
  const cache = join(import.meta.dirname, "../../../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "sallyport-own-webhooks-"));
  writeFileSync(join(folder, "package.json"), "{}");
});

afterEach(() => rmSync(folder, { recursive: true }));

const SDK = join(import.meta.dirname, "../../webhook/index.ts");
const rules = '[on("v1", "pods")]';

function write(text: string): string {
  const file = join(folder, "webhooks.ts");
  writeFileSync(file, `import { deny, mutating, on, validating } from ${JSON.stringify(SDK)};\n${text}\n`);
  return file;
}

test("webhooks of a module in TypeScript answer, and are registered unless a configuration has their name", async () => {
  const file = write(`
    export const owner = validating({ name: "owner.example.com", rules: ${rules} }, (pod: object | null) => deny("no"));
    export const team = mutating({ name: "team.example.com", rules: ${rules} }, () => true);`);
  const given = await parseManifests(
    "kind: ValidatingWebhookConfiguration\nmetadata: { name: o }\nwebhooks: [{ name: owner.example.com }]\n",
    "config.yaml",
  );
  const { handlers, manifests } = await ownWebhooks(file, given);
  expect([...handlers.keys()].sort()).toEqual(["owner.example.com", "team.example.com"]);
  expect(manifests.map(({ object }) => [object.kind, object.metadata])).toEqual([
    ["MutatingWebhookConfiguration", { name: "team.example.com" }],
  ]);
  const review = {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: { uid: "u", operation: "CREATE", object: { metadata: {} } },
  };
  const answer = await handlers.get("owner.example.com")?.(Buffer.from(JSON.stringify(review)));
  expect(answer).toMatchObject({ kind: "answer", status: 200 });
  expect(String(answer?.kind === "answer" && Buffer.from(answer.body))).toContain('"allowed":false');
});

test("a module whose webhooks have no names is refused", async () => {
  const file = write('export const owner = validating("/owner", () => true);');
  await expect(ownWebhooks(file, [])).rejects.toThrow("has no webhook with a name");
});

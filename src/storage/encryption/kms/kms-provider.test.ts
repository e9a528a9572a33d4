import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { type FakePlugin, startFakePlugin } from "./fake-plugin.tool.ts";
import { KmsProvider } from "./kms-provider.ts";
import { openKmsService } from "./kms-service.ts";

const KEY = "/registry/secrets/default/a";
const PLAIN = Buffer.from('{"kind":"Secret"}');
const TIMEOUT_MS = 20_000;

function socket(): string {
  const dir = folderForTest();
  return join(dir, "kms.sock");
}

async function plugin(path = socket(), secret = randomBytes(32)): Promise<FakePlugin> {
  const started = await startFakePlugin(path, secret);
  onTestFinished(() => started.stop());
  return started;
}

/** `clock.ms` is the time. */
function provider(endpoint: string, clock = { ms: 0 }, timeoutMs = TIMEOUT_MS): KmsProvider {
  const service = openKmsService(endpoint, timeoutMs);
  const made = new KmsProvider({ name: "test", service, now: () => clock.ms });
  onTestFinished(() => made.close());
  return made;
}

const MINUTE = 60_000;

test("one seed is encrypted by the plugin, and is for all values of a server", async () => {
  const { endpoint, calls } = await plugin();
  const kms = provider(endpoint);
  await kms.check();
  const stored = Array.from({ length: 10 }, () => kms.encrypt(PLAIN, KEY));
  for (const one of stored) expect(kms.decrypt(one, KEY).equals(PLAIN)).toBe(true);
  expect(calls).toEqual(["Status", "Encrypt"]);
  expect(stored[0]?.includes("Secret")).toBe(false);
});

test("another server asks the plugin once for the seed of this one", async () => {
  const { endpoint, calls } = await plugin();
  const [one, other] = [provider(endpoint), provider(endpoint)];
  await Promise.all([one.check(), other.check()]);
  const [a, b] = [one.encrypt(PLAIN, KEY), one.encrypt(PLAIN, `${KEY}b`)];
  await Promise.all([other.prepare(a), other.prepare(b)]);
  expect(other.decrypt(a, KEY).equals(PLAIN)).toBe(true);
  expect(other.decrypt(b, `${KEY}b`).equals(PLAIN)).toBe(true);
  expect(other.prepare(a)).toBeUndefined();
  expect(calls.filter((name) => name === "Decrypt")).toHaveLength(1);
});

test("with another key of the plugin there is another seed; what was written before can be read", async () => {
  const fake = await plugin();
  const clock = { ms: 0 };
  const kms = provider(fake.endpoint, clock);
  await kms.check();
  const before = kms.encrypt(PLAIN, KEY);
  fake.keyId = "key-2";
  clock.ms += MINUTE;
  await kms.check();
  const after = kms.encrypt(PLAIN, KEY);
  expect([kms.formOf(before), kms.formOf(after)]).toEqual(["1:key-1", "1:key-2"]);
  expect(kms.decrypt(before, KEY).equals(PLAIN)).toBe(true);
});

test("a plugin that is not well is told in the words of the reference, and writes go on for three minutes", async () => {
  const fake = await plugin();
  const clock = { ms: 0 };
  const kms = provider(fake.endpoint, clock);
  await kms.check();
  fake.healthz = "the module is locked";
  fake.keyId = "";
  clock.ms += MINUTE;
  await expect(kms.check()).rejects.toThrow(
    'kmsv2 Provider test is not healthy, error: [got unexpected healthz status: the module is locked, got invalid KMSv2 KeyID hash "": keyID is empty]',
  );
  const stored = kms.encrypt(PLAIN, KEY);
  clock.ms = 3 * MINUTE + 1;
  expect(() => kms.encrypt(PLAIN, KEY)).toThrow(
    /^encryptedDEKSource with keyID hash "sha256:\w+" expired at /,
  );
  expect(kms.decrypt(stored, KEY).equals(PLAIN)).toBe(true);
});

test("an answer counts for some seconds", async () => {
  const { endpoint, calls } = await plugin();
  const clock = { ms: 0 };
  const kms = provider(endpoint, clock);
  await Promise.all([kms.check(), kms.check()]);
  await kms.check();
  expect(calls.filter((name) => name === "Status")).toHaveLength(1);
  clock.ms += 20_000;
  await kms.check();
  expect(calls.filter((name) => name === "Status")).toHaveLength(2);
});

test("a plugin that comes later is waited for; without one nothing can be written", async () => {
  const path = socket();
  const kms = provider(`unix://${path}`);
  expect(() => kms.encrypt(PLAIN, KEY)).toThrow("got unexpected nil transformer");
  const checked = kms.check();
  await plugin(path);
  await checked;
  expect(kms.encrypt(PLAIN, KEY).length).toBeGreaterThan(0);
});

test("a plugin that is not there is told when the time of a call is over", async () => {
  const kms = provider(`unix://${socket()}`, { ms: 0 }, 200);
  await expect(kms.check()).rejects.toThrow(
    /failed to perform status section of the healthz check for KMS Provider test, error: .*ENOENT/,
  );
});

test("what the plugin cannot decrypt is refused, and asked for again", async () => {
  const path = socket();
  const [one, two] = [await plugin(), await plugin(path)];
  const [writer, reader] = [provider(one.endpoint), provider(two.endpoint)];
  await Promise.all([writer.check(), reader.check()]);
  const stored = writer.encrypt(PLAIN, KEY);
  await expect(reader.prepare(stored)).rejects.toThrow("failed to decrypt DEK, error: ");
  expect(() => reader.decrypt(stored, KEY)).toThrow("failed to decrypt DEK");
  expect(() => reader.decrypt(Buffer.from("no message"), KEY)).toThrow();
});

import { expect, test } from "vitest";
import { aesCbc, aesGcm } from "./aes.ts";
import { byPrefix } from "./by-prefix.ts";
import { extendedNonceGcm } from "./extended-nonce.ts";
import { secretbox } from "./secretbox.ts";
import { IDENTITY, type Transformer } from "./transformer.ts";

const SECRET = Buffer.from("01234567890123456789012345678901");
const KEY = "/registry/secrets/default/a";

/** Written to etcd by kube-apiserver 1.36.3 with this secret. */
const FACTS: readonly [string, Transformer, string, string][] = [
  [
    "aescbc",
    aesCbc(SECRET),
    "/registry/secrets/default/v",
    "w7CIPW0UVKLywHstQtQ4ryYjJOUlEzWFeE/oJqaoHCoCb9TXD3bgggulHVcVB2sRruo3+xUPLmLPhOyFMZ2QnfphOUlhAZWFalxn8lWmtTJREU4iojTWKW9sqotqRSaGLQbuO+yEwccBzuUi+SbGMEOiMhy5tow00v7UMLg+lleW4hpGY/SJ5qjMj74n3b289eJqxS/ny4kNl1IXAUMAEuftLsHnnCq66NQcw3TLB9m9iNeekvYAnYs7bGi9Ysub",
  ],
  [
    "aesgcm",
    aesGcm(SECRET),
    "/registry/configmaps/default/v",
    "cmUGHiu5DeZLDlPm+MAPTBK02ThhSrN8uUCHCXe9gDLFQK8pBAK6jI/YPJ6xMT0b5WgfhOM/lo3IMu4KK5IilXpzzktl/liyBQ22Wh/G89Ycn/QSzH+IITl9oMhn5Fy22eLIRUZxt9aqipIF6agxjH+cH0wSZ7/uQdJU5/s=",
  ],
  [
    "secretbox",
    secretbox(SECRET),
    "/registry/priorityclasses/v",
    "1yBAvGx5MSdzUzptnIxyd4KC5jJQokFbjJs7/o9b3CNhaftJAYqC0Y3rtWe5VbA+u+JlgAd95k3xSCeeSdHbUjZNPTePQMUr1+NI+ZvkprK+NI4CVClipPIYJ8rg3ceYYLnm+BKSQiQ+J1bpJt0hiGNAuob244tHnxz0aTB7bw/DBSK1+/9/MXJMXdsB9+3BGNo00OtPslLRt9GEEP75fU6dFqK2gFhbQrchKIt7p5kXPPuDAPA9awtVvJKaAAa7+icRDRgHaSIkVAn3nJ9OQVQgy1b1rawZU5z1G1vB4ZUTcBDxLE/SxveavUTiSh8JCULZvutPfRFSo5oo6ougK2NWPpPO8jpzIgJCvtofe5pA6tuwc33hlGetyGlQ",
  ],
];

const ALL: readonly [string, Transformer][] = [
  ["aescbc", aesCbc(SECRET)],
  ["aescbc of 128 bits", aesCbc(SECRET.subarray(0, 16))],
  ["aesgcm", aesGcm(SECRET)],
  ["aesgcm of 192 bits", aesGcm(SECRET.subarray(0, 24))],
  ["secretbox", secretbox(SECRET)],
  ["a key for each value", extendedNonceGcm(SECRET)],
];

test.each(FACTS)("%s reads what kube-apiserver has written", (_, transformer, key, stored) => {
  const plain = transformer.decrypt(Buffer.from(stored, "base64"), key);
  expect(plain.subarray(0, 4).toString("latin1")).toBe("k8s\0");
  expect(plain.toString("latin1")).toContain("v1");
});

test.each(ALL)("%s gives back what it was given, and other bytes each time", (_, transformer) => {
  for (const length of [0, 1, 15, 16, 17, 100_000]) {
    const plain = Buffer.alloc(length, "plain text ");
    const [a, b] = [transformer.encrypt(plain, KEY), transformer.encrypt(plain, KEY)];
    expect(a.equals(b)).toBe(false);
    if (length > 15) expect(a.includes("plain text")).toBe(false);
    expect(transformer.decrypt(a, KEY).equals(plain)).toBe(true);
  }
});

test.each(ALL)("%s refuses what is cut, and what was written with another key", (_, transformer) => {
  const stored = transformer.encrypt(Buffer.from("{}"), KEY);
  for (const length of [0, 3, 12, 20, stored.length - 1])
    expect(() => transformer.decrypt(stored.subarray(0, length), KEY)).toThrow();
});

test.each(ALL.filter(([name]) => /gcm|each/.test(name)))(
  "%s refuses a value that was moved to another key of the store",
  (_, transformer) => {
    const stored = transformer.encrypt(Buffer.from("{}"), KEY);
    expect(() => transformer.decrypt(stored, `${KEY}b`)).toThrow("cipher: message authentication failed");
  },
);

const named = (name: string, secret: Uint8Array): Transformer =>
  byPrefix([{ prefix: `${name}:`, transformer: aesGcm(secret) }], "no matching key was found");
const provider = (name: string, secret: Uint8Array) => ({
  prefix: "k8s:enc:aesgcm:v1:",
  transformer: named(name, secret),
});
const OTHER = Buffer.from("abcdefghijklmnopabcdefghijklmnop");

test("the first provider writes, every one reads", () => {
  const before = byPrefix([provider("key1", SECRET)], "no matching prefix found");
  const stored = before.encrypt(Buffer.from("{}"), KEY);
  expect(stored.toString("latin1")).toMatch(/^k8s:enc:aesgcm:v1:key1:/);
  const both = [provider("key2", OTHER), provider("key1", SECRET)];
  const after = byPrefix([...both, { prefix: "", transformer: IDENTITY }], "no matching prefix found");
  expect(after.decrypt(stored, KEY).toString()).toBe("{}");
  expect(after.decrypt(Buffer.from("{}"), KEY).toString()).toBe("{}");
  expect(after.encrypt(Buffer.from("{}"), KEY).toString("latin1")).toMatch(/^k8s:enc:aesgcm:v1:key2:/);
});

test("what no provider reads is refused in the words of the reference", () => {
  const stored = byPrefix([provider("key1", SECRET)], "").encrypt(Buffer.from("{}"), KEY);
  const said = (transformer: Transformer, bytes: Buffer) => () => transformer.decrypt(bytes, KEY);
  const complaint = "no matching prefix found";
  const plain = { prefix: "", transformer: IDENTITY };
  expect(said(byPrefix([plain], complaint), stored)).toThrow(complaint);
  expect(said(byPrefix([provider("key2", OTHER)], complaint), stored)).toThrow("no matching key was found");
  expect(said(byPrefix([plain, provider("key1", OTHER)], complaint), stored)).toThrow(
    "cipher: message authentication failed",
  );
  expect(said(IDENTITY, stored)).toThrow("identity transformer tried to read encrypted data");
});

test("equal forms have equal keys", () => {
  const transformer = byPrefix([provider("key1", SECRET), { prefix: "", transformer: IDENTITY }], "");
  const form = (bytes: Buffer) => transformer.formOf(bytes);
  const [a, b] = [transformer.encrypt(Buffer.from("{}"), KEY), transformer.encrypt(Buffer.from("[]"), "/x")];
  expect(form(a)).toBe(form(b));
  expect(form(Buffer.from("{}"))).not.toBe(form(a));
});

import { expect, test } from "vitest";
import type { KubeObject } from "../../api/meta.ts";
import { bootstrapToken } from "./bootstrap-token.ts";

// Answers of kube-apiserver 1.36.3 for the same Secrets.

const SECRET = "0123456789abcdef";
const TOKEN = `aaaaaa.${SECRET}`;
const NOW = Date.parse("2030-06-01T00:00:00Z");
const TYPE = "bootstrap.kubernetes.io/token";

type Data = Readonly<Record<string, string | undefined>>;

/** Returns the user of the token for a Secret with these data. */
async function ask(data: Data, more: object = {}, token = TOKEN, at = "bootstrap-token-aaaaaa") {
  const all = Object.entries({
    "token-id": "aaaaaa",
    "token-secret": SECRET,
    "usage-bootstrap-authentication": "true",
    ...data,
  }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, Buffer.from(value, "latin1").toString("base64")]],
  );
  const stored = {
    metadata: {},
    type: TYPE,
    data: Object.fromEntries(all),
    ...more,
  } as unknown as KubeObject;
  const find = async (plural: string, namespace: string, name: string) =>
    `${plural}/${namespace}/${name}` === `secrets/kube-system/${at}` ? stored : undefined;
  const owner = await bootstrapToken(find, () => NOW)(token);
  return owner !== undefined && "user" in owner ? owner.user : undefined;
}

const AAAAAA = { username: "system:bootstrap:aaaaaa", groups: ["system:bootstrappers"] };

test.each<[string, Data]>([
  ["nothing else", {}],
  ["a description of any bytes", { description: "x\0\xff" }],
  ["keys that nothing reads", { a: "b" }],
])("a bootstrap token is known by a Secret with %s", async (_, data) => {
  expect(await ask(data)).toEqual(AAAAAA);
});

test.each<[string, Data, object?]>([
  ["the usage signing", { "usage-bootstrap-authentication": undefined, "usage-bootstrap-signing": "true" }],
  ...["True", "1", " true", "true\n", ""].map((usage): [string, Data] => [
    `the usage ${JSON.stringify(usage)}`,
    { "usage-bootstrap-authentication": usage },
  ]),
  ["another id", { "token-id": "bbbbbb" }],
  ["no id", { "token-id": undefined }],
  ["no secret", { "token-secret": undefined }],
  ["another secret", { "token-secret": "fedcba9876543210" }],
  ["an end of line behind the secret", { "token-secret": `${SECRET}\n` }],
  ["another type", {}, { type: "Opaque" }],
  ["no data", {}, { data: undefined }],
  ["a deletion under way", {}, { metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } }],
])("a bootstrap token is unknown by a Secret with %s", async (_, data, more) => {
  expect(await ask(data, more)).toBeUndefined();
});

test.each([
  `AAAAAA.${SECRET}`,
  `aaaaaa.${SECRET.toUpperCase()}`,
  `aaaaaa${SECRET}`,
  `${TOKEN}0`,
  `${TOKEN}.`,
  ` ${TOKEN}`,
  `bootstrap-token-${TOKEN}`,
])("%s is no bootstrap token", async (token) => {
  expect(await ask({}, {}, token)).toBeUndefined();
});

test("a bootstrap token is unknown by a Secret with another name", async () => {
  expect(await ask({}, {}, TOKEN, "bootstrap-aaaaaa")).toBeUndefined();
});

test.each([
  ["", true],
  ["2099-01-01T00:00:00Z", true],
  ["2030-06-01T00:00:00.001Z", true],
  ["2030-06-01T01:00:00+01:00", false],
  ["2030-06-01T00:00:00Z", false],
  ["2099-01-01T00:00:00,123Z", true],
  ["2099-01-01T1:02:03Z", true],
  ["2099-01-01T00:00:00-00:00", true],
  ["2099-01-01T00:00:00+24:00", true],
  ["2099-01-01T00:00:00+23:60", true],
  ["9999-12-31T23:59:59Z", true],
  ["9999-12-31T23:59:59-24:00", true],
  ["2099-01-01T00:00:00.1234567891234Z", true],
  ["0000-01-01T00:00:00Z", false],
  ["2099-02-30T00:00:00Z", false],
  ["2100-02-29T00:00:00Z", false],
  ["2099-01-01T24:00:00Z", false],
  ["2099-01-01T23:59:60Z", false],
  ["2099-01-01T00:00:00+25:00", false],
  ["2099-01-01T00:00:00+0100", false],
  ["2099-01-01T00:00:00", false],
  ["2099-01-01 00:00:00Z", false],
  ["2099-01-01t00:00:00z", false],
  ["2099-01-01T00:00:00.Z", false],
  ["2099-01-01T00:0:00Z", false],
  ["2099-1-1T00:00:00Z", false],
  ["2099-13-01T00:00:00Z", false],
  ["2099-01-00T00:00:00Z", false],
  ["12099-01-01T00:00:00Z", false],
  ["2099-01-01", false],
  [" 2099-01-01T00:00:00Z", false],
  ["2099-01-01T00:00:00Z\n", false],
  ["soon", false],
])("a bootstrap token with the expiration %j is known: %s", async (expiration, isKnown) => {
  expect((await ask({ expiration })) !== undefined).toBe(isKnown);
});

const GROUP = "system:bootstrappers:";

test.each<[string, readonly string[] | undefined]>([
  [`${GROUP}b,${GROUP}a`, [`${GROUP}a`, `${GROUP}b`]],
  [`${GROUP}a,${GROUP}a`, [`${GROUP}a`]],
  [`${GROUP}-a`, [`${GROUP}-a`]],
  [`${GROUP}:a`, [`${GROUP}:a`]],
  [GROUP + "a".repeat(256), [GROUP + "a".repeat(256)]],
  [GROUP + "a".repeat(257), undefined],
  ["system:bootstrappers", undefined],
  [GROUP, undefined],
  [`${GROUP}a:`, undefined],
  [`${GROUP}A`, undefined],
  [`${GROUP}a\n`, undefined],
  [`${GROUP}a, ${GROUP}b`, undefined],
  [`${GROUP}a,`, undefined],
  [",", undefined],
  ["others", undefined],
  ["system:masters", undefined],
])("a bootstrap token with the groups %j has %j", async (extra, groups) => {
  const user = await ask({ "auth-extra-groups": extra });
  expect(user?.groups).toEqual(groups && ["system:bootstrappers", ...groups]);
});

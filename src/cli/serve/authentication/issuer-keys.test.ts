import { afterAll, beforeAll, expect, test } from "vitest";
import { type Issuer, startIssuer } from "../../../../test/access/issuer.ts";
import { type IssuerKeys, issuerKeys } from "./issuer-keys.ts";

let issuer: Issuer;
let keys: IssuerKeys;
const said: string[] = [];
beforeAll(async () => {
  issuer = await startIssuer();
  keys = keysOf(issuer.url, issuer.ca);
  await keys.reached;
});
afterAll(async () => {
  keys.close();
  await issuer.close();
});

const keysOf = (url: string, certificateAuthority: string): IssuerKeys =>
  issuerKeys(
    {
      url,
      certificateAuthority,
      discoveryURL: "",
      audiences: [],
      audienceMatchPolicy: "",
      egressSelectorType: "",
    },
    (_level, _message, fields) => void said.push(String(fields?.error)),
  );

test("keys are read again when a token needs it, and asked for once by all who wait", async () => {
  const first = await keys.renewed();
  issuer.publish("second");
  await issuer.sign({}, { key: "second" });
  const waiting = [keys.renewed(), keys.renewed()];
  expect(waiting[0]).toBe(waiting[1]);
  const second = (await waiting[0]) ?? [];
  expect(first?.map(({ id }) => id)).toEqual(["first", "first"]);
  expect(second.map(({ id }) => id)).toEqual(["first", "first", "second"]);
  expect(keys.known()).toBe(second);
  expect(second.map(({ key }) => key().asymmetricKeyType)).toEqual(["rsa", "ec", "rsa"]);
});

test("an issuer whose certificate nobody vouches for is not believed", async () => {
  const distrusted = keysOf(issuer.url, (await startedElsewhere()).ca);
  await expect.poll(() => said.join(), { timeout: 30_000 }).toContain(issuer.url);
  expect(distrusted.known()).toBeUndefined();
  expect(distrusted.problem()).toContain("is not healthy");
  distrusted.close();
});

async function startedElsewhere(): Promise<Issuer> {
  const other = await startIssuer();
  await other.close();
  return other;
}

import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { longTest } from "../../../test/parts/sampled.ts";
import { type Kept, renew } from "./renew.ts";
import { dataOf, keptIn } from "./secret-data.ts";

const DAY = 86_400_000;
const HOSTS = ["checks.default.svc"];
const START = Date.parse("2030-01-01T00:00:00Z");

const at = (now: number) => ({ now, hosts: HOSTS, settleMs: 600_000 });

/** Returns true if a client that trusts `authorities` accepts the certificate at the time `now`. */
function isAccepted(serving: string, authorities: readonly string[], now: number): boolean {
  const certificate = new X509Certificate(serving);
  if (Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now) return false;
  return authorities.some((pem) => {
    const authority = new X509Certificate(pem);
    const isIssuer = certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
    return isIssuer && Date.parse(authority.validTo) > now;
  });
}

longTest(
  "for twenty years the certificate is accepted, also by those who know the state of twenty days before or after",
  async () => {
    const states: Kept[] = [];
    let kept: Kept | undefined;
    const steps = 365;
    for (let step = 0; step < steps; step++) {
      kept = await renew(kept, at(START + 20 * step * DAY));
      states.push(kept);
    }
    const refused = states.flatMap(({ serving }, step) =>
      [step - 1, step, step + 1].filter((other) => {
        const { authorities } = states[other] ?? { authorities: [] };
        return authorities.length > 0 && !isAccepted(serving.cert, authorities, START + 20 * step * DAY);
      }),
    );
    expect(refused).toEqual([]);
    expect(new Set(states.map(({ authorityKey }) => authorityKey)).size).toBe(3);
    expect(Math.max(...states.map(({ authorities }) => authorities.length))).toBe(2);
  },
);

test("nothing changes while it is good; a new authority issues when API servers know it", async () => {
  const first = await renew(undefined, at(START));
  expect(await renew(first, at(START + 59 * DAY))).toBe(first);
  const second = await renew(first, at(START + 61 * DAY));
  expect(second.authorities).toEqual(first.authorities);
  expect(second.serving.cert).not.toBe(first.serving.cert);
  const late = START + 3480 * DAY;
  const fresh = await renew(first, at(late - 30 * DAY));
  const announced = await renew(fresh, at(late));
  expect(announced.authorities).toHaveLength(2);
  expect(announced.serving).toBe(fresh.serving);
  expect(await renew(announced, at(late + 500_000))).toBe(announced);
  const settled = await renew(announced, at(late + 600_000));
  expect(isAccepted(settled.serving.cert, announced.authorities.slice(0, 1), late + 600_000)).toBe(true);
});

test("a Secret keeps it; one that is empty, damaged or of another Service is filled again", async () => {
  const kept = await renew(undefined, at(START));
  const data = dataOf(kept);
  expect(keptIn(data)).toEqual(kept);
  expect(keptIn(undefined)).toBeUndefined();
  expect(keptIn({ ...data, "tls.key": "AAAA" })).toBeUndefined();
  const other = await renew(undefined, at(START));
  expect(keptIn({ ...data, "ca.key": dataOf(other)["ca.key"] ?? "" })).toBeUndefined();
  const renamed = await renew(kept, { ...at(START), hosts: ["other.default.svc"] });
  expect(new X509Certificate(renamed.serving.cert).subjectAltName).toBe("DNS:other.default.svc");
});

import { describe, expect, test } from "vitest";
import { templateHash } from "./template-hash.ts";
// Pod templates as kube-apiserver 1.37.2 stores them, and the labels that its deployment controller gave
// their pods.
import recorded from "./template-hashes.json" with { type: "json" };

describe("templateHash", () => {
  test.each(recorded)("is the reference's for $name", ({ template, hash }) => {
    expect(templateHash(template, undefined)).toBe(hash);
  });

  test("differs with the number of collisions", () => {
    const [first] = recorded;
    const hashes = [undefined, 0, 1, 2].map((count) => templateHash(first?.template ?? {}, count));
    expect(new Set(hashes).size).toBe(4);
  });

  test("does not count what is absent, null or empty differently", () => {
    const spec = { containers: [{ name: "a" }] };
    const same = [
      { spec },
      { metadata: { labels: {}, creationTimestamp: null }, spec },
      { metadata: {}, spec: { ...spec, volumes: [], nodeSelector: {} } },
    ].map((template) => templateHash(template, undefined));
    expect(new Set(same).size).toBe(1);
  });

  test("takes no time for exponents without an end", () => {
    const requests = { cpu: `${"9".repeat(30)}e2000000000` };
    const template = { spec: { containers: [{ name: "a", resources: { requests } }] } };
    expect(templateHash(template, undefined)).not.toBe("");
  });
});

import { describe, expect, it } from "vitest";
import type { PlacedStatement } from "../../../src/resources/rules/rule.ts";
import { nameOf } from "../kinds/resources.ts";
import { stored } from "./outcomes.ts";
import { RULED, triesOf } from "./rule-scenarios.ts";

/** Rules that no request can break: defaults fill the fields, or a gate that is off drops them. */
const UNREACHABLE = new Set([
  "spec.attachRequired",
  "spec.podInfoOnMount",
  "spec.storageCapacity",
  "spec.seLinuxMount",
  "spec.preferredHolder",
]);

const stated = RULED.map((ruled) => ({
  ...ruled,
  kind: ruled.resource.kind,
  statements: (ruled.target.resource.strategy.rules ?? []).filter(
    ({ path, statement }) =>
      !UNREACHABLE.has(path) && statement.rule !== "code" && statement.rule !== "optional",
  ),
})).filter(({ statements }) => statements.length > 0);

describe("RULED", () => {
  it.each(RULED)("has valid bases of $resource.kind", ({ resource, target }) => {
    const metadata = { name: nameOf(resource), ...(resource.namespaced ? { namespace: "{{ns}}" } : {}) };
    for (const base of resource.bases) expect(() => stored(target, { metadata, ...base })).not.toThrow();
  });
});

describe("triesOf", () => {
  it.each(stated)("has a request that breaks each rule of $kind", ({ statements, ...ruled }) => {
    const refused = triesOf(ruled)
      .flatMap(({ tries }) => tries)
      .filter(({ outcome }) => outcome !== "");
    const isBroken = ({ path, statement }: PlacedStatement): boolean =>
      "text" in statement && statement.text !== ""
        ? refused.some(({ outcome }) => outcome.includes(statement.text)) ||
          // Declarative validation leaves out the words about a value that is missing.
          (statement.rule === "required" &&
            refused.some(({ outcome }) => outcome.includes(`${path}: Required value`)))
        : refused.some(({ field }) => field === path);
    expect(statements.filter((one) => !isBroken(one))).toEqual([]);
  });
});

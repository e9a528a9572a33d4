import { expect, it } from "vitest";
import { atOnce } from "../../../../../async/steps.ts";
import type { JsonObject } from "../../../../../json/value.ts";
import { parseSchema } from "../../../../../schema/json-schema.ts";
import { checkDeclaredRules, type DeclaredRulesOptions } from "./check-declared-rules.ts";

const OPTIONS: DeclaredRulesOptions = { brokenAt: [], anyCost: false };

function problems(spec: JsonObject, options = OPTIONS): string[] {
  const schema = parseSchema({ type: "object", properties: { spec } });
  const { rules, costs } = atOnce(checkDeclaredRules(schema, "s", options));
  return [...rules, ...costs].map(({ field, message }) => `${field}: ${message}`);
}

const rule = (text: string): JsonObject => ({ "x-kubernetes-validations": [{ rule: text }] });
const LIMITED =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";

it("checkDeclaredRules knows what rules may cost", () => {
  const item = { type: "string", maxLength: 50 };
  const list = { type: "array", items: { ...item, ...rule("self.matches('^a+$')") } };
  expect(problems(list)).toEqual([
    `s.properties[spec].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 2.3x ${LIMITED}`,
  ]);
  expect(problems({ ...list, maxItems: 100 })).toEqual([]);
  expect(problems(list, { ...OPTIONS, anyCost: true })).toEqual([]);
});

it("checkDeclaredRules leaves rules alone where the schema is broken", () => {
  const broken = { ...OPTIONS, brokenAt: ["s.properties[spec].type"] };
  expect(problems({ type: "integer", ...rule("nothing") }, broken)).toEqual([]);
  expect(problems({ type: "integer", ...rule("nothing") })).toHaveLength(1);
});

it("checkDeclaredRules wants oldSelf only where values correspond", () => {
  const items = { type: "integer", ...rule("self == oldSelf") };
  expect(problems({ type: "array", maxItems: 5, items })).toEqual([
    's.properties[spec].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties[spec]',
  ]);
});

it("checkDeclaredRules compiles very many rules in many steps", () => {
  const stepsFor = (count: number): number => {
    const rules = Array.from({ length: count }, (_, i) => ({ rule: `self != 'a${i}'` }));
    const schema = parseSchema({ type: "string", maxLength: 10, "x-kubernetes-validations": rules });
    return [...checkDeclaredRules(schema, "s", OPTIONS)].length;
  };
  expect(stepsFor(10)).toBe(0);
  expect(stepsFor(2000)).toBeGreaterThanOrEqual(10);
});

it("checkDeclaredRules finds broken places among very many by comparing few", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`p${i}`, { type: "integer", ...rule("nothing") }]),
  );
  let compared = 0;
  class Counted extends String {
    override startsWith(text: string): boolean {
      compared++;
      return super.startsWith(text);
    }
  }
  const brokenAt = Object.keys(properties).map(
    (name) => new Counted(`s.properties[${name}].type`) as unknown as string,
  );
  const schema = parseSchema({ type: "object", properties });
  const { rules } = atOnce(checkDeclaredRules(schema, "s", { ...OPTIONS, brokenAt }));
  expect(rules).toEqual([]);
  expect(compared).toBeLessThan(20_000);
});

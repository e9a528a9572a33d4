import { expect, it } from "vitest";
import { parseSmallYaml, SMALL_YAML } from "./small-yaml.ts";

it("parseSmallYaml reads the first document, and the last value of a key", () => {
  expect(parseSmallYaml("---\na: yes\nb: 1\nb: 2\n---\nc: d\n")).toEqual({ a: true, b: 2 });
  expect(parseSmallYaml("")).toBeNull();
});

it("parseSmallYaml refuses what is broken, and looks at nothing long", () => {
  expect(() => parseSmallYaml("a: [")).toThrow("yaml: ");
  expect(parseSmallYaml("- &x y\n".concat("- *x\n".repeat(2000)))).toHaveLength(2001);
  expect(() => parseSmallYaml("#".repeat(SMALL_YAML + 1))).toThrow("may have 16384 bytes");
});

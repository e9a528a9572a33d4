import { expect, test } from "vitest";
import { addressProblem } from "./address-problem.ts";

/** As Go 1.26's netip.ParseAddr says. */
test.each([
  ["1...2...3", 'IPv4 field must have at least one digit (at "..2...3")'],
  [".1.2.3", 'IPv4 field must have at least one digit (at ".1.2.3")'],
  ["1.2.3.", 'IPv4 field must have at least one digit (at ".")'],
  ["1.2.3.4.", 'IPv4 field must have at least one digit (at ".")'],
  ["1.2.3.4.x", "IPv4 address too long"],
  ["1.2.3", "IPv4 address too short"],
  ["1.2.3.x", 'unexpected character (at "x")'],
  ["1", "unable to parse IP"],
])("addressProblem(%j)", (text, problem) => {
  expect(addressProblem(text)).toBe(`ParseAddr(${JSON.stringify(text)}): ${problem}`);
});

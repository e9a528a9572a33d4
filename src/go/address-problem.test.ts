import { expect, test } from "vitest";
import { addressProblem } from "./address-problem.ts";

/** Errors of Go 1.26's netip.ParseAddr. */
test.each([
  ["1...2...3", 'IPv4 field must have at least one digit (at "..2...3")'],
  [".1.2.3", 'IPv4 field must have at least one digit (at ".1.2.3")'],
  ["1.2.3.", 'IPv4 field must have at least one digit (at ".")'],
  ["1.2.3.4.", 'IPv4 field must have at least one digit (at ".")'],
  ["1.2.3.4.x", "IPv4 address too long"],
  ["1.2.3", "IPv4 address too short"],
  ["::ffff:00.0.0.256", "IPv4 field has octet with leading zero"],
  ["::ffff:0.224.2e55.1", 'unexpected character (at "e55.1")'],
  ["fe80::1.%eth0", 'IPv4 field must have at least one digit (at ".")'],
  ["64:ff9b::9.224.615", "IPv4 field has value >255"],
  ["::1.2.3", "IPv4 address too short"],
  ["1.2.3.4.5", "IPv4 address too long"],
  ["1.2.3.x", 'unexpected character (at "x")'],
  ["1", "unable to parse IP"],
])("addressProblem(%j)", (text, problem) => {
  expect(addressProblem(text)).toBe(`ParseAddr(${JSON.stringify(text)}): ${problem}`);
});

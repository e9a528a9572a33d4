import type { JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";
import { address, digits, duration, hex, nearly, quantity, range, time, url } from "./pieces.ts";

type Text = (random: Random) => string;

const WORDS = [
  "a",
  "a-b",
  "A",
  "a.b",
  "a_b",
  "-a",
  "a-",
  "",
  "\u00e9",
  "a/b",
  "a b",
  "1.2",
  ".a",
  "a..b",
  "xn--a",
  "a".repeat(64),
  "1_000",
];
const word: Text = (random) => nearly(random, random.pick(WORDS));
const email: Text = (random) =>
  random.pick(["a", "a.b", '"a b"', ".a", "A B", "", "<a", "a(c)"]) +
  random.pick(["@", "@", "@@", ""]) +
  random.pick(["b", "b.c", `[${address(random)}]`, "-b", "b.", "b c", "b.c>"]);
const uuid: Text = (random) => {
  const text = `${hex(random, 8)}-${hex(random, 4)}-${random.pick(["1", "3", "4", "5"])}${hex(random, 3)}-${random.pick(["8", "b", "c"])}${hex(random, 3)}-${hex(random, 12)}`;
  return random.pick([text, text.replaceAll("-", ""), `{${text}}`, `${text}0`, text.toUpperCase()]);
};
const mac: Text = (random) =>
  Array.from({ length: random.pick([6, 8, 20, 5]) }, () => hex(random, random.pick([2, 2, 2, 2, 1]))).join(
    random.pick([":", "-", "."]),
  );
const base64: Text = (random) =>
  nearly(random, random.pick(["YQ==", "YWI=", "YWJj", "YQ", "====", "YR==", "_-==", "YW Jj"]));
const colour: Text = (random) =>
  nearly(
    random,
    random.pick([`#${hex(random, 3)}`, `#${hex(random, 6)}`, "rgb(1,2,300)", "rgb( 1 , 2,3 )", "RGB(1,2,3)"]),
  );
const number: Text = (random) =>
  nearly(
    random,
    random.pick([
      digits(random, 25),
      `-${digits(random, 3)}`,
      "0x1f",
      "1e5",
      "1_0",
      "NaN",
      "-inf",
      ".5",
      "1e400",
    ]),
  );
const version: Text = (random) =>
  nearly(
    random,
    random.pick([
      "1.2.3",
      "v1.2.3",
      "01.2.3",
      "1.2",
      "1.2.3-a.1",
      "1.2.3-01",
      "1.2.3+b",
      "1.2.99999999999999999999",
    ]),
  );

const FORMATS: Readonly<Record<string, Text>> = {
  uri: url,
  email,
  hostname: word,
  ipv4: address,
  ipv6: address,
  cidr: range,
  mac,
  uuid,
  uuid4: uuid,
  isbn: (random) => digits(random, 14),
  creditcard: (random) => digits(random, 19),
  ssn: (random) => `${digits(random, 3)}-${digits(random, 2)}-${digits(random, 4)}`,
  hexcolor: colour,
  rgbcolor: colour,
  byte: base64,
  date: (random) => time(random).slice(0, 10),
  "date-time": time,
  datetime: time,
  duration,
  bsonobjectid: (random) => hex(random, random.pick([23, 24, 25])),
  "k8s-short-name": word,
  "k8s-long-name": word,
};

/** Rules about a text: each is false, or an error, for nearly all. */
const RULES: readonly (readonly [rule: string, text: Text])[] = [
  ["url(self).getScheme() == ''", url],
  ["url(self).getEscapedPath() == '/x'", url],
  ["url(self).getHostname() == 'x' || url(self).getPort() == '80'", url],
  ["isURL(self)", url],
  ["ip(self).family() == 0", address],
  ["ip.isCanonical(self)", address],
  ["isIP(self)", address],
  ["cidr(self).containsIP('10.1.2.3')", range],
  ["cidr(self).masked() == cidr(self)", range],
  ["isCIDR(self)", range],
  ["quantity(self).asInteger() == 77", quantity],
  ["isQuantity(self)", quantity],
  ["semver(self).major() == 77", version],
  ["isSemver(self, true)", version],
  ["timestamp(self) == timestamp('1999-01-01T00:00:00Z')", time],
  ["duration(self) == duration('77h')", duration],
  ["int(self) == 77 || uint(self) == 77u", number],
  ["double(self) == 77.0", number],
  ["!format.dns1123Label().validate(self).hasValue()", word],
  ["!format.qualifiedName().validate(self).hasValue()", word],
  ["!format.uri().validate(self).hasValue()", url],
  ["!format.datetime().validate(self).hasValue()", time],
];

/** A text field with a format or a rule, and a default that is checked against it. */
export function checkedField(random: Random): JsonObject {
  if (random.chance(0.5)) {
    const [rule, text] = random.pick(RULES);
    return { type: "string", "x-kubernetes-validations": [{ rule }], default: text(random) };
  }
  const [format, text] = random.pick(Object.entries(FORMATS));
  return { type: "string", format, default: nearly(random, text(random), 0.1) };
}

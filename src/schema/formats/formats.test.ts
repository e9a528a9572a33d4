import { describe, expect, test } from "vitest";
import { formatCheck } from "./formats.ts";

const FORMATS: Readonly<Record<string, { good: string[]; bad: string[] }>> = {
  date: { good: ["2020-02-29"], bad: ["2021-02-29", "2020-1-1", ""] },
  "date-time": {
    good: ["2020-01-01T00:00:00Z", "2020-01-01t00:00:00.5+01:00"],
    bad: ["2020-01-01T24:00:00Z", "2020-01-01T00:00:60Z", "2020-01-01 00:00:00Z"],
  },
  duration: {
    good: ["1h2m", "-1h", "1.5h", ".5s", "0", "1 day", "abc 3 hours"],
    bad: ["", "1", "5 parsecs"],
  },
  email: {
    good: ["a@b", "A <a@b>", '"x y"@b', "a@[1.2.3.4]"],
    bad: ["a", "a@[::ffff:01.255.0.009]", "a@[fe80::1%e]", "a@", "@b", "a b@c", "a..b@c"],
  },
  uri: { good: ["/a", "http://x", "mailto:x", "*", "/a#b"], bad: ["", "a", "#a", "http://a b"] },
  hostname: { good: ["a", "a.bc", "A.com", "é.com"], bad: ["a.b", "-a", "a_b", "a.com.", "1.2.3.4"] },
  mac: { good: ["01:23:45:67:89:ab", "0123.4567.89ab"], bad: ["01:23:45:67:89", "01:23-45:67:89:ab"] },
  cidr: { good: ["10.0.0.1/8", "::/0", "010.0.0.0/8"], bad: ["10.0.0.0", "10.0.0.0/33"] },
  ipv4: { good: ["1.2.3.4", "01.2.3.4"], bad: ["1.2.3", "::1"] },
  ipv6: { good: ["::1", "::ffff:1.2.3.4"], bad: ["1.2.3.4", ":::1", "::ffff:01.2.3.4"] },
  byte: { good: ["eA=="], bad: ["", "e", "e_A="] },
  isbn: { good: ["0321751043", "978-0321751041"], bad: ["1234567890"] },
  creditcard: { good: ["4111 1111 1111 1111"], bad: ["4111111111111112"] },
  rgbcolor: { good: ["rgb( 1 , 2,3)"], bad: ["rgb(256,1,1)", "RGB(1,2,3)"] },
  ssn: { good: ["123-45-6789"], bad: ["123456789"] },
  uuid4: { good: ["11111111111141118111111111111111"], bad: ["11111111-1111-4111-7111-111111111111"] },
  bsonobjectid: { good: ["0123456789abcdefABCDEF01"], bad: ["0123"] },
  "k8s-short-name": { good: ["a-b"], bad: ["A", "a.b", "-a"] },
  "k8s-long-name": { good: ["a.b-c"], bad: ["a..b", "A"] },
};

describe("formatCheck", () => {
  test.each(Object.entries(FORMATS))("formatCheck knows %s", (format, { good, bad }) => {
    const passes = formatCheck(format);
    expect(good.filter((text) => !passes?.(text))).toEqual([]);
    expect(bad.filter((text) => passes?.(text))).toEqual([]);
  });
  test("formatCheck knows no formats of numbers", () => {
    expect(formatCheck("int32")).toBeUndefined();
  });
});

import { describe, expect, it, test } from "vitest";
import { escapedPath, parseGoUrl, parseRequestUrl } from "./url.ts";

describe("parseGoUrl", () => {
  it("takes a URL apart", () => {
    expect(parseGoUrl("HTTPS://me:secret@example.com:8443/a%20b?q=1#f%C3%A4")).toEqual({
      scheme: "https",
      user: "me:secret",
      host: "example.com:8443",
      path: "/a b",
      rawPath: "/a%20b",
      query: "q=1",
      fragment: "fä",
    });
    for (const host of ["[::1]", "[::1]:80", "[::ffff:1.2.3.4]"])
      expect(parseGoUrl(`https://${host}/`)).toMatchObject({ host });
    expect(parseGoUrl("https://[fe80::1%25en0]/")).toMatchObject({ host: "[fe80::1%en0]" });
    expect(parseGoUrl("https:///x")).toMatchObject({ host: "", path: "/x" });
    expect(parseGoUrl("example.com/x")).toMatchObject({ scheme: "", host: "", path: "example.com/x" });
  });
  it.each([
    [" https://example.com", 'parse " https://example.com": first path segment in URL cannot contain colon'],
    ["https://example.com/%zz", 'parse "https://example.com/%zz": invalid URL escape "%zz"'],
    ["https://example.com:port/", 'parse "https://example.com:port/": invalid port ":port" after host'],
    ["https://127.0.0.1:1:/x", 'parse "https://127.0.0.1:1:/x": invalid port ":1:" after host'],
    ["https://a[::1]/", 'parse "https://a[::1]/": invalid IP-literal'],
    ["https://[1]/", 'parse "https://[1]/": invalid host: ParseAddr("1"): unable to parse IP'],
    ["https://[]/", 'parse "https://[]/": invalid host: ParseAddr(""): unable to parse IP'],
    ["https://[1.2.3.4]/", 'parse "https://[1.2.3.4]/": invalid IP-literal'],
    [
      "https://[::g]/",
      'parse "https://[::g]/": invalid host: ParseAddr("::g"): each colon-separated field must have at least one digit (at "g")',
    ],
    ["https://a b/", 'parse "https://a b/": invalid character " " in host name'],
    [":a", 'parse ":a": missing protocol scheme'],
    ["https://[::1/", `parse "https://[::1/": missing ']' in host`],
    ["https://a/\n", 'parse "https://a/\\n": net/url: invalid control character in URL'],
  ])("says what is wrong with %j", (text, error) => {
    expect(parseGoUrl(text)).toEqual({ error });
  });

  it.each([
    ["https://a%4:1@b/", 'parse "https://a%4:1@b/": invalid URL escape "%4"'],
    ["https://[fe80::1%25a%2fb]/", 'parse "https://[fe80::1%25a%2fb]/": invalid URL escape "%2f"'],
    ["https://%41%zz/", 'parse "https://%41%zz/": invalid URL escape "%41"'],
    ["https://a b%zz/", 'parse "https://a b%zz/": invalid character " " in host name'],
    [
      "https://[fe80::1%25]/",
      'parse "https://[fe80::1%25]/": invalid host: ParseAddr("fe80::1%"): zone must be a non-empty string',
    ],
  ])("names what is wrong first in %j", (text, error) => {
    expect(parseGoUrl(text)).toEqual({ error });
  });
  it("lets zones have spaces", () => {
    expect(parseGoUrl("https://[fe80::1%25a%20b]/")).toMatchObject({ host: "[fe80::1%a b]" });
  });
});

describe("parseRequestUrl", () => {
  it("takes no text for a fragment, and no host without a scheme", () => {
    expect(parseRequestUrl("u:p@x#%")).toMatchObject({ scheme: "u" });
    expect(parseRequestUrl("//u@x[::1:0x1?q")).toMatchObject({ host: "", path: "//u@x[::1:0x1", query: "q" });
    expect(parseRequestUrl("*")).toMatchObject({ path: "*" });
  });
  it.each([
    ["", 'parse "": empty url'],
    ["a/b", 'parse "a/b": invalid URI for request'],
    ["x-y.z://a b#%", 'parse "x-y.z://a b#%": invalid character " " in host name'],
    ["a+b://1.2.3.4:a#%", 'parse "a+b://1.2.3.4:a#%": invalid port ":a#%" after host'],
  ])("says what is wrong with %j", (text, error) => {
    expect(parseRequestUrl(text)).toEqual({ error });
  });
});

test.each([
  ["/a%2Fb!", "/a%2Fb!"],
  ["/a b!*?", "/a%20b%21%2A"],
  ["/a#b", "/a%23b"],
  ["/é[]", "/%C3%A9%5B%5D"],
  ["*", "*"],
])("the path of %j is escaped as %j", (text, path) => {
  const url = parseRequestUrl(text);
  expect("error" in url ? url : escapedPath(url)).toBe(path);
});

import { describe, expect, it } from "vitest";
import { parseGoUrl } from "./go-url.ts";

describe("parseGoUrl", () => {
  it("takes a URL apart", () => {
    expect(parseGoUrl("HTTPS://me:secret@example.com:8443/a%20b?q=1#f%C3%A4")).toEqual({
      scheme: "https",
      user: "me:secret",
      host: "example.com:8443",
      path: "/a b",
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
});

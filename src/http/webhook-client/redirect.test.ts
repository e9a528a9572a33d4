import { expect, test } from "vitest";
import { redirectOf } from "./redirect.ts";

const FROM = new URL("https://127.0.0.1:1/a");

// net/http/transport.go, roundTrip: the scheme is looked at before the host.
test.each(["file:///etc/passwd", "file://", "file://127.0.0.1:31399/x", "FILE://h/x", "ftp://127.0.0.1/x"])(
  "redirectOf() says of %s that its scheme is not supported",
  (location) => {
    const scheme = location.slice(0, location.indexOf(":")).toLowerCase();
    expect(redirectOf(302, location, FROM)).toEqual({
      kind: "error",
      message: `unsupported protocol scheme "${scheme}"`,
      text: location,
    });
  },
);

test.each([
  ["/b", "https://127.0.0.1:1/b"],
  ["//h/b", "https://h/b"],
  ["HTTP://h/b", "http://h/b"],
])("redirectOf() follows %s to %s", (location, url) => {
  expect(redirectOf(302, location, FROM)).toMatchObject({
    kind: "follow",
    url: new URL(url),
    keepsBody: false,
  });
});

test("redirectOf() says that a host is missing", () => {
  expect(redirectOf(302, "https:///x", FROM)).toMatchObject({ message: "http: no Host in request URL" });
});

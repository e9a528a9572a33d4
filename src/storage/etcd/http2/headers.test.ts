import { describe, expect, test } from "vitest";
import { decodeHeaders, encodeHeaders } from "./headers.ts";
import { decodeHuffman } from "./huffman.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("decodeHuffman", () => {
  // RFC 7541, C.4 and C.6.
  test.each([
    ["f1e3 c2e5 f23a 6ba0 ab90 f4ff", "www.example.com"],
    ["a8eb 1064 9cbf", "no-cache"],
    ["25a8 49e9 5ba9 7d7f", "custom-key"],
    ["6402", "302"],
    ["d07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff", "Mon, 21 Oct 2013 20:13:21 GMT"],
    ["", ""],
  ])("%s is %s", (coded, text) => {
    expect(decodeHuffman(hex(coded)).toString()).toBe(text);
  });
});

describe("decodeHeaders", () => {
  test("reads what encodeHeaders writes", () => {
    const headers = { ":path": "/a/b", te: "trailers", "grpc-message": "x".repeat(200) };
    expect(Object.fromEntries(decodeHeaders(encodeHeaders(headers)))).toEqual(headers);
  });

  test("reads names and values of the static table, and news about a table that is not there", () => {
    const block = hex(`20 88 5f ${Buffer.from("\x10application/grpc").toString("hex")}`);
    expect(Object.fromEntries(decodeHeaders(block))).toEqual({
      ":status": "200",
      "content-type": "application/grpc",
    });
  });

  test("remembers no more than it was given", () => {
    for (let n = 0; n < 200; n++)
      expect(decodeHeaders(encodeHeaders({ "grpc-message": String(n) })).get("grpc-message")).toBe(String(n));
  });

  test.each([
    ["a table that does not exist", "be"],
    ["no index", "80"],
    ["too short for its length", "00 05 61"],
    ["a number without an end", "7f ff ff ff ff ff ff ff"],
    ["cut in a number", "7f"],
  ])("refuses %s", (_, block) => {
    expect(() => decodeHeaders(hex(block))).toThrow(/header/);
  });
});

import { describe, expect, test } from "vitest";
import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { statusOfConditions } from "./conditions.ts";

const DOCUMENT = { etag: '"AB"', modifiedAt: Date.parse("2026-01-02T03:04:05.678Z") };

const asked = (headers: ServerRequest["headers"], method = "GET", document = DOCUMENT): number | undefined =>
  statusOfConditions({ method, headers } as ServerRequest, document);

describe("statusOfConditions()", () => {
  test.each([
    [{}, undefined],
    [{ "if-none-match": '"AB"' }, 304],
    [{ "if-none-match": 'W/"AB"' }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"x", "AB"' }, 304],
    [{ "if-none-match": '"x" "AB"' }, 304],
    [{ "if-none-match": ', "AB"' }, 304],
    [{ "if-none-match": '\t"x",\t"AB"' }, 304],
    [{ "if-none-match": "AB" }, undefined],
    [{ "if-none-match": 'x, "AB"' }, undefined],
    [{ "if-none-match": '"x"' }, undefined],
    [{ "if-match": '"AB"' }, undefined],
    [{ "if-match": "*" }, undefined],
    [{ "if-match": 'W/"AB"' }, 412],
    [{ "if-match": '"x"' }, 412],
    [{ "if-match": "AB" }, 412],
    [{ "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }, 304],
    [{ "if-modified-since": "Fri, 02 Jan 2026 03:04:04 GMT" }, undefined],
    [{ "if-modified-since": "2026-01-03" }, undefined],
    [{ "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT", "if-none-match": '"x"' }, undefined],
    [{ "if-unmodified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }, undefined],
    [{ "if-unmodified-since": "Fri, 02 Jan 2026 03:04:04 GMT" }, 412],
  ])("%j is answered %s", (headers, status) => {
    expect(asked(headers)).toBe(status);
  });

  test("refuses what is no read", () => {
    expect(asked({ "if-none-match": '"AB"' }, "POST")).toBe(412);
    expect(asked({ "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }, "POST")).toBeUndefined();
  });

  test("compares times where there is no tag", () => {
    const { modifiedAt } = DOCUMENT;
    const plain = { method: "GET", headers: { "if-none-match": '"AB"' } } as unknown as ServerRequest;
    expect(statusOfConditions(plain, { modifiedAt })).toBeUndefined();
  });
});

import { expect, test } from "vitest";
import { memoryRequest } from "../../../../api/exchange/memory-request.ts";
import { StatusError } from "../../../../api/status.ts";
import { UNLIMITED_LOOP } from "../../../loop/loop-budget.ts";
import type { RequestContext } from "../../../request-context.ts";
import { parseYamlBody, readBytes } from "./read-body.ts";

const read = async (text: string) => parseYamlBody(Buffer.from(text));

test.each([
  '{"a":1,"b":[true,null,"x"],"c":{"d":"ü"}}',
  '{"a":1.0,"b":12345678901234567890}',
  '{"a":"y","b":"010","c":"1e3","d":1e3}',
  '{"a":{"<<":{"b":1}}}',
])("JSON is read as the YAML that it is: %s", async (text) => {
  expect((await read(text)).value).toEqual((await read(` ${text}`)).value);
});

test("a key given twice is told in the words of YAML, in JSON too", async () => {
  expect(await read('{"data":{"a":"1",\n"a":"2"}}')).toMatchObject({
    value: { data: { a: "2" } },
    duplicates: ['line 2: key "a" already set in map'],
  });
});

test("only the first document counts, and y is a boolean", async () => {
  expect((await read("a: y\n---\nb: 1")).value).toEqual({ a: true });
});

test("what is no YAML is refused with its line", async () => {
  await expect(read("a: 1\n\tb: 2")).rejects.toThrow(
    "yaml: line 2: found a tab character that violates indentation",
  );
  await expect(read(`{"${"a".repeat(1100)}":1}`)).rejects.toThrow("yaml: did not find expected ',' or '}'");
  await expect(read('{"a":"b\\/c"}')).rejects.toThrow("found unknown escape character");
  await expect(read('{"a" \n :1}')).rejects.toThrow("yaml: line 1: did not find expected ',' or '}'");
});

test("controllers of the server may write what has more values than a client may send", async () => {
  const body = JSON.stringify({ list: new Array(100_001).fill(0) });
  const from = (address: string) => {
    const request = memoryRequest({ url: "/", method: "PUT", body, peer: { address, port: 1 } });
    const context: Partial<RequestContext> = { request, budget: UNLIMITED_LOOP };
    return readBytes(context as RequestContext);
  };
  await expect(from("10.0.0.1")).rejects.toThrow(StatusError);
  expect(await from("")).toHaveLength(body.length);
});

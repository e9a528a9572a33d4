import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeTyped } from "../decode/decode.ts";
import { builtinShape } from "../notation/shapes.ts";
import { decodeProtobuf } from "./envelope.ts";

const folder = join(process.env.SALLYPORT_SHARED ?? "../shared", "golden-api/protobuf");

test("decodeProtobuf() refuses what has no prefix and what is cut short", () => {
  expect(() => decodeProtobuf(Buffer.from("{}"))).toThrow(/expected prefix \[107 56 115 0\]/);
  expect(() => decodeProtobuf(Buffer.from([0x6b, 0x38, 0x73, 0x00, 0x0a, 0x7f]))).toThrow("unexpected EOF");
});

describe.skipIf(!existsSync(folder))("decodeProtobuf() reads what kubectl sends", () => {
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const { base64, json } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
      base64: string;
      json: { apiVersion: string; kind: string };
    };
    test(file, () => {
      const [group = "", version = group] = json.apiVersion.split("/");
      const table = json.apiVersion === "v1" ? "core" : (group.split(".")[0] ?? "");
      const shape = builtinShape(`${table}/${version}.${json.kind}`);
      const strip = (value: unknown) => decodeTyped(structuredClone(value) as never, shape);
      expect(strip(decodeProtobuf(Buffer.from(base64, "base64")))).toEqual(strip(json));
    });
  }
});

import { Buffer } from "node:buffer";
import { yaml } from "../../../src/go-yaml/yaml.ts";
import type { Json, JsonObject } from "../../../src/json/value.ts";
import { encodeMessage } from "../../../src/types/protobuf/encode.ts";
import { protobufjs } from "../../../src/types/protobuf/library.ts";

/** Encoding of a body. `message`: type of a protobuf message, whatever type the body declares. */
export type Encoding = "yaml" | { readonly message: string };

export function encoded(body: Json, encoding: Encoding): string | Buffer {
  if (encoding === "yaml") return yaml().stringify(body, { version: "1.1" });
  return protobufOf(body as JsonObject, encoding.message);
}

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** runtime.Unknown: typeMeta=1 {apiVersion=1, kind=2}, raw=2. */
function protobufOf(body: JsonObject, message: string): Buffer {
  const { apiVersion, kind } = body;
  const raw = encodeMessage(message, body);
  const type = protobufjs().Writer.create();
  if (typeof apiVersion === "string") type.uint32((1 << 3) | 2).string(apiVersion);
  if (typeof kind === "string") type.uint32((2 << 3) | 2).string(kind);
  const writer = protobufjs().Writer.create();
  writer.uint32((1 << 3) | 2).bytes(type.finish());
  writer.uint32((2 << 3) | 2).bytes(raw);
  return Buffer.concat([MAGIC, writer.finish()]);
}

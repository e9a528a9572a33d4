import protobufjs from "protobufjs/minimal.js";
import type { Json } from "../../src/json/value.ts";
import { decodeProtobuf } from "../../src/types/protobuf/envelope.ts";

/** The events of a watch in protobuf. Each follows its length. An incomplete event is ignored. */
export function eventsInFrames(bytes: Buffer): Json[] {
  const events: Json[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    events.push(eventIn(bytes.subarray(at + 4, end)));
    at = end;
  }
  return events;
}

/** meta/v1.WatchEvent: type=1, object=2 {raw=1}. */
function eventIn(frame: Uint8Array): Json {
  const event: { type: string; object: Json } = { type: "", object: null };
  const reader = protobufjs.Reader.create(frame);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 === 1) event.type = reader.string();
    else if (tag >>> 3 === 2) event.object = objectIn(reader.bytes());
    else reader.skipType(tag & 7);
  }
  return event;
}

function objectIn(extension: Uint8Array): Json {
  const reader = protobufjs.Reader.create(extension);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 === 1) return readObject(reader.bytes());
    reader.skipType(tag & 7);
  }
  return null;
}

function readObject(bytes: Uint8Array): Json {
  try {
    return decodeProtobuf(bytes);
  } catch (error) {
    return `protobuf that cannot be read: ${String(error)} ${Buffer.from(bytes).toString("latin1")}`;
  }
}

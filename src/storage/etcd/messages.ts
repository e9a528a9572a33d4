import { loadLate } from "../../async/load-late.ts";
import { once } from "../../async/once.ts";
import { frameOf } from "./grpc/frames.ts";

const protobuf = loadLate<typeof import("protobufjs")>("protobufjs/light.js");

/** `number:type name` pairs of the messages that are used, from etcd's public API (rpc.proto, kv.proto; v3). */
const MESSAGES: Readonly<Record<string, string>> = {
  KeyValue:
    "1:bytes key 2:int64 createRevision 3:int64 modRevision 4:int64 version 5:bytes value 6:int64 lease",
  Event: "1:int32 type 2:KeyValue kv 3:KeyValue prevKv",
  ResponseHeader: "1:uint64 clusterId 2:uint64 memberId 3:int64 revision 4:uint64 raftTerm",
  RangeRequest:
    "1:bytes key 2:bytes rangeEnd 3:int64 limit 4:int64 revision 7:bool serializable 8:bool keysOnly 9:bool countOnly",
  RangeResponse: "1:ResponseHeader header 2:*KeyValue kvs 3:bool more 4:int64 count",
  PutRequest: "1:bytes key 2:bytes value 3:int64 lease",
  PutResponse: "1:ResponseHeader header",
  DeleteRangeRequest: "1:bytes key 2:bytes rangeEnd",
  DeleteRangeResponse: "1:ResponseHeader header 2:int64 deleted",
  RequestOp: "1:RangeRequest range 2:PutRequest put 3:DeleteRangeRequest deleteRange",
  Compare: "1:int32 result 2:int32 target 3:bytes key 6:int64 modRevision",
  TxnRequest: "1:*Compare compare 2:*RequestOp success 3:*RequestOp failure",
  ResponseOp: "1:RangeResponse range",
  TxnResponse: "1:ResponseHeader header 2:bool succeeded 3:*ResponseOp responses",
  CompactionRequest: "1:int64 revision 2:bool physical",
  CompactionResponse: "1:ResponseHeader header",
  LeaseGrantRequest: "1:int64 ttl 2:int64 id",
  LeaseGrantResponse: "1:ResponseHeader header 2:int64 id 3:int64 ttl 4:string error",
  WatchCreateRequest:
    "1:bytes key 2:bytes rangeEnd 3:int64 startRevision 4:bool progressNotify 8:bool fragment",
  WatchProgressRequest: "",
  WatchRequest: "1:WatchCreateRequest create 3:WatchProgressRequest progress",
  WatchResponse:
    "1:ResponseHeader header 2:int64 watchId 3:bool created 4:bool canceled 5:int64 compactRevision 6:string cancelReason 7:bool fragment 11:*Event events",
  StatusRequest: "",
  StatusResponse: "1:ResponseHeader header 2:string version 3:int64 dbSize 9:int64 dbSizeInUse",
  DefragmentRequest: "",
  AlarmRequest: "1:int32 action 2:uint64 memberID 3:int32 alarm",
  AlarmMember: "1:uint64 memberID 2:int32 alarm",
  AlarmResponse: "1:ResponseHeader header 2:*AlarmMember alarms",
};

/** int64 may arrive as a number or as an object with halves: revisions stay below 2^53. */
export type Int64 = number | { toNumber(): number } | undefined;

/** The integer as a number; 0 for an absent one. Integers beyond 2^53 lose digits. */
export const toNumber = (value: Int64): number =>
  typeof value === "object" ? value.toNumber() : (value ?? 0);

interface Header {
  readonly revision?: Int64;
}

/** A key with its value, and the revision of its last change. */
export interface KeyValue {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly modRevision?: Int64;
}

/** Response of a read. `more` is true if the limit cut the list. */
export interface RangeResponse {
  readonly header: Header;
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
}

/** Response of a write. `succeeded` is false if the comparison failed. */
export interface TxnResponse {
  readonly header: Header;
  readonly succeeded: boolean;
  readonly responses: readonly { readonly range?: RangeResponse | null }[];
}

/** A message of a watch: changes, the progress, or the end. */
export interface WatchResponse {
  readonly header: Header;
  readonly created: boolean;
  readonly canceled: boolean;
  readonly compactRevision?: Int64;
  readonly cancelReason: string;
  /** More of the same revision follows. */
  readonly fragment: boolean;
  readonly events: readonly { readonly type: number; readonly kv: KeyValue }[];
}

export const DELETE_EVENT = 1;

/** Reads and writes one kind of message. */
export interface Codec {
  encode(message: object): Buffer;
  decode(bytes: Buffer): unknown;
}

/** A message in its frame, as calls take it. */
export const encode = (name: string, message: object): Buffer => frameOf(codecOf(name).encode(message));
/** Reads a message by its name. The type is not checked. Throws for bytes that are no such message. */
export const decode = <T>(name: string, bytes: Buffer): T => codecOf(name).decode(bytes) as T;

const codecs = once(() => makeCodecs(MESSAGES));

/** Created at the first use: most servers have no etcd. */
export function codecOf(name: string): Codec {
  const codec = codecs().get(name);
  if (codec === undefined) throw new Error(`there is no message ${name}`);
  return codec;
}

/** Returns codecs for messages in the text form above. */
export function makeCodecs(messages: Readonly<Record<string, string>>): Map<string, Codec> {
  const nested = Object.fromEntries(
    Object.entries(messages).map(([name, words]) => [name, { fields: fieldsOf(words) }]),
  );
  const root = protobuf().Root.fromJSON({ nested });
  return new Map(
    Object.keys(messages).map((name) => {
      const type = root.lookupType(name);
      return [
        name,
        {
          encode: (message: object) => bufferOf(type.encode(type.create(message)).finish()),
          decode: (bytes: Buffer) => type.decode(bytes),
        },
      ];
    }),
  );
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function fieldsOf(words: string): Record<string, { id: number; type: string; rule?: string }> {
  return Object.fromEntries(
    [...words.matchAll(/\b(\d+):(\*?)(\w+) (\w+)/g)].map(([, id, many, type = "", name]) => [
      name,
      { id: Number(id), type, ...(many === "*" ? { rule: "repeated" } : {}) },
    ]),
  );
}

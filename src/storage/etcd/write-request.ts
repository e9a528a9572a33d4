import { HEAD_BYTES, writeHead } from "./grpc/frames.ts";

/** A write that etcd performs only if no other client has written the key since. */
export interface WriteRequest {
  readonly key: Buffer;
  /** The revision of the key's last write; 0: there is none. */
  readonly revision: number;
  /** The new value, in pieces that follow each other; undefined: the key is removed. */
  readonly value: readonly Uint8Array[] | undefined;
  readonly lease?: number | undefined;
  /** Other keys that have to have these revisions. */
  readonly held?: readonly { readonly key: Buffer; readonly revision: number }[];
}

interface EncodedWrite {
  /** A `TxnRequest` in a frame. If the comparison fails, it requests the revision of the key. */
  readonly frame: Buffer;
  /** The value as the frame contains it. */
  readonly value: Buffer | undefined;
}

/** Messages side by side in one piece of memory: an allocation for each would cost more than its bytes. */
const SLAB = 256 * 1024;
let slab = { memory: Buffer.alloc(0), used: 0 };

function take(length: number): Buffer {
  if (length > SLAB / 4) return Buffer.allocUnsafeSlow(length);
  if (length > slab.memory.length - slab.used) slab = { memory: Buffer.allocUnsafeSlow(SLAB), used: 0 };
  slab.used += length;
  return slab.memory.subarray(slab.used - length, slab.used);
}

/**
 * Encodes the message that every write sends, which is also the largest one. It is written by hand, once,
 * because `messages.ts` would copy the value three times. Numbers of fields are those of etcd's `rpc.proto`.
 */
export function encodeWrite({ key, revision, value, lease, held = [] }: WriteRequest): EncodedWrite {
  const keyBytes = memberSize(key.length);
  const compared = [{ key, revision }, ...held];
  const valueLength = value?.reduce((sum, piece) => sum + piece.length, 0) ?? 0;
  const leaseBytes = lease === undefined ? 0 : 1 + varintSize(lease);
  const operation = keyBytes + (value === undefined ? 0 : leaseBytes + memberSize(valueLength));
  const range = keyBytes + VARINT_MEMBER;
  const members = [...compared.map(compareSize), memberSize(operation), memberSize(range)];
  const length = members.reduce((sum, size) => sum + memberSize(size), 0);
  const to = new Writer(take(HEAD_BYTES + length), length);
  // compare { result: EQUAL (0), target: MOD, key, mod_revision }
  for (const one of compared) {
    to.head(1, compareSize(one)).varint(2, 2);
    to.bytes(3, [one.key], one.key.length).varint(6, one.revision);
  }
  // success { request_put { key, lease, value } } or { request_delete_range { key } }
  to.head(2, memberSize(operation)).head(value === undefined ? 3 : 2, operation);
  to.bytes(1, [key], key.length);
  if (value !== undefined && lease !== undefined) to.varint(3, lease);
  if (value !== undefined) to.bytes(2, value, valueLength);
  const end = to.at;
  // failure { request_range { key, keys_only } }
  to.head(3, memberSize(range)).head(1, range).bytes(1, [key], key.length).varint(8, 1);
  return { frame: to.into, value: value && to.into.subarray(end - valueLength, end) };
}

const VARINT_MEMBER = 2;
const BYTES = 2;

const compareSize = ({ key, revision }: { key: Buffer; revision: number }): number =>
  VARINT_MEMBER + memberSize(key.length) + 1 + varintSize(revision);

/** Returns the size of a member with its tag and its length before it. */
const memberSize = (length: number): number => 1 + varintSize(length) + length;

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
  return size;
}

class Writer {
  readonly into: Buffer;
  at: number;

  constructor(into: Buffer, length: number) {
    this.into = into;
    this.at = writeHead(into, length);
  }

  head(field: number, length: number): this {
    this.into[this.at++] = (field << 3) | BYTES;
    return this.#number(length);
  }

  varint(field: number, value: number): this {
    this.into[this.at++] = field << 3;
    return this.#number(value);
  }

  bytes(field: number, pieces: readonly Uint8Array[], length: number): this {
    this.head(field, length);
    for (const piece of pieces) {
      this.into.set(piece, this.at);
      this.at += piece.length;
    }
    return this;
  }

  /** Seven bits a byte, the lowest first; revisions have more than 32. */
  #number(value: number): this {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.into[this.at++] = (rest % 0x80) | 0x80;
    this.into[this.at++] = rest;
    return this;
  }
}

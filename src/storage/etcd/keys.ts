/** Our keys and those in etcd: another beginning, the rest is the same. */
export interface Keys {
  encode(key: string): Buffer;
  decode(bytes: Uint8Array): string;
  /** The key of ours that is called so. */
  below(name: string): string;
  /** All our keys are between `from` and `to`. */
  readonly from: Buffer;
  readonly to: Buffer;
}

/** Every key of ours begins with `own`, and in etcd with `prefix`, which ends with a slash: `/registry/` both, as a rule. */
export function keysBelow(prefix: string, own: string): Keys {
  const from = Buffer.from(prefix);
  const to = Buffer.from(from);
  to[to.length - 1] = to.at(-1)! + 1;
  return {
    from,
    to,
    below: (name) => own + name,
    encode: (key) => Buffer.from(prefix + key.slice(own.length)),
    decode: (bytes) =>
      own + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().slice(prefix.length),
  };
}

/** Bytes of a value, or pieces that follow one another. */
export type Der = Uint8Array | readonly Der[];

/** A value in DER: what it is (X.690, 8.1.2), how long, its content. */
export function der(identifier: number, ...content: readonly Der[]): Buffer {
  const bytes = join(content);
  return Buffer.concat([Buffer.from([identifier, ...lengthOf(bytes.length)]), bytes]);
}

export const sequence = (...content: readonly Der[]): Buffer => der(0x30, ...content);
export const octets = (content: Der): Buffer => der(0x04, content);
export const text = (value: string): Buffer => der(0x0c, Buffer.from(value));
export const flag = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));

/** A number that is not negative, big-endian: as short as it can be, and without the bit that means minus. */
export function unsigned(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return der(0x02, (short[0] ?? 0) >= 0x80 ? [Buffer.from([0]), short] : short);
}

/** Whole bytes, or as many bits as `unused` leaves. */
export const bits = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), content);

/** `2.5.29.17`. */
export function objectIdentifier(id: string): Buffer {
  const [first = 0, second = 0, ...rest] = id.split(".").map(Number);
  return der(0x06, Buffer.from([40 * first + second, ...rest].flatMap(base128)));
}

/** UTCTime before 2050, GeneralizedTime from then on (RFC 5280, 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}

const join = (pieces: readonly Der[]): Uint8Array =>
  Buffer.concat(pieces.map((piece) => (piece instanceof Uint8Array ? piece : join(piece))));

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): readonly number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f));
  return bytes;
}

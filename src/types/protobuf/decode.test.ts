import { expect, test } from "vitest";
import { decodeBody } from "./decode.ts";
import { decodeProtobuf } from "./envelope.ts";

const text = (words: string): number[] => [...Buffer.from(words)];
const field = (number: number, ...bytes: number[]): number[] => [(number << 3) | 2, bytes.length, ...bytes];
const decoded = (type: string, ...bytes: number[]) => decodeBody(type, Uint8Array.from(bytes));

// Results of kube-apiserver 1.36.3 for these bytes.
test("decodeBody() joins a message that comes in parts", () => {
  const name = field(1, ...field(1, ...text("a")));
  const label = field(1, ...field(11, ...field(1, ...text("k")), ...field(2, ...text("v"))));
  expect(decoded("core/v1.ConfigMap", ...name, ...label)).toEqual({
    metadata: { name: "a", labels: { k: "v" } },
  });
  const lease = [...field(2, ...field(1, ...text("h"))), ...field(2, 2 << 3, 6)];
  expect(decoded("coordination/v1.Lease", ...lease)).toEqual({
    spec: { holderIdentity: "h", leaseDurationSeconds: 6 },
  });
});

test("decodeBody() takes the last value of a field, also when it is empty", () => {
  const type = [...field(4, ...text("NodePort")), ...field(4)];
  expect(decoded("core/v1.Service", ...field(2, ...type))).toEqual({});
});

test("decodeBody() gives 0 to a quantity that a map has without a value, and refuses white space", () => {
  const hard = (...value: number[]) => field(2, ...field(1, ...field(1, ...text("cpu")), ...value));
  expect(decoded("core/v1.ResourceQuota", ...hard())).toEqual({ spec: { hard: { cpu: "0" } } });
  expect(() => decoded("core/v1.ResourceQuota", ...hard(...field(2, ...field(1, ...text(" 1")))))).toThrow(
    "quantities must match the regular expression",
  );
});

test("decodeBody() adds nanoseconds of more than a second to a time in microseconds", () => {
  const lease = (...nanos: number[]) => field(2, ...field(3, 1 << 3, 5, 2 << 3, ...nanos));
  const timeOf = (...nanos: number[]) => decoded("coordination/v1.Lease", ...lease(...nanos));
  // The numbers are 2,000,001,000, -1 and -1,000 nanoseconds.
  expect(timeOf(0xe8, 0xaf, 0xd6, 0xb9, 0x07)).toEqual({
    spec: { acquireTime: "1970-01-01T00:00:07.000001Z" },
  });
  const minusOne = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
  expect(timeOf(...minusOne)).toEqual({ spec: { acquireTime: "1970-01-01T00:00:05.000000Z" } });
  const minusThousand = [0x98, 0xf8, 255, 255, 255, 255, 255, 255, 255, 1];
  expect(timeOf(...minusThousand)).toEqual({ spec: { acquireTime: "1970-01-01T00:00:04.999999Z" } });
});

test("decodeProtobuf() refuses an envelope with other wire types, and field 0", () => {
  const envelope = (...bytes: number[]) => Uint8Array.from([0x6b, 0x38, 0x73, 0, ...bytes]);
  const wrong = (...bytes: number[]) => expect(() => decodeProtobuf(envelope(...bytes)));
  wrong(0x20, 5).toThrow("proto: wrong wireType = 0 for field ContentType");
  wrong(0x18, 5).toThrow("proto: wrong wireType = 0 for field ContentEncoding");
  wrong(0x00, 5).toThrow("proto: Unknown: illegal tag 0 (wire type 0)");
});

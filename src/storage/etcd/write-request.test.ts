import { describe, expect, test } from "vitest";
import { FrameReader } from "./grpc/frames.ts";
import { codecOf } from "./messages.ts";
import { encodeWrite } from "./write-request.ts";

const key = Buffer.from("/registry/pods/default/ü");

function messageOf(frame: Buffer): Buffer {
  const [message, ...more] = new FrameReader(2 ** 24).push(frame);
  expect(more).toEqual([]);
  return message as Buffer;
}

describe.each([0, 1, 127, 128, 2 ** 31, 2 ** 32 + 5, 2 ** 53 - 1])(
  "encodeWrite at revision %i",
  (revision) => {
    const compare = [{ result: 0, target: 2, key, modRevision: revision }];
    const failure = [{ range: { key, keysOnly: true } }];
    /** Compares as text, because comparing large objects is slow. */
    const decoded = (bytes: Buffer) => JSON.stringify(codecOf("TxnRequest").decode(bytes));

    test.each([0, 1, 127, 128, 3000, 70_000, 300_000])(
      "says what messages.ts says, for a value of %i bytes",
      (size) => {
        const pieces = [
          Buffer.alloc(Math.floor(size / 3), "a"),
          Buffer.alloc(size - Math.floor(size / 3), "b"),
        ];
        const { frame, value } = encodeWrite({ key, revision, value: pieces });
        const success = [{ put: { key, value: Buffer.concat(pieces) } }];
        const expected = codecOf("TxnRequest").encode({ compare, success, failure });
        expect(decoded(messageOf(frame))).toBe(decoded(expected));
        expect(value?.equals(Buffer.concat(pieces))).toBe(true);
      },
    );

    test("says what messages.ts says, for what holds only while others stay", () => {
      const other = { key: Buffer.from("/registry/namespaces/default"), revision: revision + 1 };
      const { frame } = encodeWrite({ key, revision, value: [Buffer.from("v")], held: [other, other] });
      const held = { result: 0, target: 2, key: other.key, modRevision: other.revision };
      const success = [{ put: { key, value: Buffer.from("v") } }];
      const expected = codecOf("TxnRequest").encode({ compare: [...compare, held, held], success, failure });
      expect(decoded(messageOf(frame))).toBe(decoded(expected));
    });

    test("says what messages.ts says, for what goes with a lease", () => {
      const lease = revision + 1;
      const { frame, value } = encodeWrite({ key, revision, value: [Buffer.from("v")], lease });
      const success = [{ put: { key, value: Buffer.from("v"), lease } }];
      const expected = codecOf("TxnRequest").encode({ compare, success, failure });
      expect(decoded(messageOf(frame))).toBe(decoded(expected));
      expect(value).toEqual(Buffer.from("v"));
    });

    test("says what messages.ts says, for a deletion", () => {
      const { frame, value } = encodeWrite({ key, revision, value: undefined });
      const expected = codecOf("TxnRequest").encode({
        compare,
        success: [{ deleteRange: { key } }],
        failure,
      });
      expect(decoded(messageOf(frame))).toBe(decoded(expected));
      expect(value).toBeUndefined();
    });
  },
);

import { describe, expect, it } from "vitest";
import { bits, der, objectIdentifier, time, unsigned } from "./der-writer.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("DER", () => {
  it.each([
    [0, "0400"],
    [127, "047f"],
    [128, "048180"],
    [255, "0481ff"],
    [256, "04820100"],
    [65_536, "0483010000"],
  ])("writes the length %d in as few bytes as it needs", (length, head) => {
    expect(hex(der(0x04, Buffer.alloc(length))).slice(0, head.length)).toBe(head);
  });

  it.each([
    ["00", "020100"],
    ["0000", "020100"],
    ["007f", "02017f"],
    ["80", "02020080"],
    ["000180", "02020180"],
  ])("writes the number %s as short as it can be, and never as a negative one", (bytes, written) => {
    expect(hex(unsigned(Buffer.from(bytes, "hex")))).toBe(written);
  });

  it.each([
    ["2.5.29.17", "0603551d11"],
    ["1.2.840.10045.4.3.2", "06082a8648ce3d040302"],
  ])("writes the identifier %s", (id, written) => expect(hex(objectIdentifier(id))).toBe(written));

  it("writes bits and times", () => {
    expect(hex(bits(Buffer.from([0x86]), 1))).toBe("03020186");
    expect(
      time(new Date(Date.UTC(2049, 11, 31, 23, 59, 59)))
        .toString("latin1")
        .slice(2),
    ).toBe("491231235959Z");
    expect(
      time(new Date(Date.UTC(2050, 0, 1)))
        .toString("latin1")
        .slice(2),
    ).toBe("20500101000000Z");
  });
});

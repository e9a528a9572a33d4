import { describe, expect, it } from "vitest";
import { readCertificateSubject } from "./certificate-subject.ts";
import { stubAttribute, stubDer } from "./stub-request.tool.ts";

const text = (value: string, tag = 0x0c): Buffer => stubDer(tag, Buffer.from(value));
const uid = (value: string): Buffer => stubAttribute(text(value), "2b0601040183c25302");

const ALGORITHM = stubDer(0x30, stubDer(6, Buffer.from("2b6570", "hex")));
const BITS = stubDer(3, Buffer.alloc(33));
const TIME = stubDer(0x17, Buffer.from("260101000000Z"));

function certificate(...subject: Buffer[]): Buffer {
  const serial = stubDer(2, Buffer.from([1]));
  const head = [serial, ALGORITHM, stubDer(0x30), stubDer(0x30, TIME, TIME)];
  const body = stubDer(0x30, ...head, stubDer(0x30, ...subject), stubDer(0x30, ALGORITHM, BITS));
  return stubDer(0x30, body, ALGORITHM, BITS);
}

describe("readCertificateSubject", () => {
  it("reads user, groups and uid", () => {
    const subject = certificate(stubAttribute(text("alice"), "550403"), stubAttribute(text("a")), uid("7"));
    expect(readCertificateSubject(subject)).toEqual({
      commonName: "alice",
      organizations: ["a"],
      uid: "7",
    });
  });

  it.each([
    ["UniversalString", 0x1c],
    ["GeneralString", 0x1b],
    ["VisibleString", 0x1a],
    ["OCTET STRING", 0x04],
  ])("refuses a group that is a %s, which no signer has read as one", (_name, tag) => {
    expect(() => readCertificateSubject(certificate(stubAttribute(text("system:masters", tag))))).toThrow(
      "unsupported string type",
    );
  });

  it("refuses several uids, and an empty one", () => {
    expect(() => readCertificateSubject(certificate(uid("1"), uid("2")))).toThrow("expected 1 UID");
    expect(() => readCertificateSubject(certificate(uid("")))).toThrow("UID cannot be an empty string");
  });
});

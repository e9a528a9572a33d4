import { describe, expect, it } from "vitest";
import { pemText } from "../pem.ts";
import { parseRequest, readCertificateRequest } from "./certificate-request.ts";
import { stubAttribute, stubDer, stubRequest, stubRequestPem } from "./stub-request.tool.ts";

const MASTERS = "system:masters";
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();

const groups = (tag: number, content: Buffer): readonly string[] =>
  readCertificateRequest(stubRequest([stubAttribute(stubDer(tag, content))])).subject.organizations;

describe("readCertificateRequest", () => {
  it.each([
    ["PrintableString", 0x13, Buffer.from(MASTERS)],
    ["UTF8String", 0x0c, Buffer.from(MASTERS)],
    ["IA5String", 0x16, Buffer.from(MASTERS)],
    ["T61String", 0x14, Buffer.from(MASTERS)],
    ["BMPString", 0x1e, utf16(MASTERS)],
    ["BMPString that ends with a zero", 0x1e, utf16(`${MASTERS}\0`)],
  ])("reads an organization of %s", (_name, tag, content) => {
    expect(groups(tag, content)).toEqual([MASTERS]);
  });

  it("reads T61String as Latin-1 and numbers as text", () => {
    expect(groups(0x14, Buffer.from([0xe4]))).toEqual(["ä"]);
    expect(groups(0x12, Buffer.from("12 3"))).toEqual(["12 3"]);
  });

  it.each([
    ["GeneralString", 0x1b],
    ["UniversalString", 0x1c],
    ["OCTET STRING", 0x04],
    ["SEQUENCE", 0x30],
  ])("takes an organization of %s for none", (_name, tag) => {
    expect(groups(tag, Buffer.alloc(0))).toEqual([]);
  });

  // The texts are those of Go's encoding/asn1.
  it.each([
    [0x13, Buffer.from("a@b"), "asn1: syntax error: PrintableString contains invalid character"],
    [0x12, Buffer.from("a"), "asn1: syntax error: NumericString contains invalid character"],
    [0x16, Buffer.from([0x80]), "asn1: syntax error: IA5String contains invalid character"],
    [0x0c, Buffer.from([0xc0, 0x80]), "asn1: invalid UTF-8 string"],
    [0x1e, Buffer.from([0]), "invalid BMPString"],
    [0x1e, Buffer.from([0xd8, 0]), "invalid BMPString"],
    [0x01, Buffer.from([1]), "asn1: syntax error: invalid boolean"],
    [0x02, Buffer.from([0, 1]), "asn1: structure error: integer not minimally-encoded"],
  ])("refuses a value of tag %i that is wrong in itself", (tag, content, expected) => {
    expect(() => groups(tag, content)).toThrow(expected);
  });

  it("takes the last of several common names, and all organizations", () => {
    const cn = (name: string): Buffer => stubAttribute(stubDer(0x0c, Buffer.from(name)), "550403");
    const o = (name: string): Buffer => stubAttribute(stubDer(0x0c, Buffer.from(name)));
    expect(readCertificateRequest(stubRequest([cn("a"), o("x"), cn("b"), o("y")])).subject).toEqual({
      commonName: "b",
      organizations: ["x", "y"],
    });
  });

  it("refuses lengths that are not minimal, and bytes behind the end", () => {
    const good = stubRequest([]);
    expect(() => readCertificateRequest(Buffer.concat([good, Buffer.from([0])]))).toThrow(
      "asn1: syntax error: trailing data",
    );
    const long = Buffer.concat([Buffer.from([0x30, 0x82, 0, good.length - 3]), good.subarray(3)]);
    expect(() => readCertificateRequest(long)).toThrow(
      "asn1: structure error: superfluous leading zeros in length",
    );
    expect(() => readCertificateRequest(Buffer.alloc(0))).toThrow("asn1: syntax error: sequence truncated");
    expect(() => readCertificateRequest(Buffer.from([0x31, 0]))).toThrow(
      "asn1: structure error: tags don't match (16 vs {class:0 tag:17 length:0 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} certificateRequest @2",
    );
  });

  it("reads requested extensions, and refuses one that comes twice", () => {
    const extension = stubDer(0x30, stubDer(6, Buffer.from("551d0f", "hex")), stubDer(4, Buffer.from([1])));
    const requested = (...extensions: Buffer[]): Buffer =>
      stubDer(
        0x30,
        stubDer(6, Buffer.from("2a864886f70d01090e", "hex")),
        stubDer(0x31, stubDer(0x30, ...extensions)),
      );
    expect(() => readCertificateRequest(stubRequest([], [requested(extension)]))).not.toThrow();
    expect(() => readCertificateRequest(stubRequest([], [requested(extension, extension)]))).toThrow(
      "x509: certificate request contains duplicate requested extensions",
    );
  });

  it("reads a subject of a million bytes in one go", () => {
    const attribute = stubAttribute(stubDer(0x0c, Buffer.from("a")));
    const size = Buffer.from([0x30, 0x83, 0x0f, 0x42, 0x40]);
    const names = Buffer.concat(Array.from({ length: 76_924 }, () => attribute)).subarray(0, 1_000_000);
    expect(() => readCertificateRequest(stubRequestOf(Buffer.concat([size, names])))).toThrow("asn1:");
  });
});

/** A request with a subject that is too long for `stubDer`. */
function stubRequestOf(subject: Buffer): Buffer {
  const info = Buffer.concat([Buffer.from([2, 1, 0]), subject]);
  const wrap = (content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([Buffer.from([0x30, 0x83]), length.subarray(1), content]);
  };
  return wrap(wrap(info));
}

describe("parseRequest", () => {
  it("wants a request in the first block", () => {
    const other = Buffer.from(pemText({ type: "CERTIFICATE", bytes: stubRequest([]) })).toString("base64");
    expect(parseRequest(stubRequestPem([]))).toMatchObject({ subject: { organizations: [] } });
    expect(parseRequest(other)).toEqual({ problem: "PEM block type must be CERTIFICATE REQUEST" });
  });
});

import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { messageOf } from "../../report/describe-error.ts";

const unpack = promisify(gunzip);

/**
 * Returns the body without its gzip encoding, or Go's text about an error in it. Other encodings are left as
 * they are, as in Go.
 */
export async function decodeBody(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer | string> {
  if (encoding.toLowerCase() !== "gzip" || body.length === 0) return body;
  if (body.length < 10) return "unexpected EOF";
  if (body[0] !== 0x1f || body[1] !== 0x8b || body[2] !== 8) return "gzip: invalid header";
  try {
    return await unpack(body, { maxOutputLength: maxBytes });
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  const message = messageOf(error);
  if (code === "Z_BUF_ERROR") return "unexpected EOF";
  if (code === "ERR_BUFFER_TOO_LARGE") return "http: response body too large";
  return /incorrect (data|length) check/.test(message)
    ? "gzip: invalid checksum"
    : "flate: corrupt input before offset 0";
}

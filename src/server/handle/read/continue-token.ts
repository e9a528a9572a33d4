import { posix } from "node:path";
import { badRequest } from "../../../api/status.ts";
import { goTypeName } from "../../../go/type-name.ts";
import { cannotUnmarshal } from "../../../json/cannot-unmarshal.ts";
import { parseJson } from "../../../json/parse/parse.ts";
import { isJsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";

const VERSION = "meta.k8s.io/v1";

/** Start of the next page: behind this key (relative to the list's prefix), at this revision (-1: now). */
export interface ContinueToken {
  readonly revision: number;
  readonly after: string;
}

/** Encodes a token in the reference's form: base64url of `{"v":"meta.k8s.io/v1","rv":338,"start":"/c1\u0000"}`. */
export function encodeContinue({ revision, after }: ContinueToken): string {
  const token = { v: VERSION, rv: revision, start: `/${after}\u0000` };
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

/**
 * Decodes a token. Throws 400 if it is none of ours (DecodeContinue of
 * k8s.io/apiserver/pkg/storage/continue.go).
 */
export function decodeContinue(token: string): ContinueToken {
  const { version, revision, start } = fieldsOf(parse(token));
  if (version !== VERSION) throw invalidToken(`server does not recognize this encoded version ${version}`);
  if (revision === 0) throw invalidToken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  if (start === "") throw invalidToken("encoded start key empty (version meta.k8s.io/v1)");
  const key = start.startsWith("/") ? start : `/${start}`;
  if (cleanPath(key) !== key) throw invalidToken(start);
  const after = key.slice(1);
  return { revision, after: after.endsWith("\u0000") ? after.slice(0, -1) : after };
}

/** Cleans a path like Go's path.Clean; Node's normalize keeps a slash at the end. */
function cleanPath(path: string): string {
  const clean = posix.normalize(path);
  return clean.length > 1 && clean.endsWith("/") ? clean.slice(0, -1) : clean;
}

interface TokenFields {
  readonly version: string;
  readonly revision: number;
  readonly start: string;
}

function fieldsOf(value: unknown): TokenFields {
  if (value !== null && !isJsonObject(value)) throw notUnmarshaled(value, "storage.continueToken");
  const { v = null, rv = null, start = null } = value ?? {};
  if (v !== null && typeof v !== "string") throw wrongField(v, "v", "string");
  if (rv !== null && !Number.isSafeInteger(rv)) throw wrongField(rv, "rv", "int64");
  if (start !== null && typeof start !== "string") throw wrongField(start, "start", "string");
  return { version: v ?? "", revision: Number(rv ?? 0), start: start ?? "" };
}

const wrongField = (value: unknown, name: string, type: string): Error =>
  notUnmarshaled(value, type, `continueToken.${name}`);

/** Builds Go's error for a value of the wrong type; it contains a number that does not fit. */
function notUnmarshaled(value: unknown, wanted: string, field?: string): Error {
  const fits = typeof value !== "number" || wanted === "string";
  return invalidToken(cannotUnmarshal(`${goTypeName(value)}${fits ? "" : ` ${value}`}`, wanted, field));
}

function parse(token: string): unknown {
  const wrong = wrongBase64(token);
  if (wrong >= 0) throw invalidToken(`illegal base64 data at input byte ${wrong}`);
  try {
    return parseJson(Buffer.from(token, "base64url"));
  } catch (error) {
    throw invalidToken(messageOf(error));
  }
}

/** Returns the offset at which Go's decoder fails; line ends are not counted. */
function wrongBase64(token: string): number {
  const strange = token.search(/[^\w\-\r\n]/);
  if (strange >= 0) return strange;
  return token.replace(/[\r\n]/g, "").length % 4 === 1 ? token.length - 1 : -1;
}

const invalidToken = (why: string): Error =>
  badRequest(`invalid continue token: continue key is not valid: ${why}`);

import { isJsonObject } from "../../../api/json.ts";
import { badRequest } from "../../../api/status.ts";
import { parseJson } from "../../../json/parse.ts";

const VERSION = "meta.k8s.io/v1";

/** Where the next page begins: after this key (relative to the list's prefix), as of this revision (-1: now). */
export interface ContinueToken {
  readonly revision: number;
  readonly after: string;
}

/** The reference's own form: base64url of `{"v":"meta.k8s.io/v1","rv":338,"start":"c1\u0000"}`. */
export function encodeContinue({ revision, after }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: VERSION, rv: revision, start: `${after}\u0000` })).toString(
    "base64url",
  );
}

/** Throws 400 for what is no token of ours. */
export function decodeContinue(token: string): ContinueToken {
  const value = parse(token);
  if (!isJsonObject(value) || value.v !== VERSION)
    throw invalidToken("server does not recognize this encoded version");
  const { rv, start } = value;
  if (typeof rv !== "number" || rv === 0)
    throw invalidToken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  if (typeof start !== "string" || start === "")
    throw invalidToken("encoded start key empty (version meta.k8s.io/v1)");
  if (start.split("/").includes("..")) throw invalidToken("encoded start key cannot be used");
  return { revision: rv, after: start.endsWith("\u0000") ? start.slice(0, -1) : start };
}

function parse(token: string): unknown {
  if (!/^[\w-]*$/.test(token))
    throw invalidToken(`illegal base64 data at input byte ${token.search(/[^\w-]/)}`);
  try {
    return parseJson(Buffer.from(token, "base64url"));
  } catch (error) {
    throw invalidToken((error as Error).message);
  }
}

const invalidToken = (why: string): Error =>
  badRequest(`invalid continue token: continue key is not valid: ${why}`);

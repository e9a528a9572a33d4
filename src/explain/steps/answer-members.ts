import { parseJson } from "../../json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";

/** The members that the API server reads. */
const REVIEW = ["apiVersion", "kind", "request", "response"];
const RESPONSE = ["uid", "allowed", "status", "patch", "patchType", "auditAnnotations", "warnings"];
const STATUS = ["apiVersion", "kind", "metadata", "status", "message", "reason", "details", "code"];

/** Members that are written often, without their letter case, and the members that are meant. */
const MEANT: Readonly<Record<string, string>> = {
  result: "response.status",
  message: "response.status.message",
  reason: "response.status.reason",
  code: "response.status.code",
  warning: "response.warnings",
  auditannotation: "response.auditAnnotations",
  patch_type: "response.patchType",
  allow: "response.allowed",
  accepted: "response.allowed",
};

/**
 * Says which member of a webhook's answer the API server does not read, and where its value belongs; undefined if no
 * such member is found. The server ignores unknown members without a word.
 */
export function unreadMember(answer: Uint8Array | undefined): string | undefined {
  const review = answer && parsed(answer);
  if (!isJsonObject(review)) return undefined;
  const response = record(review.response);
  const found =
    unread("", review, REVIEW) ??
    unread("response.", response, RESPONSE) ??
    unread("response.status.", record(response.status), STATUS);
  if (found === undefined) return undefined;
  return `its answer has ${found.has}, which the API server does not read: it reads ${found.meant}`;
}

function parsed(answer: Uint8Array): Json | undefined {
  try {
    return parseJson(answer);
  } catch {
    return undefined;
  }
}

function unread(path: string, object: JsonObject, known: readonly string[]) {
  for (const key of Object.keys(object)) {
    const meant = known.includes(key) ? undefined : meantBy(path, key, object);
    if (meant !== undefined) return { has: `${path}${key}`, meant };
  }
  return undefined;
}

function meantBy(path: string, key: string, object: JsonObject): string | undefined {
  const same = (names: readonly string[]): string | undefined =>
    names.find((name) => name.toLowerCase() === key.toLowerCase());
  const inStatus = path === "response.status." ? same(STATUS) : undefined;
  if (inStatus !== undefined) return `response.status.${inStatus}`;
  const inResponse = same(RESPONSE);
  // A Status as the whole answer has members of these names, too.
  if (inResponse !== undefined && object.kind !== "Status") return `response.${inResponse}`;
  const meant = path === "response." ? MEANT[key.toLowerCase()] : undefined;
  return meant ?? (path === "" && same(REVIEW) !== undefined ? same(REVIEW) : undefined);
}

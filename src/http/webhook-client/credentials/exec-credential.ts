import { noObjectProblem, typeMetaProblem } from "../../../api/object/type-meta.ts";
import { quote } from "../../../go/quote.ts";
import { canonicalTime } from "../../../go/time.ts";
import { parseSmallYaml } from "../../../go-yaml/small-yaml.ts";
import { parseJson } from "../../../json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject, text } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { goError } from "../go-error.ts";
import { clientContext } from "../trust.ts";

export const EXEC_GROUP = "client.authentication.k8s.io";

/** Credentials from a credential plugin. */
export interface Granted {
  readonly token: string;
  readonly certificate: { readonly cert: string; readonly key: string } | undefined;
  /** Time of expiry, in milliseconds since 1970; undefined: they do not expire. */
  readonly expires: number | undefined;
}

/**
 * Reads the ExecCredential that a plugin wrote (client-go/plugin/pkg/client/auth/exec/exec.go,
 * refreshCredsLocked). Throws with kube-apiserver's text.
 */
export function readCredential(output: string, apiVersion: string): Granted {
  const value = decode(output);
  const status = isJsonObject(value.status) ? value.status : undefined;
  const expires = expiryOf(text(status?.expirationTimestamp));
  if (value.apiVersion !== apiVersion) {
    const returned = String(value.apiVersion);
    throw goError(
      `exec plugin is configured to use API version ${apiVersion}, plugin returned version ${returned}`,
    );
  }
  if (status === undefined) throw goError("exec plugin didn't return a status field");
  const { token, clientCertificateData, clientKeyData } = status;
  const [own, cert, key] = [text(token), text(clientCertificateData), text(clientKeyData)];
  if (own === "" && cert === "" && key === "")
    throw goError("exec plugin didn't return a token or cert/key pair");
  if ((cert === "") !== (key === "")) throw goError("exec plugin returned only certificate or key, not both");
  const certificate = cert === "" ? undefined : { cert, key };
  if (certificate !== undefined) checkCertificate(certificate);
  return { token: own, certificate, expires };
}

function checkCertificate(certificate: { readonly cert: string; readonly key: string }): void {
  try {
    clientContext(certificate);
  } catch (error) {
    throw goError(`failed parsing client key/certificate: ${messageOf(error)}`, error);
  }
}

function expiryOf(timestamp: string): number | undefined {
  if (timestamp === "") return undefined;
  try {
    const time = canonicalTime(timestamp);
    return time === null ? undefined : Date.parse(time);
  } catch (error) {
    throw undecodable(messageOf(error), error);
  }
}

const UNDECODABLE = "decoding stdout: ";

const undecodable = (why: string, cause?: unknown): Error => goError(UNDECODABLE + why, cause);

/** True if the output cannot be decoded: the message may have parts of it. */
export const isUndecodable = (error: unknown): boolean => messageOf(error).startsWith(UNDECODABLE);

function decode(output: string): JsonObject {
  const value = parsed(output) ?? {};
  if (!isJsonObject(value))
    throw undecodable(`couldn't get version/kind; json parse error: ${noObjectProblem(value)}`);
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw undecodable(problem);
  const [kind, version] = [text(value.kind), text(value.apiVersion)];
  if (kind === "") throw undecodable(`Object 'Kind' is missing in '${output}'`);
  if (kind === "ExecCredential") return value;
  throw undecodable(
    `no kind ${quote(kind)} is registered for version ${quote(version)} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

/** Parses JSON if the output begins with a brace, otherwise YAML. */
function parsed(output: string): Json {
  const isJson = output.trimStart().startsWith("{");
  try {
    return isJson ? parseJson(output) : parseSmallYaml(output);
  } catch (error) {
    const why = messageOf(error);
    throw undecodable(isJson ? `couldn't get version/kind; json parse error: ${why}` : why, error);
  }
}

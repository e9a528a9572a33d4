import { textReader } from "../text-table.ts";
import { answeredText } from "./answer-text.ts";
import {
  type Addressed,
  addressOf,
  addressPlace,
  CLIENT_CONFIG,
  type Failed,
  type FailureText,
} from "./failed-call.ts";

/** Failures by the text of their reason; their place is the address, if they have no other one. */
const failureFor = textReader<(hook: Addressed, reason: string) => FailureText>({
  "x509: certificate signed by unknown authority": unknownAuthority,
  "x509: certificate has expired": (_, reason) => ({
    message: `its certificate has expired or is not yet valid: ${reason.replace(/^.*not yet valid: /, "")}`,
    place: CLIENT_CONFIG,
  }),
  "x509: certificate|x509: cannot validate certificate": (hook, reason) => ({
    message: `its certificate is not valid for ${addressOf(hook)}: ${reason.replace(/^.*?x509: /, "")}`,
  }),
  "connection refused": (hook) => ({
    message: `no server listens at ${addressOf(hook)} (connection refused)`,
    isUnreached: true,
  }),
  "no such host|server misbehaving": (hook) => ({
    message: `the name in ${addressOf(hook)} cannot be resolved (no such host)`,
    isUnreached: true,
  }),
  "server gave HTTP response to HTTPS client": (hook) => ({
    message: `${addressOf(hook)} speaks HTTP, not HTTPS`,
  }),
  "first record does not look like a TLS handshake": (hook) => ({
    message: `${addressOf(hook)} does not speak TLS: is it the right port?`,
  }),
  "(?:^|: )EOF$|connection reset by peer": (hook) => ({
    message: `${addressOf(hook)} accepted the connection and closed it without an answer: look at the log of the webhook; or does this port speak something other than TLS?`,
  }),
  "^no service port ": (hook, reason) => ({
    message: `${addressOf(hook)} cannot be reached: ${reason}`,
    place: [...addressPlace(hook), "port"],
  }),
});

/** Describes a call that got no readable response. */
export function transportText(
  hook: Addressed,
  told: string,
  { answered }: Pick<Failed, "answered">,
): FailureText {
  const place = addressPlace(hook);
  if (answered !== undefined) return { message: answeredText(told, answered), place };
  if (/^could not get REST client: /.test(told)) return clientText(hook, told.replace(/^[^:]+: /, ""));
  const reason = told.replace(/^(?:Post|Get) "[^"]*": /, "");
  const unknown: FailureText = {
    message: `${addressOf(hook)} cannot be reached: ${reason}`,
    isUnreached: true,
  };
  return { place, ...(failureFor(reason)?.known(hook, reason) ?? unknown) };
}

function unknownAuthority({ target }: Addressed): FailureText {
  const isMissing = (target.clientConfig.caBundle ?? "") === "";
  const message = isMissing
    ? "no authority of this system has signed its certificate, and there is no clientConfig.caBundle"
    : "no authority in clientConfig.caBundle has signed its certificate";
  const fix = "the certificate of the authority that signed it (PEM, in base64)";
  return { message, place: ["clientConfig", "caBundle"], fix };
}

function clientText(hook: Addressed, told: string): FailureText {
  const isBundle = /certificate|PEM|caBundle/i.test(told);
  const place = isBundle ? ["clientConfig", "caBundle"] : addressPlace(hook);
  return { message: `it cannot be called: ${told}`, place };
}

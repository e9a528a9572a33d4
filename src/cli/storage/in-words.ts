import { systemText } from "../error-text.ts";

/** Error patterns of connections to etcd, each with a text for the user. `systemText` has the texts for files. */
const SYSTEM: readonly (readonly [RegExp, (match: RegExpMatchArray) => string])[] = [
  [
    /ECONNREFUSED\s*([\w.:[\]-]*\w)?/,
    (m) => `no server listens at ${m[1] ?? "that address"}: is etcd running there?`,
  ],
  [/(?:ENOTFOUND|EAI_AGAIN)\s*([\w.-]*\w)?/, (m) => `the name ${m[1] ?? "of a server"} is not known here`],
  [/certificate required|bad certificate/, () => "etcd wants a certificate of ours (--etcd-certfile)"],
  [/EHOSTUNREACH|ENETUNREACH/, () => "etcd cannot be reached from here"],
  [/ETIMEDOUT|no answer in/i, () => "etcd did not answer in time"],
  [
    /ECONNRESET|EPROTO|wrong version number|socket hang up|Connection dropped/i,
    () =>
      "etcd closed the connection: does it speak https:// or http://, and want a certificate (--etcd-certfile)?",
  ],
  [
    /self[- ]signed|unable to (?:get|verify)|CERT_|certificate/i,
    (m) => `no trust in the certificate of etcd (--etcd-cafile): ${m.input}`,
  ],
  [
    /^([^ ]*): (?:the connection was closed|no greeting in )/,
    (m) => `${m[1]}: no etcd answers there; is it https:// or http://?`,
  ],
];

/** Returns the error with a message for the user. */
export function inWords(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  for (const [pattern, say] of SYSTEM) {
    const match = pattern.exec(error.message);
    if (match !== null) return new Error(say(match), { cause: error });
  }
  // Storage engines include the error code of the operating system in a message of their own.
  const [code = ""] = /\bE[A-Z]{3,}\b/.exec(error.message) ?? [];
  const text = systemText(code, error);
  return text === undefined ? error : new Error(text, { cause: error });
}

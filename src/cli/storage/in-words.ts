/** What systems say, and what it means to people. */
const SYSTEM: readonly (readonly [RegExp, (match: RegExpMatchArray) => string])[] = [
  [
    /ECONNREFUSED\s*([\w.:[\]-]*\w)?/,
    (m) => `nobody listens at ${m[1] ?? "that address"}: is etcd running there?`,
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
  [/\bENOENT\b/, () => "a file or folder on the way is missing"],
  [/\bEACCES\b|\bEPERM\b/, () => "permission denied"],
  [/\bEROFS\b/, () => "the file system is read-only"],
  [/\bENOSPC\b/, () => "no space left on the disk"],
  [/\bENOTDIR\b/, () => "a part of the path is a file, not a folder"],
];

/** The error with a message for people; its path is named where it has one. */
export function inWords(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  for (const [pattern, say] of SYSTEM) {
    const match = pattern.exec(error.message);
    if (match === null) continue;
    const path = "path" in error && typeof error.path === "string" ? `${error.path}: ` : "";
    return new Error(`${path}${say(match)}`, { cause: error });
  }
  return error;
}

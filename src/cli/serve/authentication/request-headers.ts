import { clientAuthorities } from "../../../crypto/x509/ca-bundle.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { RequestHeaderOptions } from "../../../server/authenticate/request-header.ts";
import { readNamed } from "../../read-named.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { FRONT_PROXY } from "../transport/serving-certificates.ts";

/** Proxies that authenticate users. */
export interface Proxies extends RequestHeaderOptions {
  /** PEM. */
  readonly ca: string;
}

const FLAG = "--requestheader-client-ca-file";

/**
 * Returns the proxies of the flags, or the server itself as a proxy of other API servers. Returns undefined if there are no
 * proxies. Throws with the reference's text for invalid header names.
 *
 * @param ownCa authority of the server as a proxy, PEM; undefined: it is none
 */
export async function proxiesOf(
  { requestheader: flags }: ServeFlags,
  ownCa: string | undefined,
): Promise<Proxies | undefined> {
  const { clientCaFile: file } = flags;
  const headers = {
    allowedNames: flags.allowedNames,
    username: flags.usernameHeaders,
    uid: flags.uidHeaders,
    group: flags.groupHeaders,
    extraPrefix: flags.extraHeadersPrefix,
  };
  checkHeaders(headers);
  if (file !== undefined) return { ca: authoritiesIn(await readNamed(file, FLAG), file), ...headers };
  return ownCa === undefined ? undefined : { ca: ownCa, ...OWN_HEADERS };
}

/** Values of the flags with which kubeadm starts kube-apiserver. */
const OWN_HEADERS: RequestHeaderOptions = {
  allowedNames: [FRONT_PROXY],
  username: ["X-Remote-User"],
  uid: [],
  group: ["X-Remote-Group"],
  extraPrefix: ["X-Remote-Extra-"],
};

function authoritiesIn(pem: string, file: string): string {
  try {
    return clientAuthorities(pem);
  } catch (error) {
    throw new Error(`${FLAG}: ${file}: ${messageOf(error)}`, { cause: error });
  }
}

function checkHeaders({ allowedNames, username, uid, group, extraPrefix }: RequestHeaderOptions): void {
  for (const [flag, values] of [
    ["requestheader-username-headers", username],
    ["requestheader-group-headers", group],
    ["requestheader-extra-headers-prefix", extraPrefix],
    ["requestheader-allowed-names", allowedNames],
    ["requestheader-uid-headers", uid],
  ] as const)
    if (values.some((value) => value.trim() === "")) throw new Error(`empty value in "${flag}"`);
  if (uid.length > 0 && !uid.some((name) => name.toLowerCase() === "x-remote-uid"))
    throw new Error(
      "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header - API aggregation will not work",
    );
}

/** Returns the data that servers behind this one need to verify clients and proxies. */
export function trustOf(clientCa: string, proxies: Proxies | undefined): Readonly<Record<string, string>> {
  const names = (list: readonly string[]): string => JSON.stringify(list);
  return {
    "client-ca-file": clientCa,
    ...(proxies && {
      "requestheader-username-headers": names(proxies.username),
      ...(proxies.uid.length > 0 ? { "requestheader-uid-headers": names(proxies.uid) } : {}),
      "requestheader-group-headers": names(proxies.group),
      "requestheader-extra-headers-prefix": names(proxies.extraPrefix),
      "requestheader-client-ca-file": proxies.ca,
      "requestheader-allowed-names": names(proxies.allowedNames),
    }),
  };
}

import { join } from "node:path";
import { clientAuthorities } from "../../../crypto/x509/ca-bundle.ts";
import type { TellOfMode } from "../../../disk/private-files.ts";
import { type Certificates, ensureCertificates } from "../../../http/certificates/ensure-certificates.ts";
import type { KeyPair } from "../../../http/certificates/issue.ts";
import { inContext } from "../../../report/in-context.ts";
import { readNamed } from "../../read-named.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { certificateHosts } from "./certificate-hosts.ts";

/** The server's own authority and what it has signed; made at the first start. */
export async function certificatesFor(flags: ServeFlags, tellOfMode: TellOfMode): Promise<Certificates> {
  const certDir = flags.certDir ?? join(flags.dataDir, "certs");
  const admin = { commonName: "admin", organizations: ["system:masters"] };
  const frontProxy = isOwnProxy(flags) ? { frontProxy: { commonName: FRONT_PROXY, organizations: [] } } : {};
  const hosts = certificateHosts(flags);
  return ensureCertificates({ certDir, hosts, clients: { admin }, ...frontProxy, tellOfMode });
}

/** Common name of the server as a front proxy, as with kubeadm. */
export const FRONT_PROXY = "front-proxy-client";

/** True if no flag has an authority of proxies, or a certificate for the requests to other API servers. */
const isOwnProxy = ({ requestheader, proxyClientCertFile }: ServeFlags): boolean =>
  requestheader.clientCaFile === undefined && proxyClientCertFile === undefined;

/** Client certificate of the administrator. Throws if there is none. */
export function administrator({ clients: { admin } }: Certificates): KeyPair {
  if (admin === undefined) throw new Error("the administrator's certificate is missing");
  return admin;
}

/** Certificate of the server, and the bundle that clients verify it with. */
export interface Serving extends KeyPair {
  /** PEM. */
  readonly caBundle: string;
}

/** The certificate of the flags, or else its own. */
export async function servingCertificate(
  { tlsCertFile, tlsPrivateKeyFile }: ServeFlags,
  { serving, ca }: Certificates,
): Promise<Serving> {
  if (tlsCertFile === undefined || tlsPrivateKeyFile === undefined)
    return { cert: serving.cert, key: serving.key, caBundle: ca.cert };
  const cert = await readNamed(tlsCertFile, "--tls-cert-file");
  const key = await readNamed(tlsPrivateKeyFile, "--tls-private-key-file");
  return { cert, key, caBundle: `${cert}\n${ca.cert}` };
}

/** Returns the authorities for client certificates: the server's own one, and those in the file. */
export async function clientCaOf({ clientCaFile }: ServeFlags, { ca }: Certificates): Promise<string> {
  if (clientCaFile === undefined) return ca.cert;
  const flag = "--client-ca-file";
  const pem = await readNamed(clientCaFile, flag);
  return `${ca.cert}\n${inContext(`${flag}: ${clientCaFile}`, () => clientAuthorities(pem))}`;
}

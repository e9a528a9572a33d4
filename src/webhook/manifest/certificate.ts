import type { JsonObject } from "../../api/json.ts";
import { type CompleteOptions, serviceHost } from "./options.ts";
import { secretName } from "./workload.ts";

/** What the certificate of a Service needs, and who vouches for it; undefined: cert-manager writes that itself. */
export interface CertificateManifests {
  readonly objects: readonly JsonObject[];
  readonly caBundle: string | undefined;
}

/** Two years; the authority ten. */
const DAYS = 730;

export async function certificateManifests(options: CompleteOptions): Promise<CertificateManifests> {
  return options.certificate === "cert-manager"
    ? { objects: issuedByCertManager(options), caBundle: undefined }
    : ownCertificate(options);
}

async function ownCertificate(options: CompleteOptions): Promise<CertificateManifests> {
  const { createAuthority, issueServing } = await import("../../http/certificates/issue.ts");
  const now = Date.now();
  const authority = await createAuthority({ commonName: `${options.name}-ca`, now });
  const host = serviceHost(options);
  const pair = await issueServing(authority, { hosts: [host, `${host}.cluster.local`], now, days: DAYS });
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: secretName(options), namespace: options.namespace },
    type: "kubernetes.io/tls",
    data: { "tls.crt": base64(pair.cert), "tls.key": base64(pair.key) },
  };
  return { objects: [secret], caBundle: base64(authority.cert) };
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

function issuedByCertManager(options: CompleteOptions): JsonObject[] {
  const { name, namespace } = options;
  const apiVersion = "cert-manager.io/v1";
  const host = serviceHost(options);
  return [
    { apiVersion, kind: "Issuer", metadata: { name, namespace }, spec: { selfSigned: {} } },
    {
      apiVersion,
      kind: "Certificate",
      metadata: { name, namespace },
      spec: {
        secretName: secretName(options),
        dnsNames: [host, `${host}.cluster.local`],
        issuerRef: { kind: "Issuer", name },
      },
    },
  ];
}

import type { JsonObject } from "../../json/value.ts";
import { type CompleteOptions, secretName, serviceHosts } from "./options.ts";

/**
 * Returns the objects for the certificate of the Service. They contain no secret and no random values: the
 * same webhooks have the same manifests.
 */
export const certificateManifests = (options: CompleteOptions): JsonObject[] =>
  options.certificate === "cert-manager" ? issuedByCertManager(options) : [keptSecret(options)];

/**
 * Returns an empty Secret. The webhooks fill and renew it themselves (`secretCertificate`). If it is applied
 * again, its content stays.
 */
const keptSecret = (options: CompleteOptions): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: secretName(options), namespace: options.namespace },
  type: "Opaque",
});

/**
 * Returns an authority with a validity of ten years, which issues the certificate. Self-signed certificates
 * would not work: after a renewal, API servers refuse a new one until they trust it.
 */
function issuedByCertManager(options: CompleteOptions): JsonObject[] {
  const { name, namespace } = options;
  const apiVersion = "cert-manager.io/v1";
  const object = (kind: string, called: string, spec: JsonObject): JsonObject => ({
    apiVersion,
    kind,
    metadata: { name: called, namespace },
    spec,
  });
  const authority = `${name}-ca`;
  return [
    object("Issuer", `${name}-self-signed`, { selfSigned: {} }),
    object("Certificate", authority, {
      isCA: true,
      commonName: authority,
      secretName: authority,
      duration: "87600h",
      privateKey: { algorithm: "ECDSA", size: 256 },
      issuerRef: { kind: "Issuer", name: `${name}-self-signed` },
    }),
    object("Issuer", name, { ca: { secretName: authority } }),
    object("Certificate", name, {
      secretName: secretName(options),
      dnsNames: serviceHosts(options),
      privateKey: { algorithm: "ECDSA", size: 256, rotationPolicy: "Always" },
      issuerRef: { kind: "Issuer", name },
    }),
  ];
}

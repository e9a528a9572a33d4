import type { JsonObject } from "../../api/json.ts";
import { type CompleteOptions, secretName, serviceHosts } from "./options.ts";

/** What the certificate of the Service needs. Nothing in it is secret or random: the same webhooks have the same manifests. */
export const certificateManifests = (options: CompleteOptions): JsonObject[] =>
  options.certificate === "cert-manager" ? issuedByCertManager(options) : [keptSecret(options)];

/** Filled in, and renewed, by the webhooks themselves (`secretCertificate`); applied again it keeps what is in it. */
const keptSecret = (options: CompleteOptions): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: secretName(options), namespace: options.namespace },
  type: "Opaque",
});

/**
 * An authority of ten years that issues the certificate. Certificates that vouch for themselves would not do: when one is
 * renewed, API servers refuse it until they know it.
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

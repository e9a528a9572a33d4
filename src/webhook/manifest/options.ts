import type { JsonObject } from "../../json/value.ts";

/** Options of the manifests. */
export interface ManifestOptions {
  /** Name of the Service, the Deployment and the configurations, for example `team-labels`. */
  readonly name: string;
  /** Namespace of the webhooks; default `default`. */
  readonly namespace?: string;
  /** Address of running webhooks, `https://host:port`. Then there is no Service, no Deployment and no certificate. */
  readonly url?: string;
  /** Certificate authority of `url`, PEM in base64. */
  readonly caBundle?: string;
  /** Image of the Deployment; without it, there is no Deployment. */
  readonly image?: string;
  /** Number of pods; default 2. */
  readonly replicas?: number;
  /** Port of the container; default 9443. */
  readonly port?: number;
  /**
   * `cert-manager`: cert-manager issues and renews the certificate; `own`: the webhooks create it, store it in a Secret and renew it
   * themselves (`secretCertificate`). Default `cert-manager`.
   */
  readonly certificate?: "own" | "cert-manager";
  /** RBAC rules for lookups of the webhooks in the cluster. */
  readonly rbac?: readonly JsonObject[];
}

/** The same options with all defaults. */
export interface CompleteOptions extends ManifestOptions {
  readonly namespace: string;
  readonly replicas: number;
  readonly port: number;
  readonly certificate: "own" | "cert-manager";
}

const DNS_LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Sets the defaults. Throws a TypeError for names that a Service cannot have. */
export function complete(options: ManifestOptions): CompleteOptions {
  const { name, namespace = "default", replicas = 2, port = 9443, certificate = "cert-manager" } = options;
  for (const [what, value] of Object.entries({ name, namespace }))
    if (!DNS_LABEL.test(value))
      throw new TypeError(
        `${what} ${JSON.stringify(value)}: small letters, digits and - are allowed, at most 63`,
      );
  return { ...options, namespace, replicas, port, certificate };
}

/** Returns the DNS names of the Service for API servers; they verify the first one. */
export const serviceHosts = ({ name, namespace }: { name: string; namespace: string }): string[] => [
  `${name}.${namespace}.svc`,
  `${name}.${namespace}.svc.cluster.local`,
];

/** Returns the name of the Secret with the certificate. */
export const secretName = ({ name }: { name: string }): string => `${name}-tls`;

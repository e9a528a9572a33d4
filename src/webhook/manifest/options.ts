import type { JsonObject } from "../../api/json.ts";

/** What manifests need to know besides the webhooks themselves. */
export interface ManifestOptions {
  /** Of the Service, the Deployment and the configurations: `team-labels`. */
  readonly name: string;
  /** Where they run; default `default`. */
  readonly namespace?: string;
  /** Where an API server finds them, `https://host:port`: no Service, no Deployment, no certificate then. */
  readonly url?: string;
  /** Base64 of PEM: who vouches for the certificate behind `url`. */
  readonly caBundle?: string;
  /** Image of the Deployment; without one there is none. */
  readonly image?: string;
  /** Default 2. */
  readonly replicas?: number;
  /** On which the container listens; default 9443. */
  readonly port?: number;
  /**
   * `cert-manager`: a Certificate that it issues and renews; `own`: the webhooks make it, keep it in a Secret and renew it
   * themselves (`secretCertificate`). Default `cert-manager`.
   */
  readonly certificate?: "own" | "cert-manager";
  /** Rules of RBAC for what the webhooks look up in the cluster. */
  readonly rbac?: readonly JsonObject[];
}

/** The same with every default filled in. */
export interface CompleteOptions extends ManifestOptions {
  readonly namespace: string;
  readonly replicas: number;
  readonly port: number;
  readonly certificate: "own" | "cert-manager";
}

const DNS_LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Throws a TypeError for names that no Service could have. */
export function complete(options: ManifestOptions): CompleteOptions {
  const { name, namespace = "default", replicas = 2, port = 9443, certificate = "cert-manager" } = options;
  for (const [what, value] of Object.entries({ name, namespace }))
    if (!DNS_LABEL.test(value))
      throw new TypeError(
        `${what} ${JSON.stringify(value)}: small letters, digits and - are allowed, at most 63`,
      );
  return { ...options, namespace, replicas, port, certificate };
}

/** The DNS names by which API servers call the Service; the first is the one that they verify. */
export const serviceHosts = ({ name, namespace }: { name: string; namespace: string }): string[] => [
  `${name}.${namespace}.svc`,
  `${name}.${namespace}.svc.cluster.local`,
];

/** The Secret with its certificate. */
export const secretName = ({ name }: { name: string }): string => `${name}-tls`;

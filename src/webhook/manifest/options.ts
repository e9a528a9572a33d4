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
   * `own`: a certificate authority made now, its Secret among the manifests; `cert-manager`: a Certificate that it issues
   * and renews. Default `own`.
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
  const { name, namespace = "default", replicas = 2, port = 9443, certificate = "own" } = options;
  for (const [what, value] of Object.entries({ name, namespace }))
    if (!DNS_LABEL.test(value))
      throw new TypeError(
        `${what} ${JSON.stringify(value)}: small letters, digits and - are allowed, at most 63`,
      );
  return { ...options, namespace, replicas, port, certificate };
}

/** The DNS name by which an API server calls it. */
export const serviceHost = ({ name, namespace }: CompleteOptions): string => `${name}.${namespace}.svc`;

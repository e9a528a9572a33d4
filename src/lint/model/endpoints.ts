import { readClientConfig, type WebhookClientConfig } from "../../api/webhook-client-config.ts";
import type { CaBundle } from "../../crypto/x509/ca-bundle.ts";
import { parseCaBundle } from "../../crypto/x509/ca-bundle.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { type JsonObject, record, text } from "../../json/value.ts";
import type { Model } from "./model.ts";
import { labelsOf, nameOf } from "./names.ts";

/** The address at which the API server calls a webhook, and the authorities that it trusts there. */
export interface Endpoint {
  readonly of: Manifest;
  /** Name of the admission webhook; empty for the conversion of a custom resource. */
  readonly webhook: string;
  /** Name in messages: of the webhook, or of the custom resource's definition. */
  readonly called: string;
  /** Path of the clientConfig. */
  readonly path: Path;
  readonly config: WebhookClientConfig;
  /** The parsed caBundle; undefined if the field is empty, to be filled in later. */
  readonly bundle: CaBundle | undefined;
  /** The annotation that makes a program write the caBundle; undefined if there is no known one. */
  readonly injector: Injector | undefined;
}

/** Annotation with which a program in the cluster writes the `caBundle`. */
export interface Injector {
  readonly annotation: string;
  readonly value: string;
}

const INJECTORS: ReadonlySet<string> = new Set([
  "cert-manager.io/inject-ca-from",
  "cert-manager.io/inject-ca-from-secret",
  "cert-manager.io/inject-apiserver-ca",
  "service.beta.openshift.io/inject-cabundle",
  "service.alpha.openshift.io/inject-cabundle",
]);

/** Returns the endpoints of webhooks, and of the conversions of custom resources. */
export const endpointsOf = (model: Model): Endpoint[] => [
  ...model.webhooks.map(({ of, name, base, written }) =>
    endpoint(of, name, [...base, "clientConfig"], record(written.clientConfig)),
  ),
  ...model.of("CustomResourceDefinition").flatMap((of) => {
    const conversion = record(record(of.object.spec).conversion);
    if (conversion.strategy !== "Webhook") return [];
    const path = ["spec", "conversion", "webhook", "clientConfig"];
    return [endpoint(of, "", path, record(record(conversion.webhook).clientConfig))];
  }),
];

function endpoint(of: Manifest, webhook: string, path: Path, written: JsonObject): Endpoint {
  const config = readClientConfig(written);
  const { caBundle = "" } = config;
  const annotations = Object.entries(labelsOf(of, "annotations"));
  const [found] = annotations.filter(([key]) => INJECTORS.has(key));
  return {
    ...{ of, webhook, path, config },
    called: webhook || nameOf(of),
    bundle: caBundle === "" ? undefined : parseCaBundle(caBundle),
    injector: found && { annotation: found[0], value: found[1] },
  };
}

/** Returns the name that the API server requires in the certificate; undefined if there is no address. */
export function serverNameOf({ config: { url, service } }: Endpoint): string | undefined {
  if (service !== undefined) return `${service.name}.${service.namespace}.svc`;
  if (url === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

/** True if the API server calls the same Service for both. */
export const hasSameService = (
  { config: a }: Pick<Endpoint, "config">,
  { config: b }: Pick<Endpoint, "config">,
): boolean =>
  a.service !== undefined &&
  a.service.name === b.service?.name &&
  a.service.namespace === b.service.namespace;

/** A Certificate of cert-manager. */
export interface CertificateRequest {
  readonly of: Manifest;
  readonly secretName: string;
  readonly dnsNames: readonly string[];
}

/** Returns the Certificates of cert-manager among the manifests. */
export function certificatesOf(model: Model): CertificateRequest[] {
  return model
    .of("Certificate")
    .filter(({ object }) => text(object.apiVersion).startsWith("cert-manager.io/"))
    .map((of) => {
      const { secretName, dnsNames } = record(of.object.spec);
      const names = Array.isArray(dnsNames) ? dnsNames.map(text) : [];
      return { of, secretName: text(secretName), dnsNames: names };
    });
}

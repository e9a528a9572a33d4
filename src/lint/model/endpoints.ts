import { type JsonObject, record, text } from "../../api/json.ts";
import { readClientConfig, type WebhookClientConfig } from "../../api/webhook-client-config.ts";
import type { CaBundle } from "../../api/x509/ca-bundle.ts";
import { parseCaBundle } from "../../api/x509/ca-bundle.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import type { Model } from "./model.ts";
import { labelsOf } from "./names.ts";

/** Where the API server calls a webhook, and whose certificates it trusts there. */
export interface Endpoint {
  readonly of: Manifest;
  /** Of an admission webhook; empty for the conversion of a custom resource. */
  readonly webhook: string;
  /** Of the clientConfig. */
  readonly path: Path;
  readonly config: WebhookClientConfig;
  /** Undefined: the field is empty, or holds nothing but blanks until somebody fills it in. */
  readonly bundle: CaBundle | undefined;
  /** The annotation by which something fills the bundle in; undefined: there is none that is known. */
  readonly injector: Injector | undefined;
}

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

/** Of webhooks and of the conversions of custom resources. */
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
    bundle: caBundle.trim() === "" ? undefined : parseCaBundle(caBundle),
    injector: found && { annotation: found[0], value: found[1] },
  };
}

/** The name for which the API server wants a certificate; undefined: no address is given. */
export function serverNameOf({ config: { url, service } }: Endpoint): string | undefined {
  if (service !== undefined) return `${service.name}.${service.namespace}.svc`;
  if (url === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

/** What is among the manifests of cert-manager. */
export function certificatesOf(model: Model): { of: Manifest; secretName: string; dnsNames: string[] }[] {
  return model
    .of("Certificate")
    .filter(({ object }) => text(object.apiVersion).startsWith("cert-manager.io/"))
    .map((of) => {
      const { secretName, dnsNames } = record(of.object.spec);
      const names = Array.isArray(dnsNames) ? dnsNames.map(text) : [];
      return { of, secretName: text(secretName), dnsNames: names };
    });
}

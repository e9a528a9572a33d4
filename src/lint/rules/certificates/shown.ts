import { oncePerObject } from "../../../async/once.ts";
import { readPem } from "../../../crypto/pem.ts";
import { isPlainCertificate } from "../../../crypto/x509/ca-bundle.ts";
import { type Certificate, readCertificate } from "../../../crypto/x509/certificate.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import type { Path } from "../../../explain/sources.ts";
import { record, text } from "../../../json/value.ts";
import { serviceOf } from "../../bring-up/backend.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem } from "../../rule.ts";

/** The certificate of a webhook, from a Secret or from the webhook itself. */
export interface Shown {
  readonly endpoint: Endpoint;
  readonly at: Pick<Problem, "of" | "path" | "connection"> & { readonly webhook: string };
  readonly from: string;
  readonly leaf: Certificate;
  readonly chain: readonly Buffer[];
}

/**
 * Returns the known certificates: those of Secrets among the manifests, and of servers that may be connected
 * to.
 */
export const shownCertificates = oncePerObject(findAll);

async function findAll(model: Model): Promise<readonly Shown[]> {
  const all = await Promise.all(endpointsOf(model).map((endpoint) => find(endpoint, model)));
  return all.flat();
}

async function find(endpoint: Endpoint, model: Model): Promise<Shown[]> {
  const { of, webhook, path } = endpoint;
  const dialled = await model.dial?.(endpoint.config);
  if (dialled?.kind === "shown") {
    const leaf = firstOf(dialled.chain);
    const at = { of, webhook, path };
    return leaf === undefined ? [] : [{ endpoint, at, from: dialled.address, leaf, chain: dialled.chain }];
  }
  const found = servingCertificate(model, endpoint);
  if (found === undefined) return [];
  const at = { of: found.of, webhook: "", path: found.path, connection: endpoint };
  return [{ endpoint, at, from: found.from, leaf: found.leaf, chain: found.chain }];
}

/** The certificate that a webhook presents to the API server. */
export interface ServingCertificate {
  readonly of: Manifest;
  readonly path: Path;
  /** Source of the certificate: `Secret b/a`. */
  readonly from: string;
  readonly leaf: Certificate;
  /** The chain as DER, the webhook's own certificate first. */
  readonly chain: readonly Buffer[];
}

/**
 * Returns the certificate in the only Secret with one that the pods behind a Service mount. With several it
 * is not known which one is presented, and the result is undefined.
 */
export function servingCertificate(model: Model, endpoint: Endpoint): ServingCertificate | undefined {
  const { namespace, workloads } = serviceOf(endpoint, model) ?? {};
  if (namespace === undefined || workloads === undefined) return undefined;
  const names = new Set(workloads.flatMap(({ secrets }) => secrets));
  const found = [...names].flatMap((name) => {
    const secret = model.find("Secret", namespace, name);
    return secret === undefined ? [] : certificatesIn(secret, `Secret ${namespace}/${name}`);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the certificates of servers in all Secrets among the manifests. */
export const storedCertificates = oncePerObject((model: Model): readonly ServingCertificate[] =>
  model.of("Secret").flatMap((of) => certificatesIn(of, `Secret ${namespaceOf(of)}/${nameOf(of)}`)),
);

function certificatesIn(of: Manifest, from: string): ServingCertificate[] {
  const { data, stringData } = of.object;
  const decoded = Object.entries(record(data)).map(([key, value]) => ({
    path: ["data", key],
    pem: Buffer.from(text(value), "base64").toString("latin1"),
  }));
  const plain = Object.entries(record(stringData)).map(([key, value]) => ({
    path: ["stringData", key],
    pem: text(value),
  }));
  const all = [...decoded, ...plain].flatMap(({ path, pem }) => {
    const chain = derOf(pem);
    const leaf = leafOf(chain);
    return leaf === undefined ? [] : [{ of, path, from, leaf, chain }];
  });
  // Beside it, ca.crt may have the same certificate.
  const served = all.filter(({ path }) => path.at(-1) === "tls.crt");
  return served.length > 0 ? served : all;
}

const derOf = (pem: string): Buffer[] =>
  readPem(pem)
    .blocks.filter(isPlainCertificate)
    .map(({ bytes }) => bytes);

/** Returns the first certificate; undefined if it is only that of an authority. */
function leafOf(chain: readonly Buffer[]): Certificate | undefined {
  const first = firstOf(chain);
  return first !== undefined && isServing(first) ? first : undefined;
}

/**
 * True for the certificate of a server. A certificate of `openssl req -x509` is that of an authority, too: it serves
 * if it has a name of a host.
 */
function isServing({ extensions, subject }: Certificate): boolean {
  if (extensions.basicConstraints?.isCa !== true) return true;
  const { commonName } = subject;
  const isHost =
    /^[a-z0-9*-]+\.[a-z0-9.-]+$/.test(commonName) && !/^(?:.{0,60}-)?(?:ca|root|issuer)[.-]/.test(commonName);
  return (extensions.names?.dns.length ?? 0) > 0 || isHost;
}

/** The certificate of the server in a chain; undefined if it is absent or cannot be parsed. */
function firstOf([first]: readonly Buffer[]): Certificate | undefined {
  const certificate = first && readCertificate(first);
  return typeof certificate === "string" ? undefined : certificate;
}

import { oncePerObject } from "../../../async/once.ts";
import type { Certificate } from "../../../crypto/x509/certificate.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../rule.ts";
import { firstOf, servingCertificate } from "./serving-certificates.ts";

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

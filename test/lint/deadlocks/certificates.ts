import type { JsonObject } from "../../../src/json/value.ts";
import type { InMemoryCluster } from "../../tools/in-memory-cluster.tool.ts";
import { askAs, listOf } from "./stored.ts";

/** Issues certificates in the steps of cert-manager that matter here: a request, then the Secret. */
export async function issueCertificates(api: InMemoryCluster): Promise<void> {
  for (const { metadata, spec } of await listOf(api, "/apis/cert-manager.io/v1/certificates")) {
    const { name, namespace = "" } = metadata;
    const { secretName } = spec as { secretName: string };
    const secret = `/api/v1/namespaces/${namespace}/secrets`;
    if ((await api.ask("GET", `${secret}/${secretName}`)).status === 200) continue;
    await create(api, `/apis/cert-manager.io/v1/namespaces/${namespace}/certificaterequests`, {
      apiVersion: "cert-manager.io/v1",
      kind: "CertificateRequest",
      metadata: { name: `${name}-1` },
      spec: {},
    });
    await create(api, secret, { apiVersion: "v1", kind: "Secret", metadata: { name: secretName } });
  }
}

const create = (api: InMemoryCluster, path: string, object: JsonObject) =>
  askAs("system:serviceaccount:cert-manager:cert-manager", api, "POST", path, object);

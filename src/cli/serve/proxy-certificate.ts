import type { ClusterOptions } from "../../cluster/cluster.ts";
import { readNamed } from "../read-named.ts";
import type { ServeFlags } from "./serve-flags.ts";

/** By what API servers behind APIServices know this one. */
export async function proxyCertificate({
  proxyClientCertFile,
  proxyClientKeyFile,
}: ServeFlags): Promise<Pick<ClusterOptions, "proxyClientCertificate">> {
  if (proxyClientCertFile === undefined || proxyClientKeyFile === undefined) return {};
  const cert = await readNamed(proxyClientCertFile, "--proxy-client-cert-file");
  const key = await readNamed(proxyClientKeyFile, "--proxy-client-key-file");
  const pair = { cert, key };
  return { proxyClientCertificate: () => pair };
}

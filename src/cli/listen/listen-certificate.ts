import { isIP } from "node:net";
import type { ServeWebhooksOptions } from "../../webhook/index.ts";
import { selfSigned } from "../../webhook/tls.ts";
import { readNamed } from "../read-named.ts";
import type { ListenFlags } from "./listen-flags.ts";

/**
 * Returns the certificate of the webhook. A generated certificate is valid for the names that the API server
 * uses for its calls.
 */
export async function certificateOf(
  options: ListenFlags,
  host: string,
): Promise<{ tls: NonNullable<ServeWebhooksOptions["tls"]>; caBundle?: string }> {
  const { tlsCertFile: certFile, tlsPrivateKeyFile: keyFile, url, viaService } = options;
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new Error("--tls-cert-file and --tls-private-key-file belong together: give both or neither");
  if (certFile !== undefined && keyFile !== undefined) {
    const pem = await readNamed(certFile, "--tls-cert-file");
    return { tls: { certFile, keyFile }, caBundle: Buffer.from(pem).toString("base64") };
  }
  const service = viaService === undefined ? [] : [serviceHost(viaService)];
  const names = url === undefined ? [] : [new URL(url).hostname.replace(/^\[|\]$/g, "")];
  const hosts = [...new Set([...service, ...names, host])].filter((one) => isIP(one) === 0 || !isAny(one));
  const { serving, caBundle } = await selfSigned(hosts);
  return { tls: serving, caBundle };
}

const isAny = (address: string): boolean => address === "0.0.0.0" || address === "::";

function serviceHost(service: string): string {
  const [namespace, name] = service.split("/");
  if (!namespace || !name)
    throw new Error(`--via-service: ${JSON.stringify(service)} must look like namespace/name`);
  return `${name}.${namespace}.svc`;
}

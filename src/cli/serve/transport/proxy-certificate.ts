import { createSecureContext } from "node:tls";
import type { ClusterOptions } from "../../../cluster/cluster.ts";
import type { Certificates } from "../../../http/certificates/ensure-certificates.ts";
import { describeError } from "../../../report/describe-error.ts";
import type { Log } from "../../../server/log.ts";
import { readNamed } from "../../read-named.ts";
import { watchFiles } from "../../watch-files.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";

interface ProxyCertificate {
  readonly options: Pick<ClusterOptions, "proxyClientCertificate">;
  close(): void;
}

interface ProxyBase {
  readonly flags: Pick<ServeFlags, "proxyClientCertFile" | "proxyClientKeyFile">;
  readonly log: Log;
  readonly certificates: Pick<Certificates, "frontProxy">;
}

const POLL_MS = 60_000;

/**
 * Returns the certificate with which this server authenticates to API servers behind APIServices: the one of the flags, or
 * else its own. Changed files
 * come into effect for the next request when certificate and key match
 * (apiserver/pkg/server/dynamiccertificates/dynamic_serving_content.go). Rejects if a file cannot be read.
 */
export async function proxyCertificate(base: ProxyBase): Promise<ProxyCertificate> {
  const { flags, log, certificates } = base;
  const { proxyClientCertFile: certFile, proxyClientKeyFile: keyFile } = flags;
  if (certFile === undefined || keyFile === undefined) {
    const own = certificates.frontProxy?.client;
    return { options: own === undefined ? {} : { proxyClientCertificate: () => own }, close: () => {} };
  }
  const files = [certFile, keyFile];
  let pair = await readPair(certFile, keyFile);
  const read = async (): Promise<readonly string[]> => {
    const next = await readPair(certFile, keyFile);
    if (next.cert === pair.cert && next.key === pair.key) return files;
    createSecureContext(next);
    pair = next;
    log("info", "reloaded the client certificate for aggregated API servers", { certFile });
    return files;
  };
  const failed = (error: unknown): void =>
    log("error", "reloading the client certificate for aggregated API servers", {
      error: describeError(error),
    });
  const watching = watchFiles(files, read, failed, POLL_MS);
  return { options: { proxyClientCertificate: () => pair }, close: () => watching.stop() };
}

const readPair = async (certFile: string, keyFile: string): Promise<{ cert: string; key: string }> => ({
  cert: await readNamed(certFile, "--proxy-client-cert-file"),
  key: await readNamed(keyFile, "--proxy-client-key-file"),
});

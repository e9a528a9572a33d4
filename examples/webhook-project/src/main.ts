import { secretCertificate, serveWebhooks } from "sallyport-webhook";
import * as webhooks from "./webhooks.js";

const { HOST = "127.0.0.1", PORT = "9443", CERT_DIR, SERVICE_NAME, SERVICE_NAMESPACE } = process.env;

async function main() {
  const inCluster = CERT_DIR !== undefined || SERVICE_NAME !== undefined;
  const server = await serveWebhooks(Object.values(webhooks), {
    host: HOST,
    port: Number(PORT),
    tls: await certificate(),
    drainMs: inCluster ? 10_000 : 0,
    signals: true,
  });
  console.log(`webhooks are served at ${server.url}`);
}

/** In a cluster, the Deployment sets these variables; locally, a self-signed certificate is enough. */
async function certificate() {
  if (CERT_DIR !== undefined) return { certFile: `${CERT_DIR}/tls.crt`, keyFile: `${CERT_DIR}/tls.key` };
  if (SERVICE_NAME === undefined) return "self-signed";
  return await secretCertificate({ name: SERVICE_NAME, namespace: SERVICE_NAMESPACE ?? "default" });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

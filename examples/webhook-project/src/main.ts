import { serveWebhooks } from "sallyport/webhook";
import * as webhooks from "./webhooks.js";

const { HOST = "127.0.0.1", PORT = "9443", CERT_DIR } = process.env;
const tls =
  CERT_DIR === undefined
    ? "self-signed"
    : { certFile: `${CERT_DIR}/tls.crt`, keyFile: `${CERT_DIR}/tls.key` };
const server = await serveWebhooks(Object.values(webhooks), {
  host: HOST,
  port: Number(PORT),
  tls,
  drainMs: CERT_DIR === undefined ? 0 : 10_000,
  signals: true,
});
console.log(`webhooks are served at ${server.url}`);

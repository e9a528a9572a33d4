import { writeFile } from "node:fs/promises";
import { manifests, serveWebhooks } from "sallyport/webhook";
import { ownerLabel } from "./owner-label.js";
import { sidecar } from "./sidecar.js";

/** Serves both webhooks and writes the configurations that register them. Stop with Ctrl-C. */
async function serve(file: string): Promise<void> {
  const webhooks = [sidecar, ownerLabel];
  const server = await serveWebhooks(webhooks, {
    port: Number(process.env.PORT ?? 9443),
    tls: "self-signed",
  });
  const { url, caBundle = "" } = server;
  const items = await manifests(webhooks, { name: "examples", url, caBundle });
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ apiVersion: "v1", kind: "List", items }, null, 2));
  process.stdout.write(`Two webhooks are served at ${url}; now: kubectl apply -f ${file}\n`);
}

serve(process.argv[2] ?? "webhooks.yaml").catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

import { writeFile } from "node:fs/promises";
import { serveWebhooks } from "sallyport/webhook";
import { configurations } from "./configurations.js";
import { ownerLabel } from "./owner-label.js";
import { sidecar } from "./sidecar.js";

/** Serves both webhooks and writes the configurations that register them. Stop with Ctrl-C. */
async function serve(file: string): Promise<void> {
  const server = await serveWebhooks([sidecar, ownerLabel], {
    port: Number(process.env.PORT ?? 9443),
    tls: "self-signed",
  });
  await writeFile(file, configurations(server.url, server.caBundle ?? ""));
  process.stdout.write(`Two webhooks are served at ${server.url}; now: kubectl apply -f ${file}\n`);
}

serve(process.argv[2] ?? "webhooks.yaml").catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

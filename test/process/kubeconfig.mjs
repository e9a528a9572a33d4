import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a kubeconfig with a token; the certificate of the server is not checked. Answers its path. */
export function kubeconfigFile(folder, server, token) {
  const path = join(folder, "kubeconfig");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "u", user: { token } }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    "current-context": "c",
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

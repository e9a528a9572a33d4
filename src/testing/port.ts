import type { Handler } from "../api/exchange/exchange.ts";
import { createAuthority, issueClient, issueServing } from "../http/certificates/issue.ts";
import { type Listening, serve } from "../http/serve.ts";

/** An open port on this machine, for clients that need one. */
export interface OpenPort {
  /** For example `https://127.0.0.1:40123`. */
  readonly url: string;
  /** Certificate authority of the port, PEM. */
  readonly ca: string;
  /** It contains a client certificate of the administrator. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** Serves a control plane over TLS on any free port. */
export async function openPort(handle: Handler): Promise<OpenPort> {
  const now = Date.now();
  const authority = await createAuthority({ commonName: "sallyport", now });
  const serving = await issueServing(authority, { hosts: ["127.0.0.1", "localhost"], now });
  const client = await issueClient(authority, {
    commonName: "admin",
    organizations: ["system:masters"],
    now,
  });
  const listening: Listening = await serve(handle, {
    cert: serving.cert,
    key: serving.key,
    clientCa: authority.cert,
  });
  const url = `https://127.0.0.1:${listening.port}`;
  return {
    url,
    ca: authority.cert,
    kubeconfig: kubeconfig(url, authority.cert, client),
    close: () => listening.close(0),
  };
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Returns a kubeconfig in JSON, which is also valid YAML. */
function kubeconfig(server: string, ca: string, { cert, key }: { cert: string; key: string }): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server, "certificate-authority-data": base64(ca) } }],
    users: [
      { name: "admin", user: { "client-certificate-data": base64(cert), "client-key-data": base64(key) } },
    ],
    contexts: [{ name: "test", context: { cluster: "test", user: "admin" } }],
    "current-context": "test",
  });
}

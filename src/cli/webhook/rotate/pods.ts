import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import type { KeyPair } from "../../../http/certificates/issue.ts";
import { serveWebhooks, validating, type WebhookServer } from "../../../webhook/index.ts";

/** Every pod reads its files once a second. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 25;

/**
 * Servers of the SDK in this process, each with certificate files of its own. Each one allows every request,
 * under every path.
 */
export class Pods {
  readonly ports: readonly number[];
  readonly #servers: readonly WebhookServer[];
  readonly #folders: readonly string[];

  static async start(count: number, paths: readonly string[], pair: KeyPair): Promise<Pods> {
    const folders = await Promise.all(
      Array.from({ length: count }, () => mkdtemp(join(tmpdir(), "sallyport-rotate-"))),
    );
    const webhooks = [...new Set(paths)].map((path) => validating(path, () => true));
    const servers = await Promise.all(
      folders.map(async (folder) => {
        await write(folder, pair);
        return serveWebhooks(webhooks, { tls: filesIn(folder) });
      }),
    );
    return new Pods(servers, folders);
  }

  private constructor(servers: readonly WebhookServer[], folders: readonly string[]) {
    this.#servers = servers;
    this.#folders = folders;
    this.ports = servers.map(({ port }) => port);
  }

  /** Changes the files of a pod, as a mounted Secret changes; resolves when a client that connects is shown the new certificate. */
  async renew(pod: number, pair: KeyPair): Promise<void> {
    await write(this.#folders[pod] ?? "", pair);
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      if (pair.cert.replaceAll(/\s/g, "").includes(await shownBy(this.ports[pod] ?? 0))) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    throw new Error("a server does not take the files that have changed");
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

const filesIn = (folder: string) => ({ certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") });

async function write(folder: string, { cert, key }: KeyPair): Promise<void> {
  const { certFile, keyFile } = filesIn(folder);
  await writeFile(certFile, cert, { mode: 0o600 });
  await writeFile(keyFile, key, { mode: 0o600 });
}

/** Base64 of the certificate that a new connection is shown; "?" when there is none. */
function shownBy(port: number): Promise<string> {
  return new Promise((resolve) => {
    // Nothing is sent: whose certificate it is does not matter here.
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().raw.toString("base64"));
      socket.destroy();
    });
    socket.on("error", () => resolve("?"));
  });
}

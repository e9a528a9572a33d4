import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
};

/** Serves the files of one folder, as a host of static pages does. */
export async function serveFolder(folder: string) {
  const server = createServer(({ url = "/" }, response) => {
    const name = new URL(url, "http://localhost").pathname.slice(1) || "index.html";
    try {
      const body = readFileSync(join(folder, name));
      response
        .writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

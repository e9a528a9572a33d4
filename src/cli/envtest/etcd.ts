import { createServer } from "node:http";
import { resolve } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { PRIVATE_FOLDER } from "../../disk/private-files.ts";
import { PACKAGE_VERSION } from "../own-package.ts";
import { print } from "../terminal.ts";
import { DATA_DIR_PATH } from "./kube-apiserver.ts";

const HELP = `etcd, by sallyport: a stand-in for test environments.

Usage:
  etcd [flags]

Flags:
  --data-dir 'default.etcd'
  --listen-client-urls 'http://localhost:2379'
  --unsafe-no-fsync 'false'
`;

/**
 * Takes the place of etcd in test environments: reports that it is healthy, and the folder for objects. It
 * has no data itself. All flags are accepted.
 */
export async function etcd(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) {
    print(HELP);
    return;
  }
  if (args.includes("--version")) {
    print(`etcd Version: ${PACKAGE_VERSION} (stand-in by sallyport)\n`);
    return;
  }
  const dataDir = resolve(flagOf(args, "data-dir") ?? "default.etcd");
  makeFolder(dataDir, PRIVATE_FOLDER);
  const url = new URL((flagOf(args, "listen-client-urls") ?? "http://localhost:2379").split(",")[0] ?? "");
  const server = createServer((request, response) => {
    const body = bodyOf(request.url ?? "", dataDir);
    response.writeHead(body === undefined ? 404 : 200).end(body ?? "not found");
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(Number(url.port || 2379), url.hostname, listening);
  });
  await new Promise<void>((stop) => {
    process.once("SIGTERM", stop).once("SIGINT", stop);
  });
  server.closeAllConnections();
  server.close();
}

function bodyOf(path: string, dataDir: string): string | undefined {
  if (path.startsWith("/health")) return '{"health":"true","reason":""}';
  return path === DATA_DIR_PATH ? dataDir : undefined;
}

/** `--name=value` or `--name value`. */
function flagOf(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const arg = args[at] ?? "";
  return arg.includes("=") ? arg.slice(arg.indexOf("=") + 1) : args[at + 1];
}

import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../report/describe-error.ts";
import { type Connection, podConnection } from "../../webhook/lookup/connection.ts";
import { connectionOf, type ServerConnection } from "../connect/connection.ts";
import { kubeconfigsOf, OF_SERVE } from "../connect/kubeconfigs.ts";
import { linkText } from "../link-text.ts";
import { print, tell } from "../terminal.ts";
import { untilAsked } from "../until-asked.ts";
import { readAssets } from "./assets.ts";
import type { ConsoleFlags } from "./console-flags.ts";
import { createConsoleServer } from "./console-server.ts";
import { newToken } from "./kept-address.ts";
import { pageFolder } from "./page-folder.ts";
import { recordingUpstream } from "./recording-upstream.ts";
import { createUpstream, type Upstream } from "./upstream.ts";

/**
 * Without a flag and KUBECONFIG, the server of this folder comes before that of the home folder, as for other commands. No
 * credential plugin runs: pages in a browser would start it.
 */
function serverUpstream(flag: string | undefined): Upstream {
  const { KUBECONFIG = "" } = process.env;
  const home = join(homedir(), ".kube/config");
  const isNamed = flag !== undefined || KUBECONFIG !== "" || existsSync(OF_SERVE);
  const pod = isNamed ? undefined : podConnection();
  if (pod !== undefined) return createUpstream(withToken(pod));
  const { paths } = isNamed ? kubeconfigsOf(flag, process.env) : { paths: [home] };
  const shown = flag ?? (isNamed ? undefined : home);
  return createUpstream(connectionOf({ paths, plugins: "never" }), shown);
}

const withToken = ({ token, ...trust }: Connection): ServerConnection => ({
  ...trust,
  credentials: { headers: () => ["authorization", `Bearer ${token()}`] },
});

/** Opens the console, prints its link, and returns when it has stopped. */
export async function runConsole(
  recording: string | undefined,
  { kubeconfig, port, filename }: ConsoleFlags,
): Promise<void> {
  if (recording === undefined && filename.length > 0)
    throw new Error("-f is only for a recording: sallyport console RECORDING -f PATH");
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(
      `--port: ${JSON.stringify(port)} is not a port; give a number from 0 (any free one) to 65535`,
    );
  const upstream =
    recording === undefined ? serverUpstream(kubeconfig) : await recordingUpstream(recording, filename, tell);
  const token = newToken();
  let own = 0;
  const server = createConsoleServer({ upstream, assets: readAssets(pageFolder()), token, port: () => own });
  server.listen(Number(port), "127.0.0.1");
  await once(server, "listening").catch((error) => {
    throw new Error(`cannot listen on 127.0.0.1:${port}: ${messageOf(error)} (--port 0 picks a free port)`, {
      cause: error,
    });
  });
  const address = server.address();
  own = typeof address === "object" && address !== null ? address.port : 0;
  const asked = untilAsked();
  // Other users can see the names in the folder, but no files in it.
  const folder = await mkdtemp(join(tmpdir(), "sallyport-console-"));
  const shown = await linkText(`http://127.0.0.1:${own}/#token=${token}`, folder);
  print(`The console of ${upstream.server}: ${shown.text}\n\nCtrl-C stops it.\n`);
  await asked;
  await rm(folder, { recursive: true, force: true });
  server.closeAllConnections();
  server.close();
  upstream.close();
}

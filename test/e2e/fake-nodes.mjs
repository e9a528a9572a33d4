// fake-nodes.mjs URL TOKEN COUNT: plays nodes and a scheduler for another API server, with the code of `--fake-nodes`.
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../../scripts/parts/shared.mjs";
import { remoteHost } from "./remote-host.mjs";

const SOURCE = `
export { fakeCluster } from "./src/workloads/nodes/fake-nodes/fake-cluster.ts";
export { createWorkQueue } from "./src/workloads/base/work-queue.ts";`;

const [url, token, count] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "sallyport-nodes-"));
const outfile = join(folder, "nodes.mjs");
const stdin = { contents: SOURCE, resolveDir: ROOT };
await build({ stdin, outfile, bundle: true, platform: "node", format: "esm" });
const { fakeCluster, createWorkQueue } = await import(outfile);
rmSync(folder, { recursive: true });

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
const kinds = { "v1/Pod": "/api/v1/pods", "v1/Node": "/api/v1/nodes" };
const host = remoteHost({ url, token, agent, kinds });
const failed = (name) => (key, error) => console.error(`${name} ${key}: ${error}`);
await fakeCluster(host, Number(count), (name) => (work) => createWorkQueue(work, failed(name)));

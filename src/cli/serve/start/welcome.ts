import { shellWord } from "../../../report/shell-word.ts";
import { exportKubeconfig } from "../../shell-words.ts";
import { print } from "../../terminal.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";

/** Returns the text for the place of the objects. */
export function placeOf({ etcdServers, inMemory, dataDir }: ServeFlags): string {
  if (etcdServers !== undefined) return `in etcd at ${etcdServers.join(", ")}`;
  return inMemory ? "in memory only" : `in ${dataDir}`;
}

interface Welcome {
  readonly address: string;
  readonly kubeconfig: string;
  /** The context of the kubeconfig, where the file has others too. */
  readonly context?: string;
  /** Place of the objects: `in .sallyport`. */
  readonly kept: string;
  /** The link to the console, or its place. */
  readonly console?: string;
  /** Number of simulated nodes. */
  readonly fakeNodes: number;
  /** Number of processes that answer; absent: one. */
  readonly processes?: number;
  readonly milliseconds: number;
}

/** Prints the message for a server that is ready: its address, and the commands to type next. */
export function printWelcome(welcome: Welcome): void {
  const { address, kubeconfig, context, kept, milliseconds, console, fakeNodes, processes } = welcome;
  print(
    `Sallyport is ready at ${address} after ${Math.round(milliseconds)} ms${processes === undefined ? "" : `, with ${processes} processes`}; objects are kept ${kept}.

In another terminal:

  ${exportKubeconfig(kubeconfig)}
  kubectl${context === undefined ? "" : ` --context ${shellWord(context)}`} get namespaces

${console === undefined ? "" : `In a browser: ${console}\n\n`}${podsNote(fakeNodes)}
Ctrl-C stops it.
`,
  );
}

const podsNote = (fakeNodes: number): string =>
  fakeNodes === 0
    ? "There are no nodes: pods stay Pending. With --fake-nodes 1, the API reports them as running."
    : `Fake nodes: ${fakeNodes}. The API reports pods on them as running, but no container runs.`;

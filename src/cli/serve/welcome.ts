import { relative } from "node:path";

export interface Welcome {
  readonly address: string;
  readonly kubeconfig: string;
  readonly inMemory: boolean;
  readonly dataDir: string;
  readonly milliseconds: number;
}

/** What the screen says once the server answers: where it is, and what to type next. */
export function printWelcome({ address, kubeconfig, inMemory, dataDir, milliseconds }: Welcome): void {
  const file = relative(process.cwd(), kubeconfig) || kubeconfig;
  const kept = inMemory ? "in memory only" : `in ${dataDir}`;
  process.stdout.write(
    `Sallyport is ready at ${address} after ${Math.round(milliseconds)} ms; objects are kept ${kept}.

In another terminal:

  export KUBECONFIG=${file.startsWith("..") ? kubeconfig : `$PWD/${file}`.replace("$PWD//", "/")}
  kubectl get namespaces

Ctrl-C stops it.
`,
  );
}

import { relative } from "node:path";

export interface Welcome {
  readonly address: string;
  readonly kubeconfig: string;
  /** The context of the kubeconfig, where the file has others too. */
  readonly context?: string;
  /** Where objects are: `in .sallyport`. */
  readonly kept: string;
  /** The link to the console. */
  readonly console?: string;
  readonly milliseconds: number;
}

/** What the screen says once the server answers: where it is, and what to type next. */
export function printWelcome({ address, kubeconfig, context, kept, milliseconds, console }: Welcome): void {
  const file = relative(process.cwd(), kubeconfig) || kubeconfig;
  process.stdout.write(
    `Sallyport is ready at ${address} after ${Math.round(milliseconds)} ms; objects are kept ${kept}.

In another terminal:

  export KUBECONFIG=${file.startsWith("..") ? kubeconfig : `$PWD/${file}`.replace("$PWD//", "/")}
  kubectl${context === undefined ? "" : ` --context ${context}`} get namespaces

${console === undefined ? "" : `In a browser: ${console}\n\n`}Nothing runs the pods: kubectl rollout status and kubectl wait end only with --timeout.
Ctrl-C stops it.
`,
  );
}

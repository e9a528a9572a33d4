import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type { Kubeconfigs } from "../connect/kubeconfigs.ts";
import { readWholeCluster } from "../lint/read-whole-cluster.ts";
import { serverClient } from "../server-client.ts";
import { serveEditor } from "./server.ts";

/** Flags of `sallyport lsp`, as commander reads them. */
export interface LspFlags {
  readonly kubeconfig?: string;
}

/** Standard input belongs to the editor. */
const fileOf = (path: string): Kubeconfigs => ({ paths: [path], plugins: "alone" });

/** Serves one editor on standard input and output, until it ends. */
export async function startLanguageServer({ kubeconfig }: LspFlags): Promise<void> {
  const cluster =
    kubeconfig === undefined ? undefined : await readWholeCluster(serverClient(fileOf(kubeconfig)));
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  serveEditor(
    connection,
    cluster?.manifests.filter(({ object }) => object.kind === "CustomResourceDefinition"),
  );
}

import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { pointerOf } from "../../explain/sources.ts";
import type { Kubeconfigs } from "../connect/kubeconfigs.ts";
import { readList } from "../read-list.ts";
import { serverClient } from "../server-client.ts";
import { serveEditor } from "./server.ts";

/** Flags of `sallyport lsp`, as commander reads them. */
export interface LspFlags {
  readonly kubeconfig?: string;
}

/** Standard input belongs to the editor. */
const fileOf = (path: string): Kubeconfigs => ({ paths: [path], plugins: "alone" });

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Serves one editor on standard input and output, until it ends. */
export async function startLanguageServer({ kubeconfig }: LspFlags): Promise<void> {
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  serveEditor(connection, async () => {
    if (kubeconfig === undefined) return [];
    const objects = await readList(serverClient(fileOf(kubeconfig)), DEFINITIONS);
    return objects.map((object) => ({ object, line: pointerOf }));
  });
}

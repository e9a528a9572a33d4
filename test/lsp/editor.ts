import { PassThrough } from "node:stream";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { serveEditor } from "../../src/cli/lsp/server.ts";

/** A finding as the server sends it. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly range: { readonly start: { readonly line: number } };
}

/** A client of the protocol, in place of an editor, with one document at a time. */
export class Editor {
  readonly connection: MessageConnection;
  readonly #published = new Map<string, Diagnostic[]>();
  readonly #waiting = new Map<string, () => void>();
  #version = 0;

  /** `readCluster`: see `serveEditor`. */
  constructor(readCluster?: Parameters<typeof serveEditor>[1]) {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    serveEditor(
      createConnection(
        ProposedFeatures.all,
        new StreamMessageReader(toServer),
        new StreamMessageWriter(toClient),
      ),
      readCluster,
    );
    this.connection = createMessageConnection(
      new StreamMessageReader(toClient),
      new StreamMessageWriter(toServer),
    );
    this.connection.onNotification(
      "textDocument/publishDiagnostics",
      ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
        this.#published.set(uri, diagnostics);
        this.#waiting.get(uri)?.();
        this.#waiting.delete(uri);
      },
    );
    this.connection.listen();
  }

  async start(folder: string): Promise<Record<string, unknown>> {
    const answer = await this.connection.sendRequest("initialize", {
      processId: null,
      capabilities: {},
      workspaceFolders: [{ uri: folder, name: "folder" }],
    });
    await this.connection.sendNotification("initialized", {});
    return answer as Record<string, unknown>;
  }

  /** Opens a document, or replaces its text. Resolves with the findings that the server sends next. */
  async write(uri: string, text: string): Promise<Diagnostic[]> {
    this.#version += 1;
    const next = new Promise<void>((go) => void this.#waiting.set(uri, go));
    if (this.#published.has(uri))
      await this.connection.sendNotification("textDocument/didChange", {
        textDocument: { uri, version: this.#version },
        contentChanges: [{ text }],
      });
    else
      await this.connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri, version: this.#version, languageId: "yaml", text },
      });
    await next;
    return this.#published.get(uri) ?? [];
  }

  /** Sends a request about a place in a document. */
  ask<T>(method: string, uri: string, more: object = {}): Promise<T> {
    return this.connection.sendRequest(method, { textDocument: { uri }, ...more });
  }

  stop(): void {
    this.connection.dispose();
  }
}

/** The position of a text in a document, at its end or, with `inside`, some characters after its start. */
export function positionOf(text: string, wanted: string, inside = wanted.length) {
  const at = text.indexOf(wanted);
  if (at < 0) throw new Error(`there is no ${JSON.stringify(wanted)} in the document`);
  const before = text.slice(0, at + inside).split("\n");
  return { position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
}

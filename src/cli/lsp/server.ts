import { fileURLToPath } from "node:url";
import {
  CodeActionKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  LogMessageNotification,
  MessageType,
  type Position,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { explainOffline } from "../../explain/offline/explain-offline.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { requestSpec } from "../../explain/offline/request-spec.ts";
import { explanationText } from "../../explain/text/explanation-text.ts";
import { PLAIN } from "../../explain/text/paint.ts";
import { messageOf } from "../../report/describe-error.ts";
import { completions, hoverOf } from "./completion.ts";
import { actionsFor, diagnosticOf, lineText } from "./diagnostics.ts";
import { definitions, EXPLAIN, lenses } from "./places.ts";
import { Workspace } from "./workspace.ts";

/** Time without a change after which findings are looked for, in milliseconds. */
const QUIET_MS = 50;

/**
 * Answers an editor on a connection. `readCluster` returns objects whose schemas are known, too. The editor does not wait for them; if
 * they cannot be read, it shows the reason.
 */
export function serveEditor(
  connection: Connection,
  readCluster: () => Promise<readonly Manifest[]> = () => Promise.resolve([]),
): void {
  const workspace = new Workspace();
  const documents = new TextDocuments(TextDocument);
  let timer: NodeJS.Timeout | undefined;
  let changes = 0;

  async function publish(): Promise<void> {
    const state = ++changes;
    try {
      const found = await workspace.findings();
      if (state !== changes) return;
      for (const [uri, findings] of found) {
        const document = documents.get(uri);
        if (document === undefined) continue;
        const diagnostics = findings.map((one) => diagnosticOf(one, document));
        await connection.sendDiagnostics({ uri, diagnostics });
      }
    } catch (error) {
      await connection.sendNotification(LogMessageNotification.type, {
        type: MessageType.Error,
        message: messageOf(error),
      });
    }
  }
  const publishSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void publish(), QUIET_MS);
  };

  connection.onInitialize(async ({ workspaceFolders, rootUri }: InitializeParams) => {
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri == null ? [] : [rootUri]);
    for (const uri of folders) await workspace.addFolder(fileURLToPath(uri));
    return CAPABILITIES;
  });
  connection.onInitialized(async () => {
    try {
      workspace.learn(await readCluster());
      publishSoon();
    } catch (error) {
      await connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Warning,
        message: `Sallyport does not know the definitions of the cluster: ${messageOf(error)}`,
      });
    }
  });
  documents.onDidChangeContent(async ({ document }) => {
    await workspace.change(document.uri, document.getText());
    publishSoon();
  });
  documents.onDidClose(async ({ document: { uri } }) => {
    await workspace.change(uri, undefined);
    await connection.sendDiagnostics({ uri, diagnostics: [] });
    publishSoon();
  });
  connection.onDidChangeWatchedFiles(async ({ changes: files }) => {
    await workspace.readAgain(files.map(({ uri }) => uri));
    publishSoon();
  });

  connection.onCodeAction(({ textDocument, context }) => {
    const document = documents.get(textDocument.uri);
    return document === undefined ? [] : context.diagnostics.flatMap((one) => actionsFor(one, document));
  });
  connection.onCompletion(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const before = document && expressionBefore(document, position);
    const of = manifestAt(workspace.of(textDocument.uri), position.line);
    return before === undefined || of === undefined ? [] : completions(before, of, workspace.model);
  });
  connection.onHover(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const before = document && expressionBefore(document, position);
    const of = manifestAt(workspace.of(textDocument.uri), position.line);
    if (document === undefined || before === undefined || of === undefined) return null;
    const text = lineText(document, position.line);
    return hoverOf(chainAt(text, position.character), before, of, workspace.model) ?? null;
  });
  connection.onDefinition(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const of = manifestAt(workspace.of(textDocument.uri), position.line);
    if (document === undefined || of === undefined) return [];
    const text = lineText(document, position.line);
    const [word = ""] = /[\w.-]*$/.exec(text.slice(0, position.character)) ?? [];
    const [rest = ""] = /^[\w.-]*/.exec(text.slice(position.character)) ?? [];
    return definitions(of, position.line, word + rest, chainAt(text, position.character).chain, workspace);
  });
  connection.onCodeLens(({ textDocument: { uri } }) => lenses(uri, workspace.of(uri)));
  connection.onExecuteCommand(({ command, arguments: [uri, line] = [] }) =>
    command === EXPLAIN ? explained(String(uri), Number(line), workspace) : null,
  );
  documents.listen(connection);
  connection.listen();
}

const CAPABILITIES: InitializeResult = {
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
    completionProvider: { triggerCharacters: ["."] },
    hoverProvider: true,
    definitionProvider: true,
    codeLensProvider: { resolveProvider: false },
    executeCommandProvider: { commands: [EXPLAIN] },
  },
  serverInfo: { name: "sallyport" },
};

/** Returns the explanation of the creation of an object, or why there is none. */
async function explained(uri: string, line: number, workspace: Workspace): Promise<string> {
  const of = manifestAt(workspace.of(uri), line);
  if (of === undefined) return "there is no object at this line";
  try {
    const manifests = workspace.manifests.filter((one) => one.object !== of.object);
    const explanation = await explainOffline({ manifests, request: requestSpec(of.object, null, {}) });
    return explanationText(explanation, PLAIN);
  } catch (error) {
    return messageOf(error);
  }
}

const FIELD = /^(\s*(?:-\s+)?.*?\b(?:expression|messageExpression|valueExpression|rule)"?:\s*)(.*)$/;
const BLOCK = /^[|>][+-]?\d*\s*$/;

/** A line that begins a member of an object or an item of a list, and so continues no text. */
const MEMBER = /^\s*(?:-\s|"?[\w./-]+"?:(?:\s|$)|---)/;

/** Returns the text of an expression before a position; undefined if the position is not in an expression. */
function expressionBefore(document: TextDocument, { line, character }: Position): string | undefined {
  const own = lineText(document, line);
  const [, head = "", value] = FIELD.exec(own) ?? [];
  if (value !== undefined)
    return character < head.length || BLOCK.test(value)
      ? undefined
      : own.slice(head.length, character).replace(/^["']/, "");
  const before = [own.slice(0, character)];
  for (let at = line - 1; at >= 0 && !MEMBER.test(before[0] ?? ""); at--) {
    const text = lineText(document, at);
    const [, , block] = FIELD.exec(text) ?? [];
    if (block !== undefined)
      return (BLOCK.test(block) ? before : [block.replace(/^["']/, ""), ...before]).join("\n");
    before.unshift(text);
  }
  return undefined;
}

/** Returns the object of a file that contains a line, counted from 0. */
function manifestAt(manifests: readonly Manifest[], line: number): Manifest | undefined {
  return (
    manifests.findLast((one) => (one.place?.([]).line ?? Number.POSITIVE_INFINITY) <= line + 1) ??
    manifests[0]
  );
}

/** The word at a position, with the chain of fields before it: `object.spec.containers`. */
function chainAt(text: string, character: number): { readonly chain: string; readonly word: string } {
  const [before = ""] = /[\w.?]*$/.exec(text.slice(0, character)) ?? [];
  const [after = ""] = /^\w*/.exec(text.slice(character)) ?? [];
  const chain = (before + after).replaceAll("?", "");
  return { chain, word: chain.split(".").at(-1) ?? "" };
}

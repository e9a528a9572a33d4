// The extension for Visual Studio Code: it starts `sallyport lsp`, and shows the explanation of an object.
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const LANGUAGES = ["yaml", "json"];
let client;

export async function activate() {
  const settings = vscode.workspace.getConfiguration("sallyport");
  const kubeconfig = settings.get("kubeconfig");
  const args = ["lsp", ...(kubeconfig === "" ? [] : ["--kubeconfig", kubeconfig])];
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{yaml,yml,json}");
  client = new LanguageClient(
    "sallyport",
    "Sallyport",
    { command: settings.get("command") || installed(), args },
    {
      documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
      synchronize: { fileEvents: watcher },
      middleware: { executeCommand: shown },
    },
  );
  await client.start();
}

export const deactivate = () => client?.stop();

/** The program of the workspace, or the name of the one in PATH. */
function installed() {
  const name = process.platform === "win32" ? "sallyport.cmd" : "sallyport";
  const folders = vscode.workspace.workspaceFolders ?? [];
  const files = folders.map(({ uri }) => join(uri.fsPath, "node_modules", ".bin", name));
  return files.find((file) => existsSync(file)) ?? name;
}

/** Shows the answer of a command, which is a text, beside the editor. */
async function shown(command, args, next) {
  const text = await next(command, args);
  if (typeof text !== "string") return text;
  const document = await vscode.workspace.openTextDocument({ content: text, language: "plaintext" });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  return text;
}

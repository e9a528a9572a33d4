import { randomUUID } from "node:crypto";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isJsonObject, type Json } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { allow, deny } from "../../webhook/decision.ts";
import { recording, type WebhookSource } from "../webhook-sources.ts";
import { type Suite, SuiteError } from "./suite.ts";

/** Called with each file that a suite depends on, so that its changes can be observed. */
export type OnFile = (file: string) => void;

/** Loads the current version of a module. Returns its exports, and the files that it was made of. */
export type LoadModule = (
  file: string,
) => Promise<{ readonly exports: object; readonly files: readonly string[] }>;

/**
 * Returns the sources of the responses of a suite's webhooks: `allow`, `network`, `{ deny: message }`,
 * `{ recording: file }`, or a module's export, `./webhooks.mjs#team` (a function, or a webhook of the SDK).
 */
export async function webhooksOf(
  suite: Suite,
  onFile: OnFile,
  loadModule: LoadModule,
): Promise<Record<string, WebhookSource>> {
  const found: Record<string, WebhookSource> = {};
  for (const [name, value] of Object.entries(suite.webhooks))
    found[name] = await sourceOf(value, { suite, name, onFile, loadModule });
  return found;
}

/** Imports a module with Node. Each call has another URL, so that a changed module is loaded again. */
export const importModule: LoadModule = async (file) => {
  const exports: object = await import(`${pathToFileURL(file).href}?load=${randomUUID()}`);
  return { exports, files: [file] };
};

interface Context {
  readonly suite: Suite;
  readonly name: string;
  readonly onFile: OnFile;
  readonly loadModule: LoadModule;
}

async function sourceOf(value: Json, context: Context): Promise<WebhookSource> {
  const folder = dirname(context.suite.file);
  if (value === "allow") return () => allow();
  if (value === "network") return "network";
  if (typeof value === "string") return fromModule(value, folder, context);
  const reason = isJsonObject(value) ? value.deny : undefined;
  if (typeof reason === "string") return () => deny(reason);
  if (isJsonObject(value) && typeof value.recording === "string") {
    const file = resolve(folder, value.recording);
    context.onFile(file);
    return recording(file);
  }
  throw refused(context, "allow, network, { deny }, { recording } or ./module.mjs#export");
}

const refused = ({ suite, name }: Context, wanted: string): SuiteError =>
  new SuiteError(`${suite.file}: webhook ${name}: who answers for it is ${wanted}`);

async function fromModule(text: string, folder: string, context: Context): Promise<WebhookSource> {
  const { suite, name: webhook, onFile, loadModule } = context;
  const [path = "", name = "default"] = text.split("#");
  const file = resolve(folder, path);
  onFile(file);
  const fail = (message: string) => new SuiteError(`${suite.file}: webhook ${webhook}: ${message}`);
  const { exports, files } = await loadModule(file).catch((error: unknown) => {
    throw fail(messageOf(error));
  });
  for (const one of files) onFile(one);
  const found = Object.entries(exports).find(([key]) => key === name)?.[1];
  if (!isSource(found))
    throw fail(
      `${path} exports no function or webhook ${name}; it exports ${Object.keys(exports).join(", ") || "nothing"}`,
    );
  return found;
}

const isSource = (value: unknown): value is WebhookSource =>
  typeof value === "function" || (typeof value === "object" && value !== null && "decide" in value);

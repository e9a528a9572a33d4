import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "../../api/describe-error.ts";
import { isJsonObject, type Json } from "../../api/json.ts";
import { allow, deny } from "../../webhook/decision.ts";
import { recording, type WebhookSource } from "../webhook-sources.ts";
import { type Suite, SuiteError } from "./suite.ts";

/** Told of each file that a suite depends on, so that changes of it can be noticed. */
export type OnFile = (file: string) => void;

/**
 * Who answers for the webhooks of a suite: `allow`, `network`, `{ deny: message }`, `{ recording: file }`, or a module's
 * export, `./webhooks.mjs#team` (a function, or a webhook of the SDK).
 */
export async function webhooksOf(
  suite: Suite,
  onFile: OnFile = () => {},
): Promise<Record<string, WebhookSource>> {
  const found: Record<string, WebhookSource> = {};
  for (const [name, value] of Object.entries(suite.webhooks))
    found[name] = await sourceOf(value, { suite, name, onFile });
  return found;
}

interface Context {
  readonly suite: Suite;
  readonly name: string;
  readonly onFile: OnFile;
}

async function sourceOf(value: Json, context: Context): Promise<WebhookSource> {
  const folder = dirname(context.suite.file);
  if (value === "allow") return () => allow();
  if (value === "network") return "network";
  if (typeof value === "string") return fromModule(value, folder, context);
  if (isJsonObject(value) && typeof value.deny === "string") return () => deny(value.deny as string);
  if (isJsonObject(value) && typeof value.recording === "string") {
    const file = resolve(folder, value.recording);
    context.onFile(file);
    return recording(file);
  }
  throw refused(context, "allow, network, { deny }, { recording } or ./module.mjs#export");
}

const refused = ({ suite, name }: Context, wanted: string): SuiteError =>
  new SuiteError(`${suite.file}: webhook ${name}: who answers for it is ${wanted}`);

let loads = 0;

async function fromModule(text: string, folder: string, context: Context): Promise<WebhookSource> {
  const [path = "", name = "default"] = text.split("#");
  const file = resolve(folder, path);
  context.onFile(file);
  let loaded: Record<string, unknown>;
  try {
    // A module that was changed is another one.
    loaded = (await import(`${pathToFileURL(file).href}?load=${loads++}`)) as Record<string, unknown>;
  } catch (error) {
    throw new SuiteError(`${context.suite.file}: webhook ${context.name}: ${messageOf(error)}`);
  }
  const source = loaded[name];
  if (typeof source !== "function" && !(typeof source === "object" && source !== null && "decide" in source))
    throw new SuiteError(
      `${context.suite.file}: webhook ${context.name}: ${path} exports no function or webhook ${name}; it exports ${Object.keys(loaded).join(", ") || "nothing"}`,
    );
  return source as WebhookSource;
}

import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../api/describe-error.ts";

/** Imports a module. What it throws meanwhile is told with the line of its author. */
export async function imported(url: string): Promise<object> {
  process.setSourceMapsEnabled(true);
  try {
    return await import(url);
  } catch (error) {
    const place = placeOf(error, url);
    throw place === undefined ? error : new Error(`${place}: ${messageOf(error)}`, { cause: error });
  }
}

/** Undefined: the message says it, as with a module that is missing. */
function placeOf(error: unknown, url: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Node says neither line nor file.
  if (error instanceof SyntaxError) return shown(fileURLToPath(url));
  const [own = ""] = (error.stack ?? "").split(/^.*node:internal\/modules/m, 1);
  const [, file, line] = /(?:file:\/\/|\()(\/[^\s()?]+)(?:\?[^\s:]*)?:(\d+):\d+/.exec(own) ?? [];
  return file === undefined ? undefined : `${shown(file)}:${line}`;
}

/** As people type it. */
function shown(file: string): string {
  const inside = relative(process.cwd(), file);
  return inside.startsWith("..") || isAbsolute(inside) ? file : inside;
}

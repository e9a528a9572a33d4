import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../report/describe-error.ts";

/** Imports a module. An error during the import gets its line in the source. */
export async function imported(url: string): Promise<object> {
  process.setSourceMapsEnabled(true);
  try {
    return await import(url);
  } catch (error) {
    const place = placeOf(error, url);
    throw place === undefined ? error : new Error(`${place}: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns undefined if the message contains the place, as for a missing module. */
function placeOf(error: unknown, url: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Node reports neither line nor file for a syntax error.
  if (error instanceof SyntaxError) return shown(fileURLToPath(url));
  const frames = (error.stack ?? "").split("\n").map((line) => line.trimStart());
  // The frame behind the first one of Node's loader is the importer of the module.
  const loader = frames.findIndex((frame) => frame.includes("node:internal/modules"));
  return frames
    .slice(0, loader < 0 ? undefined : loader)
    .map(placeInFrame)
    .find(Boolean);
}

/** The file and line of `at f (file:///a/b.ts?v=1:2:3)`, or of `at /a/b.ts:2:3`. */
function placeInFrame(frame: string): string | undefined {
  if (!frame.startsWith("at ")) return undefined;
  const place = frame.includes("(") ? frame.slice(frame.lastIndexOf("(") + 1) : frame.slice("at ".length);
  const parts = place.replace("file://", "").split(":");
  const line = parts.at(-2);
  const [file = ""] = parts.slice(0, -2).join(":").split("?", 1);
  return file.startsWith("/") ? `${shown(file)}:${line}` : undefined;
}

/** Returns the path as a user would type it. */
function shown(file: string): string {
  const inside = relative(process.cwd(), file);
  return inside.startsWith("..") || isAbsolute(inside) ? file : inside;
}

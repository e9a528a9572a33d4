import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Paint } from "./paint.ts";

const LONGEST = 100;

/** Formats a JSON patch as a diff: removed and added values with their paths. */
export function patchLines(patch: readonly JsonObject[], paint: Paint): string[] {
  return patch.flatMap((operation) => operationLines(operation, paint));
}

function operationLines({ op, path, from, value }: JsonObject, paint: Paint): string[] {
  const place = String(path ?? "");
  switch (op) {
    case "remove":
      return [paint.red(`- ${place}`)];
    case "add":
      return [paint.green(`+ ${place}: ${shown(value)}`)];
    case "replace":
      return [paint.red(`- ${place}`), paint.green(`+ ${place}: ${shown(value)}`)];
    case "move":
      return [paint.red(`- ${String(from)}`), paint.green(`+ ${place} (from ${String(from)})`)];
    case "copy":
      return [paint.green(`+ ${place} (as ${String(from)})`)];
    default:
      return [paint.dim(`  ${String(op)} ${place}`)];
  }
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(plain(value ?? null));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Replaces numbers that have kept their original text by that text. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return typeof value === "bigint" ? String(value) : value;
  if (typeof value.text === "string" && Object.keys(value).length === 1) return value.text;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner ?? null)]));
}

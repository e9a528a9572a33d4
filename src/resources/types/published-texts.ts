import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nearestFolder } from "../../api/nearest-folder.ts";

/** What the schemas of one type say; made by the build from a package (docs/decisions/0009). */
export interface TypeTexts {
  readonly description?: string;
  readonly required?: readonly string[];
  /** Values that a field may have; of a list: each item. */
  readonly enums?: Readonly<Record<string, readonly string[]>>;
  /** Descriptions. */
  readonly fields: Readonly<Record<string, string>>;
}

const FILE = "openapi-texts.json";
let loaded: Readonly<Record<string, TypeTexts>> | undefined;

/**
 * The texts of a type by the name of its schema, `io.k8s.api.core.v1.Pod`; "" for what all kinds share. The file is
 * read when somebody first asks. Undefined where nothing is known, as for all types when the source runs unbuilt.
 */
export function publishedTexts(schemaName: string): TypeTexts | undefined {
  loaded ??= readTexts(dirname(fileURLToPath(import.meta.url)));
  const found = [schemaName, inV1(schemaName)].map(textKey).find((key) => Object.hasOwn(loaded ?? {}, key));
  return found === undefined ? undefined : loaded[found];
}

/** What the package does not have of an earlier version reads nearly as in v1. */
const inV1 = (schemaName: string): string => schemaName.replace(/\.v\d+(?:alpha|beta)\d+\./, ".v1.");

/** `io.k8s.api.core.v1.Pod` → `IoK8sApiCoreV1Pod`: how the file names the type. */
export const textKey = (schemaName: string): string =>
  schemaName
    .split(/[.-]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join("");

/** It lies above the joined code, beside package.json at the highest. */
function readTexts(from: string): Readonly<Record<string, TypeTexts>> {
  const folder = nearestFolder(from, FILE, "package.json");
  if (folder === undefined || !existsSync(join(folder, FILE))) return {};
  return JSON.parse(readFileSync(join(folder, FILE), "utf8"));
}

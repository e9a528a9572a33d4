import type { KubeObject } from "../../api/meta.ts";
import { formatFloat } from "../../go/float.ts";
import { canonicalTime, TimeError } from "../../go/time.ts";
import { stringify } from "../../json/stringify.ts";
import type { Json } from "../../json/value.ts";
import { NAME, tableOf } from "../define/column.ts";
import { humanDuration } from "../define/human-duration.ts";
import type { Cell, Column } from "../kind.ts";
import type { PrinterColumn } from "./definition-types.ts";
import { compileJsonPath, type JsonPath, PathError } from "./json-path/json-path.ts";

/** Columns and rows of the tables of one version. */
export interface Columns {
  readonly columns: readonly Column[];
  cells(object: KubeObject, now: number): readonly Cell[];
}

/** The column of definitions that declare no columns. */
export const DECLARED_AGE: PrinterColumn = {
  name: "Age",
  type: "date",
  description:
    "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
  jsonPath: ".metadata.creationTimestamp",
};

interface CompiledColumn {
  readonly column: Column;
  readonly path: JsonPath;
}

/**
 * Compiles the columns of a version: the name, then `additionalPrinterColumns`, or the age if there are none.
 * Columns from the first invalid path on are left out.
 */
export function compileColumns(declared: readonly PrinterColumn[] | undefined): Columns {
  const compiled: CompiledColumn[] = [];
  for (const printer of declared !== undefined && declared.length > 0 ? declared : [DECLARED_AGE]) {
    const path = readPath(printer.jsonPath);
    if (path === undefined) break;
    compiled.push({ column: columnOf(printer), path });
  }
  return {
    columns: [...tableOf([NAME]).columns, ...compiled.map(({ column }) => column)],
    cells: (object, now) => [
      object.metadata.name ?? "",
      ...compiled.map((column) => cellOf(column, object, now)),
    ],
  };
}

function readPath(path: string): JsonPath | undefined {
  try {
    return compileJsonPath(path);
  } catch (error) {
    if (error instanceof PathError) return undefined;
    throw error;
  }
}

function columnOf({
  name,
  type,
  format = "",
  description = "",
  priority = 0,
  jsonPath,
}: PrinterColumn): Column {
  const fallback = `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return { name, type, format, description: description === "" ? fallback : description, priority };
}

/** Builds a cell from the first value of a path. The cell is empty if there is no value, or if an error occurs. */
function cellOf({ column, path }: CompiledColumn, object: KubeObject, now: number): Cell {
  const value = firstValue(path, object);
  if (value === undefined) return null;
  if (column.type === "string") return textOf(value);
  return typedCell(column.type, value, now);
}

function firstValue(path: JsonPath, object: KubeObject): Json | undefined {
  try {
    return path(object)[0];
  } catch (error) {
    if (error instanceof PathError) return undefined;
    throw error;
  }
}

function textOf(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : formatFloat(value);
  return value === null ? "<no value>" : stringify(sortKeys(value));
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key] ?? null)]));
}

function typedCell(type: string, value: Json, now: number): Cell {
  switch (type) {
    case "integer":
      return isNumber(value) ? Math.trunc(Number(value)) : null;
    case "number":
      return isNumber(value) ? Number(value) : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? age(value, now) : null;
    default:
      return null;
  }
}

const isNumber = (value: Json): boolean => typeof value === "number" || typeof value === "bigint";

function age(text: string, now: number): string {
  try {
    const time = text === "" || text === "null" ? null : canonicalTime(text);
    return time === null ? "<unknown>" : humanDuration(now - Date.parse(time));
  } catch (error) {
    if (error instanceof TimeError) return "<invalid>";
    throw error;
  }
}

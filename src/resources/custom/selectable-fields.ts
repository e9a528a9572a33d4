import type { KubeObject } from "../../api/meta.ts";
import type { SelectableField } from "./definition-types.ts";
import { compileJsonPath, type JsonPath, PathError } from "./json-path/json-path.ts";

const NONE: ReadonlyMap<string, (object: KubeObject) => string> = new Map();

/**
 * Returns the selectable fields: `.spec.color` becomes the selector `spec.color`. An absent field equals the
 * empty text.
 */
export function selectableFieldsOf(
  fields: readonly SelectableField[] | undefined,
): ReadonlyMap<string, (object: KubeObject) => string> {
  if (fields === undefined || fields.length === 0) return NONE;
  return new Map(
    fields.map(({ jsonPath }) => {
      const path = compileJsonPath(jsonPath);
      return [jsonPath.replace(/^\./, ""), (object: KubeObject) => textAt(path, object)] as const;
    }),
  );
}

function textAt(path: JsonPath, object: KubeObject): string {
  try {
    const [value] = path(object);
    return value === undefined || value === null ? "" : String(value);
  } catch (error) {
    if (error instanceof PathError) return "";
    throw error;
  }
}

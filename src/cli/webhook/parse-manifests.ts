import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { yaml } from "../../json/yaml.ts";

/** Every object of a text of YAML or JSON, those of lists too. Throws with file and line. */
export function parseManifests(text: string, file: string): JsonObject[] {
  const documents = yaml().parseAllDocuments(text);
  return (Array.isArray(documents) ? documents : []).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`${file}: ${error.message}`);
    const value = document.toJS() as Json;
    if (!isJsonObject(value)) return [];
    return Array.isArray(value.items) ? value.items.filter(isJsonObject) : [value];
  });
}

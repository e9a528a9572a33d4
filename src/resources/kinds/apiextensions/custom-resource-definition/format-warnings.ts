import { quote } from "../../../../go/quote.ts";
import { usableFormat } from "../../../../schema/formats/usable-format.ts";
import { someSchema } from "../../../../schema/schemas-in.ts";
import type { Definition } from "../../../custom/definition-types.ts";
import { schemasOf, toInternalSpec } from "./internal-spec.ts";

/** Returns warnings about unknown formats, which are not checked. On update, only new formats cause a warning. */
export function formatWarnings(definition: Definition, old: Definition | undefined): string[] {
  const known = new Set(old === undefined ? [] : unknownFormats(old));
  return unknownFormats(definition)
    .filter((format) => !known.has(format))
    .map((format) => `unrecognized format ${quote(format)}`);
}

function unknownFormats({ spec }: Definition): string[] {
  const formats: string[] = [];
  for (const schema of schemasOf(toInternalSpec(spec))) {
    someSchema(schema, ({ type, format }) => {
      if (format !== "" && !usableFormat(type, format)) formats.push(format);
      return false;
    });
  }
  return formats;
}

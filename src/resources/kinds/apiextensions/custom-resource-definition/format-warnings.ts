import { quote } from "../../../../api/quote.ts";
import { usableFormat } from "../../../../schema/formats/usable-format.ts";
import { someSchema } from "../../../../schema/schemas-in.ts";
import type { Definition } from "../../../custom/definition-types.ts";
import { schemasOf, toInternalSpec } from "./internal-spec.ts";

/** Warnings about formats that the server does not know and therefore does not check; on update about new ones only. */
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

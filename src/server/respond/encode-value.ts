import type { Json } from "../../api/json.ts";
import { writeYaml } from "../../json/go-yaml/write-yaml.ts";
import { stringify } from "../../json/stringify.ts";
import type { Accepted } from "./negotiate.ts";

/** JSON or YAML. Indented JSON does not end its last line. */
export function encodeValue(
  value: Json,
  { encoding, pretty }: Pick<Accepted, "encoding" | "pretty">,
): string {
  if (encoding === "yaml") return writeYaml(value);
  return pretty ? indented(value) : `${stringify(value)}\n`;
}

/** JSON as it is written where nothing was negotiated. */
export const indented = (value: Json): string => stringify(value, "  ");

import { noteFloat } from "../../api/object/whole-floats.ts";
import { foreignValue } from "../../go/foreign-value.ts";
import type { GoContainer, GoContainers } from "../../go/go-container.ts";
import { quote } from "../../go/quote.ts";
import type { Json } from "../../json/value.ts";
import { goFormsOf, mapForms } from "./go-forms.ts";
import { goTypeOf } from "./go-type.ts";
import { CelStruct } from "./struct.ts";
import { NoJsonError, Writer } from "./to-json.ts";
import { CelMap, type CelObject, CelTypeValue, CelUint, isInt, type Value } from "./values.ts";

/**
 * Converts a value to an apply configuration, which has values of Go's own types: a value without a form in
 * JSON becomes a `foreignValue` (apiserver/pkg/cel/mutation/dynamic/objects.go, convertField).
 */
export function toConfiguration(value: Value, goContainers?: GoContainers): Json {
  if (value instanceof CelStruct && wrongKeyIn(value) !== undefined)
    throw new NoJsonError("invalid return type: *dynamic.ObjectVal");
  return new ConfigurationWriter("number", goContainers).write(value);
}

class ConfigurationWriter extends Writer {
  protected override isDeep = false;

  override write(value: Value): Json {
    return value instanceof CelMap && this.isDeep ? foreignValue(mapForms(value)) : super.write(value);
  }

  protected override container({ type }: GoContainer): Json {
    return foreignValue({ type, plain: "{}", source: `${type}{}` });
  }

  /** Go merges the configuration as a value, in which a double stays a float. */
  protected override wroteWhole(container: object, key: string | number, double: number): void {
    noteFloat(container, key, double);
  }

  protected override nothing(): Json {
    return null;
  }

  protected override object(value: CelObject): Json {
    if (value instanceof CelTypeValue) return value.name;
    const problem = value instanceof CelStruct ? wrongKeyIn(value) : undefined;
    if (problem !== undefined) return errorValue(problem);
    const forms = goFormsOf(value);
    return forms === undefined ? super.object(value) : foreignValue(forms);
  }
}

/** Returns the value for an object that cannot be converted: its error. */
const errorValue = (message: string): Json =>
  foreignValue({ type: "*fmt.wrapError", plain: message, source: `&fmt.wrapError{msg:${quote(message)}}` });

/** Returns the error for a map in a field of an object that has a key that is not a text. */
function wrongKeyIn({ fields }: CelStruct): string | undefined {
  for (const [name, member] of Object.entries(fields)) {
    const entries = member instanceof CelMap ? [...member.entries.values()] : [];
    const wrong = entries.find(({ key }) => typeof key !== "string")?.key;
    if (wrong === undefined) continue;
    const problem = `map key ${quotedKey(wrong)} is of type ${goTypeOf(wrong)}, not string`;
    return `fail to convert field ${quote(name)}: ${problem}`;
  }
  return undefined;
}

/** Quotes a key as Go's %q does, which prints a number as a character. */
function quotedKey(key: Value): string {
  if (key === null) return quotedCharacter(0);
  if (isInt(key)) return quotedCharacter(Number(key));
  if (key instanceof CelUint) return quotedCharacter(Number(key.value));
  return `%!q(${goTypeOf(key)}=${String(key)})`;
}

function quotedCharacter(code: number): string {
  const isOne = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const character = isOne ? String.fromCodePoint(code) : "\ufffd";
  if (character === "'") return "'\\''";
  return character === '"' ? `'"'` : `'${quote(character).slice(1, -1)}'`;
}

import { noteFloat } from "../../api/object/whole-floats.ts";
import { goDurationText } from "../../go/duration.ts";
import { formatFloat } from "../../go/float.ts";
import { type ForeignForms, foreignValue } from "../../go/foreign-value.ts";
import type { GoContainer, GoContainers } from "../../go/go-container.ts";
import { quote } from "../../go/quote.ts";
import { timeString } from "../../go/time.ts";
import type { Json } from "../../json/value.ts";
import { mapGet, mapKeys } from "./containers.ts";
import { goTypeOf } from "./go-type.ts";
import { CelStruct } from "./struct.ts";
import { NoJsonError, Writer } from "./to-json.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  isInt,
  isList,
  isMap,
  type Value,
} from "./values.ts";
import { unlimited } from "./work.ts";

/** Go types of the values of Kubernetes' libraries, and their source as Go prints it. */
const LIBRARY: Readonly<Record<string, readonly [type: string, source: string]>> = {
  "kubernetes.Quantity": ["*resource.Quantity", "(*resource.Quantity)(0xc000000000)"],
  "kubernetes.URL": ["*url.URL", "(*url.URL)(0xc000000000)"],
  "net.IP": ["netip.Addr", "netip.Addr{}"],
  "net.CIDR": ["netip.Prefix", "netip.Prefix{}"],
  "kubernetes.Semver": ["semver.Version", "semver.Version{}"],
};

/**
 * Returns Go's texts for a value that an apply configuration may not have; undefined if the value has a form
 * in JSON.
 */
function goFormsOf(value: CelObject): ForeignForms | undefined {
  const library = Object.hasOwn(LIBRARY, value.typeName) ? LIBRARY[value.typeName] : undefined;
  if (library !== undefined) return { type: library[0], plain: String(value), source: library[1] };
  if (value instanceof CelUint)
    return { type: "uint64", plain: String(value.value), source: `0x${value.value.toString(16)}` };
  if (value instanceof CelBytes) return bytesForms(value.bytes);
  if (value instanceof CelDuration)
    return { type: "time.Duration", plain: goDurationText(Number(value.nanos)), source: String(value.nanos) };
  return value instanceof CelTimestamp ? timeForms(value) : undefined;
}

/** Returns Go's texts for a map that an expression has created. */
function mapForms(map: CelMap): ForeignForms {
  const entries = [...map.entries.values()].map(({ key, value }) => [textOf(key), textOf(value)] as const);
  const sorted = entries.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return {
    type: "map[ref.Val]ref.Val",
    plain: `map[${sorted.map(([key, text]) => `${key}:${text}`).join(" ")}]`,
    source: `map[ref.Val]ref.Val${JSON.stringify(Object.fromEntries(sorted))}`,
  };
}

/** Returns the text with which a value of cel-go prints itself (String of common/types). */
function textOf(value: Value): string {
  if (value === null) return "0";
  if (isList(value)) return `[${value.map((item) => textOf(adapt(item))).join(", ")}]`;
  if (isMap(value)) {
    const members = mapKeys(value, unlimited()).map(
      (key) => `${textOf(key)}: ${textOf(mapGet(value, key) as Value)}`,
    );
    return `{${members.join(", ")}}`;
  }
  if (value instanceof CelDouble) return formatFloat(value.value);
  if (value instanceof CelTypeValue) return value.name;
  if (value instanceof CelOptional)
    return value.value === undefined ? "optional.none()" : `optional(${textOf(value.value)})`;
  return value instanceof CelObject ? (goFormsOf(value)?.plain ?? String(value)) : String(value);
}

function bytesForms(bytes: Uint8Array): ForeignForms {
  const source = [...bytes].map((byte) => `0x${byte.toString(16)}`).join(", ");
  return { type: "[]uint8", plain: `[${bytes.join(" ")}]`, source: `[]uint8{${source}}` };
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

function timeForms({ nanos }: CelTimestamp): ForeignForms {
  const millis = Number(nanos / 1_000_000n);
  const date = new Date(millis);
  const parts = [
    date.getUTCFullYear(),
    `time.${MONTHS[date.getUTCMonth()]}`,
    ...[date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()],
    ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n,
  ];
  return { type: "time.Time", plain: timeString(date), source: `time.Date(${parts.join(", ")}, time.UTC)` };
}

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

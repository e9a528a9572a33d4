import { goDurationText } from "../../go/duration.ts";
import { formatFloat } from "../../go/float.ts";
import type { ForeignForms } from "../../go/foreign-value.ts";
import { timeString } from "../../go/time.ts";
import { mapGet, mapKeys } from "./containers.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  type CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
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
export function goFormsOf(value: CelObject): ForeignForms | undefined {
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
export function mapForms(map: CelMap): ForeignForms {
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

import type { Json } from "../api/json.ts";
import type { ForeignForms } from "../json/foreign-value.ts";
import { goFormat } from "../json/go-format.ts";
import { CelBytes, CelDuration, type CelObject, CelTimestamp, CelUint } from "./values.ts";

/** Types of Kubernetes' libraries: what Go calls their values, and how it prints those as source. */
const LIBRARY: Readonly<Record<string, readonly [type: string, source: string]>> = {
  "kubernetes.Quantity": ["*resource.Quantity", "(*resource.Quantity)(0xc000000000)"],
  "kubernetes.URL": ["*url.URL", "(*url.URL)(0xc000000000)"],
  "net.IP": ["netip.Addr", "netip.Addr{}"],
  "net.CIDR": ["netip.Prefix", "netip.Prefix{}"],
  "kubernetes.Semver": ["semver.Version", "semver.Version{}"],
};

/** What an apply configuration may not have as a value, as Go prints it; undefined for what has a form in JSON. */
export function goFormsOf(value: CelObject): ForeignForms | undefined {
  const library = Object.hasOwn(LIBRARY, value.typeName) ? LIBRARY[value.typeName] : undefined;
  if (library !== undefined) return { type: library[0], plain: String(value), source: library[1] };
  if (value instanceof CelUint)
    return { type: "uint64", plain: String(value.value), source: `0x${value.value.toString(16)}` };
  if (value instanceof CelBytes) return bytesForms(value.bytes);
  if (value instanceof CelDuration)
    return { type: "time.Duration", plain: `${value.nanos}ns`, source: String(value.nanos) };
  return value instanceof CelTimestamp ? timeForms(value) : undefined;
}

/** A map that an expression has written. */
export const mapForms = (map: Json): ForeignForms => ({
  type: "map[ref.Val]ref.Val",
  plain: goFormat(map),
  source: `map[ref.Val]ref.Val${JSON.stringify(map)}`,
});

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
  const plain = `${date.toISOString().slice(0, 19).replace("T", " ")} +0000 UTC`;
  return { type: "time.Time", plain, source: `time.Date(${parts.join(", ")}, time.UTC)` };
}

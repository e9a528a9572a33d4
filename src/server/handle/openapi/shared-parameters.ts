import { type Json, type JsonObject, record, records } from "../../../api/json.ts";
import { stringify } from "../../../json/stringify.ts";

/** What clients look for at each operation, to learn what the server can do: it stays there. */
const UNSHARED = new Set(["name", "dryRun", "fieldValidation"]);
const OF_ALL_KINDS = "#/definitions/io.k8s.apimachinery";

/**
 * The parameters that operations have in common, each once (kube-openapi, pkg/builder/parameters.go,
 * deduplicateParameters). `replaced` has references in their place; `parameters` has them all, by name.
 */
export class SharedParameters {
  /** JSON text → name. */
  readonly #names = new Map<string, string>();
  readonly #parameters = new Map<string, JsonObject>();

  /** A path item or operation with references to its shared parameters. */
  replaced(item: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(item).map(([key, value]): [string, Json] => {
        if (key === "parameters") return [key, records(value).map((each) => this.#reference(each))];
        const { parameters } = record(value);
        return [key, parameters === undefined ? (value ?? null) : this.replaced(record(value))];
      }),
    );
  }

  get parameters(): JsonObject {
    return Object.fromEntries([...this.#parameters].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #reference(parameter: JsonObject): JsonObject {
    if (!isShared(parameter)) return parameter;
    const text = stringify(parameter);
    const name = this.#names.get(text) ?? `${String(parameter.name)}-${hashOfText(text)}`;
    this.#names.set(text, name);
    this.#parameters.set(name, parameter);
    return { $ref: `#/parameters/${name}` };
  }
}

function isShared({ name, in: place, schema }: JsonObject): boolean {
  if (place !== "body") return !UNSHARED.has(String(name));
  return String(record(schema).$ref ?? OF_ALL_KINDS).startsWith(OF_ALL_KINDS);
}

/** FNV-1 of 64 bits. */
const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** Eight characters: the first six bytes of the hash in base64. */
function hashOfText(text: string): string {
  let hash = OFFSET;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, hash * PRIME) ^ BigInt(byte);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash);
  return bytes.subarray(0, 6).toString("base64url");
}

import { setKey } from "../../src/json/object.ts";
import { isJsonObject, type Json, type JsonObject, record, records } from "../../src/json/value.ts";
import { Labels } from "./labels.ts";
import { withSortedManagers } from "./managed-fields.ts";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const STAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/gi;
const CLUSTER_IP = /\b10\.0\.\d{1,3}\.\d{1,3}\b(?!\/)/g;
/** A port that the server chose, in a cell of a Table, in an object that a message quotes, wrong, or found twice. */
const NODE_PORT =
  /(:|odePort\\*":|odePort: |(?:Duplicate|Invalid) value: |odePort: \{TCP )(3[0-2]\d{3})(?=\/(?:TCP|UDP|SCTP)|[,:}\]\n]|$)/g;
const GENERATED = /^[bcdfghjklmnpqrstvwxz2456789]{5}$/;
const NEAR_MS = 36 * 3600e3;

/** Replaces values that differ between two servers by labels. The same value has the same label throughout a case. */
export class Normaliser {
  readonly #sent: string;
  readonly #labels = new Labels();
  readonly #generated = new Map<string, string>();
  readonly #created = new Map<string, string>();

  /** `sent`: all texts that the case sends. Values in them are not replaced. */
  constructor(sent: string) {
    this.#sent = sent;
  }

  /** Gives names to the uids, versions and generated names of an answer, in its order. */
  learn(value: Json | undefined, hint = "Object"): void {
    if (Array.isArray(value)) for (const item of value) this.learn(item, hint);
    if (!isJsonObject(value)) return;
    const kind = typeof value.kind === "string" ? value.kind : hint;
    if (isJsonObject(value.metadata)) this.#learnMeta(value.metadata, kind);
    if (kind === "Service") this.#learnPorts(value);
    const inner = kind.endsWith("List") ? kind.slice(0, -4) : undefined;
    for (const [key, member] of Object.entries(value))
      if (key !== "metadata") this.learn(member, key === "items" ? inner : undefined);
  }

  #learnMeta(meta: JsonObject, kind: string): void {
    const { name, generateName, uid, resourceVersion, creationTimestamp } = meta;
    if (typeof name === "string" && typeof generateName === "string") this.learnGenerated(generateName, name);
    // A LimitRange without a name is named by a uid.
    const shown = this.#generated.get(String(name)) ?? String(name ?? "").replace(UUID, "{uuid}");
    if (typeof uid === "string" && !this.#sent.includes(uid)) {
      this.#labels.name("uid", uid, `${kind}/${shown}`);
      if (!this.#created.has(uid)) this.#created.set(uid, String(creationTimestamp));
    }
    if (typeof resourceVersion === "string" && /^\d+$/.test(resourceVersion) && !isList(kind))
      this.#labels.name("rv", resourceVersion, `${kind}/${shown}`);
  }

  /** A port of a deleted Service can become that of another one. */
  #learnPorts({ metadata, spec }: JsonObject): void {
    const { ports, healthCheckNodePort } = record(spec);
    for (const port of [...records(ports).map(({ nodePort }) => nodePort), healthCheckNodePort])
      if (typeof port === "number" && !this.#sent.includes(String(port)))
        this.#labels.own("nodePort", String(port), `Service/${String(record(metadata).name)}`);
  }

  learnGenerated(prefix: string, name: string): void {
    const kept = prefix.slice(0, 58);
    if (kept === "" || !name.startsWith(kept) || !GENERATED.test(name.slice(kept.length))) return;
    if (this.#generated.has(name)) return;
    const number = this.#generated.size === 0 ? "" : `#${this.#generated.size + 1}`;
    this.#generated.set(name, `${prefix}{generated${number}}`);
  }

  isSent(word: string): boolean {
    return this.#sent.includes(word);
  }

  value(value: Json | undefined, key = ""): Json | undefined {
    if (typeof value === "string") return this.text(value, key);
    if (typeof value === "number") return this.#number(value, key);
    if (Array.isArray(value)) return this.#list(value, key);
    if (!isJsonObject(value)) return value;
    const made: JsonObject = {};
    for (const [name, member] of Object.entries(value))
      setKey(
        made,
        this.text(name),
        name === "metadata" && isJsonObject(member)
          ? this.#meta(member, String(value.kind ?? ""))
          : this.value(member, name),
      );
    return made;
  }

  /** Entries of the same second have another order than entries of different seconds. */
  #list(list: Json[], key: string): Json[] {
    const order = (entry: Json): string =>
      isJsonObject(entry)
        ? `${entry.manager} ${entry.operation} ${entry.apiVersion} ${entry.subresource}`
        : "";
    const sorted = key === "managedFields" ? [...list].sort((a, b) => (order(a) < order(b) ? -1 : 1)) : list;
    const made = sorted.map((item) => this.value(item, key) ?? null);
    return key === "items" ? withGeneratedSorted(made) : made;
  }

  #meta(meta: JsonObject, kind: string): Json {
    const made = this.value(meta) as JsonObject;
    if (isList(kind) && /^[1-9]\d*$/.test(String(meta.resourceVersion))) made.resourceVersion = "{rv:list}";
    // A token has the uid of its account, and is made later.
    if (
      kind !== "TokenRequest" &&
      meta.uid !== undefined &&
      this.#created.get(String(meta.uid)) === meta.creationTimestamp
    )
      made.creationTimestamp = "{created}";
    return made;
  }

  #number(value: number, key: string): Json {
    const isNodePort = /ort$/.test(key) && Number.isInteger(value) && value >= 30000 && value <= 32767;
    return isNodePort && !this.#sent.includes(String(value))
      ? this.#labels.of("nodePort", String(value))
      : value;
  }

  text(text: string, key = ""): string {
    if (key === "continue" && text.length > 12) return "{continue}";
    if (key === "resourceVersion") return this.#labels.known("rv", text) ?? text;
    let made = text;
    for (const [name, label] of this.#generated) {
      made = made.replaceAll(name, label);
      // Messages quote it: line breaks are escapes there.
      const [quoted, quotedLabel] = [name, label].map((each) => JSON.stringify(each).slice(1, -1));
      if (quoted !== undefined && quotedLabel !== undefined) made = made.replaceAll(quoted, quotedLabel);
    }
    made = made.replace(UUID, (uid) =>
      this.#sent.includes(uid) ? uid : (this.#labels.known("uid", uid) ?? "{uuid}"),
    );
    made = made.replace(STAMP, (time) => (this.#sent.includes(time) || !isNear(time) ? time : "{time}"));
    made = made.replace(CLUSTER_IP, (ip) =>
      this.#sent.includes(ip) || ip === "10.0.0.1" || ip === "10.0.0.0"
        ? ip
        : this.#labels.of("clusterIP", ip),
    );
    made = made.replace(NODE_PORT, (all, before: string, port: string) =>
      this.#sent.includes(port) ? all : before + this.#labels.of("nodePort", port),
    );
    return withSortedManagers(this.#versions(unsteady(made)));
  }

  /** A version that a patch has copied elsewhere: into a name, or into a text that a message quotes. */
  #movedVersions(text: string): string {
    return text.replace(/(^|\\?")(\d{3,})(?=\\?"|$)/g, (all, before: string, rv: string) => {
      const label = this.#sent.includes(rv) ? undefined : this.#labels.known("rv", rv);
      return label === undefined ? all : before + label;
    });
  }

  #versions(text: string): string {
    const label = (version: string): string => this.#labels.known("rv", version) ?? "{rv}";
    return this.#movedVersions(text)
      .replace(/(resourceVersion\\?"?: ?\\?")(\d+)/g, (_, before: string, rv: string) => before + label(rv))
      .replace(
        /(ResourceVersion in (?:precondition|object meta): )(\d+)/g,
        (all, before: string, rv: string) => (this.#sent.includes(`"${rv}"`) ? all : before + label(rv)),
      )
      .replace(/((?:record|in\s+the\s+precondition)\s+\()(\d+)\)/g, (all, before: string, rv: string) =>
        this.#sent.includes(`"${rv}"`) ? all : `${before}${label(rv)})`,
      )
      .replace(/(Too large resource version: \d+, current: )\d+/g, "$1{rv}")
      .replace(/(object not decodable revision=)\d+/g, "$1{rv}")
      .replace(/(too old resource version: \d+ \()\d+\)/g, "$1{rv})");
  }
}

/** Lists are sorted by name, so the order of generated names is random. */
function withGeneratedSorted(items: readonly Json[]): Json[] {
  const sorted = items.filter(isGenerated).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return items.map((item) => (isGenerated(item) ? (sorted.shift() ?? item) : item));
}

const nameOf = (item: Json): string =>
  isJsonObject(item) && isJsonObject(item.metadata) ? String(item.metadata.name) : "";

const isGenerated = (item: Json): boolean => nameOf(item).includes("{generated");

const isList = (kind: string): boolean => kind.endsWith("List") || kind === "Table";

const isNear = (time: string): boolean => Math.abs(Date.parse(time.toUpperCase()) - Date.now()) < NEAR_MS;

/** Replaces parts that differ each time, even on one server. */
function unsteady(text: string): string {
  return (
    text
      .replace(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, "{time}")
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? [+-]\d{4} [A-Z]+( m=[+-][\d.]+)?/g, "{time}")
      .replace(/\btime\.Date\(\d{4}, time\.\w+, (?:\d+, ){5}time\.UTC\)/g, "{time}")
      .replace(/, error found in #\d+ byte of \.\.\.\|[\s\S]*$/, ", error found in {bytes}")
      .replace(/\bselfType\d+/g, "selfType")
      .replace(/\bkube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "kube-api-access-{generated}")
      .replace(/\b0x[0-9a-f]{10,12}\b/g, "{address}")
      .replace(
        /^((?:kind: (?:\w+List|Table)\nmetadata:\n)(?: {2}\w+: .*\n)*? {2}resourceVersion: )"\d+"/gm,
        '$1"{rv:list}"',
      )
      .replace(/^( *- )\d+(?:[smh]|m\d+s|h\d+m)$/gm, "$1{age}")
      .replace(/^( *continue: )eyJ[\w-]{10,}$/gm, "$1{continue}")
      .replace(/\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, "{jwt}")
      .replace(/127\.0\.0\.1:\d+/g, "{server}")
      // A conversion has the rest of the time of its request.
      .replace(/^(\/convert\w*\?timeout=)(?:2\d|30)s$/, "$1{rest}")
      .replaceAll("\u00a0", " ")
  );
}

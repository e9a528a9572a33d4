import { formatGroupVersion, parseGroupVersion } from "../../api/group-version.ts";
import type { KubeObject, ObjectMeta } from "../../api/meta.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { typeMetaProblem } from "../../api/object/type-meta.ts";
import { noteUnread } from "../../api/object/unread.ts";
import { noteFloats } from "../../api/object/whole-floats.ts";
import { badRequest, StatusError } from "../../api/status.ts";
import { getKey } from "../../json/object.ts";
import { infiniteProblem, type NumberLiterals } from "../../json/parse/number-literals.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { DecodeError } from "../../types/decode/decode-error.ts";
import type { DecodeProblems } from "../../types/decode/decode-problems.ts";
import { type Arranged, arrangeUntyped } from "../../types/go-order.ts";
import { builtinShape } from "../../types/notation/shapes.ts";
import type { ObjectShape } from "../../types/shape.ts";
import type { Cell, Column, KindDefinition } from "../kind.ts";
import { type Columns, compileColumns } from "./columns.ts";
import { assertInHub, readAs } from "./convert.ts";
import type { CustomVersion } from "./custom-version.ts";
import type { Definition } from "./definition-types.ts";
import { deprecationWarning } from "./deprecation-warning.ts";
import { coerceEmbedded, decodeMeta, decodeMetaLeniently, isReadWithLoss } from "./embedded-meta.ts";
import { selectableFieldsOf } from "./selectable-fields.ts";
import { noteFailure, noteSource, sourceOf } from "./sources.ts";
import type { Versions } from "./versions.ts";

/**
 * One version of a custom resource as a kind definition. Table columns and the shape are built at the first
 * access.
 */
export class CustomKind implements KindDefinition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>;
  readonly namespaceSelectable: boolean;
  declare readonly deprecationWarning?: string;
  readonly custom = true;
  declare readonly ready?: NonNullable<KindDefinition["ready"]>;
  declare readonly hold?: NonNullable<KindDefinition["hold"]>;
  readonly #own: CustomVersion;
  readonly #hub: CustomVersion;
  readonly #versions: Versions;
  #columns: Columns | undefined;
  #shape: ObjectShape | undefined;

  constructor(definition: Definition, own: CustomVersion, versions: Versions) {
    const { spec, status } = definition;
    const names = status?.acceptedNames ?? spec.names;
    this.group = spec.group;
    this.version = own.name;
    this.kind = names.kind;
    this.plural = names.plural;
    this.singular = names.singular ?? "";
    this.listKind = names.listKind ?? "";
    this.shortNames = names.shortNames ?? [];
    this.categories = names.categories ?? [];
    this.selectableFields = selectableFieldsOf(own.declared.selectableFields);
    this.namespaceSelectable = spec.scope === "Namespaced";
    const warning = deprecationWarning(spec, own.declared);
    if (warning !== undefined) this.deprecationWarning = warning;
    this.#own = own;
    this.#hub = versions.hub;
    this.#versions = versions;
    if (own !== versions.hub && versions.ready !== undefined) this.ready = (objects) => this.#ready(objects);
    if (versions.hold !== undefined) this.hold = versions.hold;
  }

  get shape(): ObjectShape {
    this.#shape ??= this.#own.schema.toShape(builtinShape("meta/v1.ObjectMeta"));
    return this.#shape;
  }

  get openApiSchema(): JsonObject | undefined {
    const schema = this.#own.declared.schema?.openAPIV3Schema;
    return typeof schema === "object" && schema !== null && !Array.isArray(schema) ? schema : undefined;
  }

  /**
   * Prunes the object and decodes its metadata. An object of another version is refused with a StatusError,
   * an object of another kind only later, by validation.
   */
  decode(value: JsonObject, problems?: DecodeProblems, literals?: NumberLiterals): KubeObject {
    const problem = infiniteProblem(literals);
    if (problem !== undefined) throw new DecodeError(problem);
    if (literals !== undefined) noteFloats(literals);
    this.#assertTyped(value);
    const metadata: ObjectMeta = decodeMeta(getKey(value, "metadata") ?? null, "metadata", problems);
    this.#assertOwnVersion(value, problems);
    if (value.kind !== this.kind) return Object.assign(value, { metadata });
    this.#own.schema.prune(value, problems);
    this.#own.schema.visitEmbedded(value, (resource, path) => coerceEmbedded(resource, path, problems));
    return Object.assign(value, { metadata });
  }

  /**
   * Decodes the result of an apply request. The reference stores it unpruned, and prunes it only when it
   * reads the object from the store.
   */
  decodeApplied(value: JsonObject): KubeObject {
    const given = getKey(value, "metadata");
    const object = this.#withMeta(value, decodeMetaLeniently);
    if (isJsonObject(given) && isReadWithLoss(given, object.metadata)) noteUnread(object.metadata);
    return object;
  }

  /**
   * Decodes the result of a patch. Unknown fields are kept, so that webhooks see the fields that earlier
   * webhooks have added.
   */
  decodePatched(value: JsonObject): KubeObject {
    return this.#withMeta(value, (metadata) => decodeMeta(metadata, "metadata"));
  }

  #withMeta(value: JsonObject, decode: (metadata: Json) => JsonObject): KubeObject {
    this.#assertTyped(value);
    this.#assertOwnVersion(value);
    return Object.assign(value, { metadata: decode(getKey(value, "metadata") ?? null) });
  }

  /** The reference requires kind and version in the body. It checks for another kind only during validation. */
  #assertTyped(value: JsonObject): void {
    const { apiVersion = "", kind = "" } = value;
    const problem = typeMetaProblem(value);
    if (problem !== undefined) throw unrecognized(this.kind, problem, value);
    if (kind === "" || kind === null)
      throw unrecognized(this.kind, `Object 'Kind' is missing in '${stringify(value)}'`, value);
    if (String(apiVersion).split("/", 3).length > 2)
      throw unrecognized(this.kind, `unexpected GroupVersion string: ${apiVersion}`, value);
  }

  /**
   * Refuses a body of another version. It is decoded in that version first, as in unstructuredSchemaCoercer
   * of apiextensions' customresource_handler.go, so `problems` receives the fields that are unknown in that
   * version.
   */
  #assertOwnVersion(value: JsonObject, problems?: DecodeProblems): void {
    const { apiVersion = "" } = value;
    if (apiVersion === this.#own.apiVersion) return;
    if (problems !== undefined) this.readAsOther(value, problems);
    const said = formatGroupVersion(parseGroupVersion(String(apiVersion ?? "")));
    throw badRequest(
      `the API version in the data (${said}) does not match the expected API version (${this.#own.apiVersion})`,
    );
  }

  /**
   * Decodes a body of another version of this kind by that version's schema; in an unknown version, all its
   * fields are unknown. Returns true if the definition has that version.
   */
  readAsOther(value: JsonObject, problems: DecodeProblems): boolean {
    const [group, version = ""] = String(value.apiVersion).split("/");
    if (group !== this.group || value.kind !== this.kind) return false;
    const known = this.#versions.byName.get(version);
    known?.schema.prune(value, problems);
    known?.schema.applyDefaults(value);
    if (known === undefined) dropMembers(value, problems);
    return known !== undefined;
  }

  arrange(object: KubeObject): Arranged {
    return arrangeUntyped(object);
  }

  /**
   * Fills in the defaults of the version in the object's apiVersion, because a webhook may have changed the
   * version.
   */
  applyDefaults(object: KubeObject): void {
    if (object.kind !== this.kind) return;
    const [group, version = ""] = String(object.apiVersion ?? this.#own.apiVersion).split("/");
    if (group === this.group) this.#versions.byName.get(version)?.schema.applyDefaults(object);
  }

  toHub(object: KubeObject): KubeObject {
    if (this.#own === this.#hub) return object;
    const { convert, ready } = this.#versions;
    if (ready === undefined) return convert(object, this.#hub.apiVersion);
    const converted = convertedOr(() => convert(object, this.#hub.apiVersion), object);
    if (converted !== object) noteSource(converted, arrangeUntyped(copyWithNotes(object)).object);
    return converted;
  }

  fromHub(object: KubeObject): KubeObject {
    return this.#named(this.#own === this.#hub ? object : readAs(object, this.#own, this.#versions.convert));
  }

  fromHubWhole(object: KubeObject): KubeObject {
    const { convert } = this.#versions;
    if (this.#own !== this.#hub) return this.#named(convert(sourceOf(object), this.#own.apiVersion));
    assertInHub(object, this.#versions);
    return this.#named(object);
  }

  seenAs(stored: KubeObject, shown: KubeObject): KubeObject {
    if (this.#own === this.#hub) return stored;
    if (this.#versions.ready === undefined) return this.#versions.convert(shown, this.#hub.apiVersion);
    const seen = { ...stored };
    noteSource(seen, shown);
    return seen;
  }

  /** Sets the kind of objects that have another kind to this one, as in apiextensions-apiserver, crConverter. */
  #named(object: KubeObject): KubeObject {
    return object.kind === this.kind ? object : { ...object, kind: this.kind };
  }

  #ready(objects: readonly KubeObject[]): Promise<void> | undefined {
    const own = this.#own.apiVersion;
    const isOwn = objects[0]?.apiVersion === own;
    return this.#versions.ready?.(
      isOwn ? objects : objects.map(sourceOf),
      isOwn ? this.#hub.apiVersion : own,
    );
  }

  get columns(): readonly Column[] {
    return this.#table.columns;
  }

  cells(object: KubeObject, now: number): readonly Cell[] {
    return this.#table.cells(object, now);
  }

  get #table(): Columns {
    this.#columns ??= compileColumns(this.#own.declared.additionalPrinterColumns);
    return this.#columns;
  }

  readonly unknownFieldSelector = (label: string): string => `field label not supported: ${label}`;
}

/**
 * Returns an object unchanged if its webhook conversion fails. The reference converts it only when it stores
 * it, and so reports all other errors first.
 */
function convertedOr(convert: () => KubeObject, object: KubeObject): KubeObject {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    noteFailure(object, error);
    return object;
  }
}

/** Drops all fields of a body whose version the definition does not have, and reports them as unknown. */
function dropMembers(value: JsonObject, problems: DecodeProblems): void {
  for (const name of Object.keys(value).sort()) {
    if (name === "apiVersion" || name === "kind" || name === "metadata") continue;
    delete value[name];
    problems.unknown(name);
  }
}

function unrecognized(kind: string, why: string, value: JsonObject): StatusError {
  const text = stringify(value);
  const excerpt = text.length > 30 ? `${text.slice(0, 30)} ...` : text;
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${excerpt})`);
}

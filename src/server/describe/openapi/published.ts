import { createHash } from "node:crypto";
import { stringifyIndexKeys } from "../../../api/object/key-order.ts";
import { oncePerObject } from "../../../async/once.ts";
import { stringify } from "../../../json/stringify.ts";
import { type Json, type JsonObject, record } from "../../../json/value.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";
import { inCanonicalOrder } from "./canonical-order.ts";
import { customSchemaV2, type PlainAnswer, plainDocument, versionDocument } from "./document.ts";
import { capital, operationGroup } from "./naming.ts";
import { documentName } from "./operations/paths.ts";

/** A document with its bytes, which are made once. */
export interface PublishedDocument {
  readonly json: JsonObject;
  readonly bytes: Uint8Array;
  /** Hash of the bytes, in capital hex. */
  readonly hash: string;
}

/** Builds a document. `minor`: minor Kubernetes version, which the document names. */
type Maker = (minor: number) => PublishedDocument;

/**
 * OpenAPI v3 documents of one state of the registry, by name (`api/v1`, `apis/apps`): each is built at its
 * first request.
 */
export class PublishedDocuments {
  readonly #makers: ReadonlyMap<string, Maker>;
  readonly #known = new Map<string, PublishedDocument>();
  readonly #custom: readonly FoundKind[];
  readonly #minor: number;

  constructor(registry: Registry) {
    this.#minor = registry.minor;
    this.#custom = registry.groups.flatMap(({ versions }) =>
      versions.flatMap(({ resources }) => resources.filter(({ resource }) => resource.custom)),
    );
    this.#makers = new Map([...plainMakers(registry), ...versionMakers(registry)]);
  }

  /**
   * Yields the schemas of custom kinds for OpenAPI v2, which the documents do not contain: each is built when
   * the generator reaches it.
   */
  *customV2(): Generator<readonly [name: string, schema: Json]> {
    for (const kind of this.#custom) {
      const [name, schema] = customSchemaV2(kind);
      yield [name, record(inCanonicalOrder({ schemas: { [name]: schema } }).schemas)[name] ?? {}];
    }
  }

  get names(): readonly string[] {
    return [...this.#makers.keys()].sort();
  }

  get(name: string): PublishedDocument | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const document = this.#makers.get(name)?.(this.#minor);
    if (document !== undefined) this.#known.set(name, document);
    return document;
  }
}

function publish(
  made: JsonObject,
  minor: number,
  write: (json: JsonObject) => string = stringify,
): PublishedDocument {
  const info = { version: `1.${minor}`, ...record(made.info) };
  const json = inCanonicalOrder({ ...made, info });
  const bytes = Buffer.from(write(json));
  return { json, bytes, hash: hashOf(bytes) };
}

interface MadeOf {
  readonly resources: readonly FoundKind[];
  readonly minor: number;
  readonly document: PublishedDocument;
}

/**
 * Documents by the first kind of a version: a new state of the registry changes one version, and the others
 * are reused.
 */
const versionDocuments = new WeakMap<KindDefinition, MadeOf>();

function publishVersion(
  { group, version, minor }: { readonly group: string; readonly version: string; readonly minor: number },
  resources: readonly FoundKind[],
): PublishedDocument {
  const [first] = resources;
  const known = first === undefined ? undefined : versionDocuments.get(first.kind);
  if (known?.minor === minor && sameKinds(known.resources, resources)) return known.document;
  // A field in a definition can have any name.
  const write = first?.resource.custom ? stringifyIndexKeys : stringify;
  const document = publish(versionDocument(group, version, resources), minor, write);
  if (first !== undefined) versionDocuments.set(first.kind, { resources, minor, document });
  return document;
}

const sameKinds = (a: readonly FoundKind[], b: readonly FoundKind[]): boolean =>
  a.length === b.length &&
  a.every(({ kind, resource }, i) => kind === b[i]?.kind && resource === b[i]?.resource);

/** SHA-512 of the bytes, in capital hex. */
export const hashOf = (bytes: Uint8Array): string =>
  createHash("sha512").update(bytes).digest("hex").toUpperCase();

/** Documents of a registry. They are kept as long as the registry. */
export const publishedDocuments = oncePerObject((registry: Registry) => new PublishedDocuments(registry));

function versionMakers({ groups }: Registry): [string, Maker][] {
  return groups.flatMap(({ name, versions }) =>
    versions.map(({ version, resources }): [string, Maker] => [
      documentName(name, version),
      (minor) => publishVersion({ group: name, version, minor }, resources),
    ]),
  );
}

function plainMakers({ groups }: Registry): [string, Maker][] {
  const builtin = groups.filter(
    ({ name, versions }) =>
      name !== "" && versions.some((v) => v.resources.some(({ resource }) => !resource.custom)),
  );
  return [...FIXED, ...builtin.map(({ name }) => groupMaker(name))];
}

function groupMaker(group: string): [string, Maker] {
  const word = operationGroup(group, "");
  const tag = word.slice(0, 1).toLowerCase() + word.slice(1);
  const facts = { id: `get${capital(word)}APIGroup`, tag, description: "get information of a group" };
  return [
    `apis/${group}`,
    (minor) => publish(plainDocument(`/apis/${group}/`, facts, { type: "APIGroup" }), minor),
  ];
}

const FIXED: readonly [string, Maker][] = [
  fixed(
    ".well-known/openid-configuration",
    "WellKnown",
    "getServiceAccountIssuerOpenIDConfiguration",
    "get service account issuer OpenID configuration, also known as the 'OIDC discovery doc'",
    { media: { types: ["application/json"] } },
  ),
  fixed("api", "core", "getCoreAPIVersions", "get available API versions", { type: "APIVersions" }),
  fixed("apis", "apis", "getAPIVersions", "get available API versions", { type: "APIGroupList" }),
  fixed(
    "openid/v1/jwks",
    "openid",
    "getServiceAccountIssuerOpenIDKeyset",
    "get service account issuer OpenID JSON Web Key Set (contains public token verification keys)",
    { media: { types: ["application/jwk-set+json"] } },
  ),
  fixed("version", "version", "getCodeVersion", "get the version information for this server", {
    type: "Info",
    media: { types: ["application/json"] },
  }),
];

function fixed(
  name: string,
  tag: string,
  id: string,
  description: string,
  answer: PlainAnswer,
): [string, Maker] {
  return [name, (minor) => publish(plainDocument(`/${name}/`, { id, tag, description }, answer), minor)];
}

import { createHash } from "node:crypto";
import type { JsonObject } from "../../../api/json.ts";
import { stringify } from "../../../json/stringify.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { plainNotFound } from "../plain.ts";
import { documentName, pathsOf } from "./paths.ts";
import { Schemas } from "./schemas.ts";

interface Published {
  /** By `api/v1`, `apis/apps/v1`. */
  readonly documents: Map<string, { readonly text: string; readonly hash: string }>;
}

/** Documents are made once per state of the registry, when somebody asks for them. */
const published = new WeakMap<Registry, Published>();

/** `/openapi/v3` and one document for each served group version (api-surface A.4). */
export function openapi(house: House, context: RequestContext): Answer | undefined {
  const { path } = context.info;
  if (!path.startsWith("/openapi/v3")) return undefined;
  const registry = house.registry();
  const name = path.slice("/openapi/v3".length).replace(/^\/|\/$/g, "");
  if (name === "") return { kind: "value", status: 200, value: index(registry) };
  const document = documentOf(registry, name);
  return document === undefined ? plainNotFound() : answer(context, name, document);
}

function answer(
  context: RequestContext,
  name: string,
  { text, hash }: { text: string; hash: string },
): Answer {
  const asked = context.request.query.get("hash");
  if (asked !== null && asked !== hash)
    return {
      kind: "raw",
      response: { status: 301, headers: { location: `/openapi/v3/${name}?hash=${hash}` } },
    };
  const headers: Record<string, string> = {
    "content-type": "application/json",
    etag: `"${hash}"`,
    vary: "Accept",
  };
  if (asked === hash) headers["cache-control"] = "public, immutable";
  if (context.request.headers["if-none-match"] === `"${hash}"`)
    return { kind: "raw", response: { status: 304, headers } };
  return { kind: "raw", response: { status: 200, headers, body: text } };
}

function groupVersions(registry: Registry): { name: string; resources: readonly FoundKind[] }[] {
  return registry.groups.flatMap((group) =>
    group.versions.map(({ version, resources }) => ({ name: documentName(group.name, version), resources })),
  );
}

function index(registry: Registry): JsonObject {
  const paths: JsonObject = {};
  for (const { name } of groupVersions(registry)) {
    const hash = documentOf(registry, name)?.hash ?? "";
    paths[name] = { serverRelativeURL: `/openapi/v3/${name}?hash=${hash}` };
  }
  return { paths };
}

function documentOf(registry: Registry, name: string): { text: string; hash: string } | undefined {
  const state = published.get(registry) ?? { documents: new Map() };
  published.set(registry, state);
  const known = state.documents.get(name);
  if (known !== undefined) return known;
  const found = groupVersions(registry).find((gv) => gv.name === name);
  if (found === undefined) return undefined;
  const text = stringify(makeDocument(found.resources));
  const document = { text, hash: createHash("sha256").update(text).digest("hex").toUpperCase() };
  state.documents.set(name, document);
  return document;
}

function makeDocument(resources: readonly FoundKind[]): JsonObject {
  const schemas = new Schemas();
  const paths: JsonObject = {};
  for (const found of resources) {
    const { kind } = found;
    const name = schemas.define(
      kind.shape,
      `${kind.group.split(".").reverse().join(".")}.${kind.version}.${kind.kind}`,
    );
    const definition = schemas.definitions[name] ?? {};
    definition["x-kubernetes-group-version-kind"] = [
      { group: kind.group, version: kind.version, kind: kind.kind },
    ];
    Object.assign(paths, pathsOf(found, { $ref: `#/components/schemas/${name}` }));
  }
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: "v1.36.3" },
    paths,
    components: { schemas: schemas.definitions },
  };
}

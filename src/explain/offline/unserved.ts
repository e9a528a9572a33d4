import { formatGroupVersion, parseGroupVersion } from "../../api/group-version.ts";
import { type JsonObject, record, text } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import { causeOf } from "../ending/refusal.ts";
import { definitionProblem, servedInstead } from "../ending/served.ts";
import type { Cause } from "../explanation.ts";
import { nearest } from "../near.ts";
import type { Ask } from "./ask.ts";
import type { Manifest } from "./manifests.ts";
import type { RequestSpec } from "./request-spec.ts";

interface Known {
  readonly manifests: readonly Manifest[];
  /** Causes of the manifests that the server refused. */
  readonly refused: readonly Cause[];
  readonly registry: Registry;
  readonly ask: Ask;
}

/**
 * Says why the kind of a request is not served: its definition was refused, is not established, or serves other versions;
 * or another kind is meant. Empty if nothing is known.
 */
export async function whyUnserved(
  { object, oldObject, resource }: RequestSpec,
  { manifests, refused, registry, ask }: Known,
): Promise<string> {
  const given = object ?? oldObject ?? {};
  const { group } = resource ?? parseGroupVersion(text(given.apiVersion));
  const kind = text(given.kind);
  if (resource === undefined && isVersion(kind))
    return "; its kind is a version: is its apiVersion the kind?";
  const own = manifests.find(({ object: { kind: its, spec } }) => {
    const names = record(record(spec).names);
    const isNamed = resource === undefined ? names.kind === kind : names.plural === resource.resource;
    return its === "CustomResourceDefinition" && record(spec).group === group && isNamed;
  });
  if (own === undefined) {
    // A definition that cannot be read has the name of the kind.
    const name = kind || resource?.resource;
    const broken = manifests.filter(
      ({ object: one }) =>
        group !== "" &&
        one !== given &&
        (record(one.spec).group === group ||
          text(record(one.metadata).name).endsWith(`.${group}`) ||
          JSON.stringify(one).includes(`:${JSON.stringify(name)}`)),
    );
    return (
      refusalOf(broken, refused) ||
      servedInstead(
        resource === undefined
          ? { group, by: "kind", name: kind }
          : { group, by: "resource", name: resource.resource },
        registry,
      )
    );
  }
  const told = refusalOf([own], refused);
  if (told !== "") return told;
  const name = text(record(own.object.metadata).name);
  return notEstablished(
    titleOf(own.object),
    (await ask("GET", `${DEFINITIONS}/${name}`)).body,
    group,
    registry,
  );
}

/** Why the server refused one of these manifests, with the fields that it does not know; empty if it took them. */
function refusalOf(manifests: readonly Manifest[], refused: readonly Cause[]): string {
  const titles = manifests.map(({ object }) => titleOf(object));
  const own = refused.filter(({ of }) => titles.includes(of));
  return own.some(({ code }) => code === "invalid-configuration")
    ? own.map(({ at, of, message }) => `; ${at}: ${of}: ${message}`).join("")
    : "";
}

/** True for a kind that has the form of an apiVersion. */
export const isVersion = (kind: string): boolean => kind.includes("/") || /^v\d/.test(kind);

/** `Kind/name`, as causes name an object; in words if it has no kind or no name. */
export function titleOf({ kind, metadata }: JsonObject): string {
  const name = text(record(metadata).name);
  if (text(kind) === "" || text(kind).includes("/"))
    return name === "" ? "an object" : `the object "${name}"`;
  return name === "" ? `${text(kind)} without a name` : `${text(kind)}/${name}`;
}

/**
 * The cause of a manifest that no server takes: its apiVersion or kind is absent, or not served. Undefined if nothing that is
 * served is near: a server that is not known here may take it.
 */
export function unservedManifest({ object, line }: Manifest, registry: Registry): Cause | undefined {
  const of = titleOf(object);
  const refused = (told: string, key: string): Cause => ({
    ...causeOf("invalid-configuration", `the server refuses it: ${told}`, line([key])),
    of,
  });
  const bad = ["apiVersion", "kind"].find((key) => text(object[key]) === "");
  if (bad !== undefined) {
    const { [bad]: value } = object;
    if (value !== undefined) return refused(`its ${bad} has to be a text, and not empty`, bad);
    const near = nearest(bad, Object.keys(object));
    return refused(
      `it has no ${bad}${near === undefined ? "" : ` ("${near}": "${bad}" is probably meant)`}`,
      near ?? bad,
    );
  }
  const [apiVersion, kind] = [text(object.apiVersion), text(object.kind)];
  if (isVersion(kind))
    return refused(`its kind is "${kind}", which is a version, and its apiVersion "${apiVersion}"`, "kind");
  const { group } = parseGroupVersion(apiVersion);
  const instead = servedInstead({ group, by: "kind", name: kind }, registry);
  if (instead === "" && registry.group(group) === undefined) return undefined;
  const key = instead.startsWith("; it is served in ") ? "apiVersion" : "kind";
  return refused(`no kind ${kind} of ${apiVersion} is served${instead}`, key);
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function notEstablished(of: string, definition: JsonObject, group: string, registry: Registry): string {
  const problem = definitionProblem(definition);
  if (problem !== "") return problem;
  const { kind } = record(record(definition.spec).names);
  const served = registry.groups
    .filter(({ name }) => name === group)
    .flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))
    .filter((one) => one.kind.kind === kind)
    .map((one) => formatGroupVersion(one.kind));
  return served.length === 0 ? "" : `; ${of} serves ${served.join(", ")}`;
}

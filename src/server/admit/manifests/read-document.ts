import type { ReadObject } from "../../../admission/manifests/load-manifests.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { notRegistered } from "../../../api/meta-kinds.ts";
import { aggregate } from "../../../api/validation/field-error.ts";
import { quote } from "../../../go/quote.ts";
import { stringify } from "../../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { inContextLater } from "../../../report/in-context.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";
import { isRegistered } from "../../../resources/scheme/scheme.ts";
import { prepareAndValidateNow, writingWithoutRequest } from "../../../resources/write.ts";
import {
  describeRepeated,
  type ParsedBody,
  parseJsonBody,
  parseYamlBody,
} from "../../handle/write/body/read-body.ts";
import { saidKind } from "../../handle/write/body/stated-kind.ts";
import { StrictProblems } from "../../handle/write/body/strict-problems.ts";

const GROUP = "admissionregistration.k8s.io";

/**
 * Returns a reader for manifests that works like kube-apiserver's loaders: strictly, and with the kinds of
 * admission only. `registry` returns the registry of these kinds, and is called with the first document.
 */
export function manifestReader(registry: () => Registry) {
  return (text: string, kinds: ReadonlySet<string>): AsyncGenerator<ReadObject> =>
    readDocument(text, kinds, registry());
}

async function* readDocument(
  text: string,
  kinds: ReadonlySet<string>,
  registry: Registry,
): AsyncGenerator<ReadObject> {
  const body = await parsed(text);
  const said = kindOf(body.value, text);
  if (said.kind === "List") yield* itemsOf(body, kinds, registry);
  else yield* accepted(decoded(body, said, registry), kinds);
}

const parsed = async (text: string): Promise<ParsedBody> => {
  const bytes = new TextEncoder().encode(text);
  return text.startsWith("{") ? parseJsonBody(bytes) : await parseYamlBody(bytes);
};

function kindOf(value: JsonObject, text: string): GroupVersionKind {
  const said = saidKind(value);
  if (said.kind === "") throw new Error(`Object 'Kind' is missing in '${text}'`);
  if (said.version === "") throw new Error(`Object 'apiVersion' is missing in '${text}'`);
  return said;
}

/** Each item has its own kind. An item is validated before the next one is read. */
async function* itemsOf(
  body: ParsedBody,
  kinds: ReadonlySet<string>,
  registry: Registry,
): AsyncGenerator<ReadObject> {
  const stray = Object.keys(body.value).filter((name) => !LIST_FIELDS.has(name));
  assertStrict(
    body,
    stray.map((name) => `unknown field "${name}"`),
  );
  const items = Array.isArray(body.value.items) ? body.value.items : [];
  for (const [index, item] of items.entries())
    for (const one of accepted(await decodedItem(stringify(item), registry), kinds))
      yield { ...one, base: ["items", index, ...one.base] };
}

const LIST_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "items", "kind", "metadata"]);

const decodedItem = (text: string, registry: Registry): Promise<Decoded> =>
  inContextLater("failed to decode list item", async () => {
    const body = await parsed(text);
    return decoded(body, kindOf(body.value, text), registry);
  });

/** The contents of a document, as they were written. */
interface Decoded {
  readonly goType: string;
  /** The kind of the document. Undefined for a kind that cannot be used here. */
  readonly found: FoundKind | undefined;
  readonly isList: boolean;
  readonly objects: readonly KubeObject[];
}

function decoded(body: ParsedBody, said: GroupVersionKind, registry: Registry): Decoded {
  const isKnown = said.kind === "Status" || said.group === GROUP;
  if (!isKnown || !isRegistered(said, GROUP)) throw new Error(notRegistered(said));
  const isList = said.kind.endsWith("List");
  const name = isList ? said.kind.slice(0, -"List".length) : said.kind;
  const found = said.group === GROUP ? registry.findKind(GROUP, said.version, name) : undefined;
  const goType = `*${said.version}.${said.kind}`;
  if (found === undefined) return { goType, found, isList, objects: [] };
  return { goType, found, isList, objects: isList ? listed(body, found.kind) : [single(body, found.kind)] };
}

function single(body: ParsedBody, kind: KindDefinition): KubeObject {
  const problems = new StrictProblems(body.duplicates, false);
  const object = kind.decode(body.value, problems, body.literals);
  assertStrict(body, problems.texts.slice(body.duplicates.length));
  return object;
}

function listed(body: ParsedBody, kind: KindDefinition): readonly KubeObject[] {
  const items: readonly Json[] = Array.isArray(body.value.items) ? body.value.items : [];
  const stray: string[] = [];
  const objects = items.map((item, index) => {
    const problems = {
      unknown: (path: string) => void stray.push(`unknown field "items[${index}].${path}"`),
    };
    return kind.decode(isJsonObject(item) ? item : {}, problems);
  });
  assertStrict(body, stray);
  return objects;
}

function assertStrict({ yaml, duplicates }: ParsedBody, unknown: readonly string[]): void {
  const repeated = yaml && duplicates.length > 0 ? [describeRepeated(duplicates)] : duplicates;
  const problems = [...repeated, ...unknown];
  if (problems.length > 0) throw new Error(`strict decoding error: ${problems.join(", ")}`);
}

/** Validates the objects of a document. All items of a list are validated before the first is used. */
function accepted(
  { goType, found, isList, objects }: Decoded,
  kinds: ReadonlySet<string>,
): readonly ReadObject[] {
  if (found === undefined || found.kind.version !== "v1" || !kinds.has(found.kind.kind))
    throw new Error(`unsupported resource type ${goType}`);
  return objects.map((object, index) => ({
    kind: found.kind.kind,
    object: acceptManifest(typed(object, found.kind), found),
    base: isList ? ["items", index] : [],
  }));
}

const typed = (object: KubeObject, kind: KindDefinition): KubeObject => ({
  ...object,
  apiVersion: formatGroupVersion(kind),
  kind: kind.kind,
});

/** Applies defaults and validates as for a creation. Throws with the reference's text. */
function acceptManifest(object: KubeObject, found: FoundKind): KubeObject {
  const { kind } = found;
  kind.applyDefaults(object);
  const hub = kind.toHub(object);
  const errors = prepareAndValidateNow(writingWithoutRequest(found), hub);
  if (errors.length > 0) {
    const why = aggregate(errors.map(({ field, message }) => `${field}: ${message}`));
    throw new Error(`${kind.kind} ${quote(hub.metadata.name ?? "")}: ${why}`);
  }
  return hub;
}

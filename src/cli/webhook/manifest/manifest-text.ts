import { yaml } from "../../../go-yaml/yaml.ts";
import { type JsonObject, record } from "../../../json/value.ts";
import { visible } from "../../../report/visible-text.ts";

const COMMENTS: Readonly<Record<string, string>> = {
  namespaceSelector:
    " Excludes namespaces whose pods have to start while the webhook is down: the system's, its own, and that of cert-manager.",
};

/** Formats an object as YAML, with comments at the fields that need an explanation. */
export function manifestText(object: JsonObject): string {
  const { Document, visit, isScalar } = yaml();
  const document = new Document(object, {
    aliasDuplicateObjects: false,
    // Quotes text that kubectl would read as another type, such as `yes`.
    version: "1.1",
  });
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key)) key.commentBefore = COMMENTS[String(key.value)] ?? null;
    },
    // In double quotes, \u202e represents the character.
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string" && visible(scalar.value) !== scalar.value)
        scalar.type = "QUOTE_DOUBLE";
    },
  });
  return visible(document.toString({ lineWidth: 0 }));
}

/** Several in one file. */
export const manifestTexts = (objects: readonly JsonObject[]): string =>
  objects.map(manifestText).join("---\n");

/** `deployment.yaml`, `issuer-checks-self-signed.yaml`: its kind, and its name where another one is of the same kind. */
export function fileNames(objects: readonly JsonObject[], name: string): string[] {
  const kinds = objects.map(({ kind }) => String(kind).toLowerCase());
  return objects.map(({ metadata }, index) => {
    const kind = kinds[index] ?? "";
    const own = String(record(metadata).name);
    const isAlone = kinds.filter((other) => other === kind).length === 1;
    return isAlone || own === name ? `${kind}.yaml` : `${kind}-${own.replace(`${name}-`, "")}.yaml`;
  });
}

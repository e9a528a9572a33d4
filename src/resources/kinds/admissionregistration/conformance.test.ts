import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { sharedFile } from "../../../../test/tools/shared-folder.tool.ts";
import {
  asReleased,
  registrationFeatures,
  validateRegistration,
} from "../../../../test/tools/validate-registration.tool.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { FieldError } from "../../../api/validation/field-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { createRegistry } from "../../registry.ts";
import { builtinResources } from "../index.ts";

interface ExpectedError {
  readonly field?: string;
  readonly fieldOneOf?: readonly string[];
  readonly upstreamField?: string;
  readonly reason: string;
  readonly messageContains?: string | readonly string[];
}

interface ValidationCase {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: "Mutating" | "Validating";
  readonly operation: "create" | "update";
  readonly object: JsonObject;
  readonly oldObject?: JsonObject;
  readonly features?: Readonly<Record<string, boolean>>;
  readonly errors: readonly ExpectedError[];
  readonly complete?: boolean;
  readonly warnings?: readonly string[];
}

interface DefaultsCase {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: "Mutating" | "Validating";
  readonly input: JsonObject;
  readonly output: JsonObject;
}

const casesOf = <T>(file: string): readonly T[] => {
  const path = sharedFile(`conformance/${file}`);
  return path === undefined ? [] : (JSON.parse(readFileSync(path, "utf8")) as { cases: readonly T[] }).cases;
};

const validationCases = casesOf<ValidationCase>("registration-validation.json");
const defaultsCases = casesOf<DefaultsCase>("defaults.json");
const score = { agreed: 0, all: 0 };

const needsCompiler = ({ errors }: ValidationCase): boolean =>
  errors.some(({ messageContains }) =>
    /compilation failed|must evaluate to/.test([messageContains].flat().join()),
  );

const fieldsOf = ({ field, fieldOneOf, upstreamField }: ExpectedError): readonly string[] =>
  upstreamField !== undefined ? [upstreamField] : (fieldOneOf ?? [field ?? ""]);

const matches = (wanted: ExpectedError, { field, reason, message }: FieldError): boolean =>
  fieldsOf(wanted).includes(field) &&
  reason === wanted.reason &&
  [wanted.messageContains ?? []].flat().every((text) => message.includes(text));

/** Expected errors that are missing, and unexpected errors. */
function differences({ errors, complete }: ValidationCase, found: readonly FieldError[]): object {
  const left = [...found];
  const missing = errors.filter((wanted) => {
    const i = left.findIndex((error) => matches(wanted, error));
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
  return { missing, extra: complete ? left : [] };
}

describe.skipIf(validationCases.length === 0)(
  "validateRegistration (skipped when ../shared is not there)",
  () => {
    for (const test of validationCases) {
      it.skipIf(needsCompiler(test))(`${test.operation} ${test.name}`, () => {
        score.all++;
        const { apiVersion, operation, object, oldObject } = test;
        const kind = `${test.kind}WebhookConfiguration` as const;
        const features = registrationFeatures(test.features);
        const verdict = validateRegistration({ apiVersion, kind, operation, object, oldObject, features });
        expect(differences(test, verdict.errors)).toEqual({ missing: [], extra: [] });
        if (test.warnings !== undefined) expect(verdict.warnings).toEqual(test.warnings.map(asReleased));
        score.agreed++;
      });
    }
    afterAll(() => console.log(`registration: ${score.agreed} of ${score.all} cases agree`));
  },
);

const registry = createRegistry(builtinResources({ v1beta1Registration: true }));

describe.skipIf(defaultsCases.length === 0)(
  "defaults of webhook configurations (skipped without ../shared)",
  () => {
    it.each(defaultsCases)("$name", ({ apiVersion, kind, input, output }) => {
      const [group = "", version = ""] = apiVersion.split("/");
      const definition = registry.kind(group, version, `${kind}WebhookConfiguration`);
      const object = definition?.decode(structuredClone(input)) as KubeObject;
      definition?.applyDefaults(object);
      expect(withoutEmpty(object.webhooks)).toEqual(withoutEmpty(output.webhooks));
    });
  },
);

/** Treats absent, null, empty text, empty list and empty object as equal, as these files do. */
function withoutEmpty(value: Json | undefined): Json | undefined {
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? null);
  if (!isJsonObject(value)) return value === null || value === "" ? undefined : value;
  const entries = Object.entries(value).flatMap(([key, member]) => {
    const kept = withoutEmpty(member);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

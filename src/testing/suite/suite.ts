import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { KubeObject } from "../../api/meta.ts";
import { parseManifests } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { featuresOfVersion } from "../../resources/features/parse-features.ts";

/** A suite that has been read. All its references exist, and it has no unknown fields. */
export interface Suite {
  readonly file: string;
  readonly name: string;
  /** Paths relative to the working directory, and objects. */
  readonly manifests: readonly (string | KubeObject)[];
  readonly webhooks: Readonly<Record<string, Json>>;
  readonly now: string | undefined;
  /** Versions of Kubernetes in which the cases run, such as `1.35`. Empty: the newest. */
  readonly kubernetesVersions: readonly string[];
  readonly authorization: "RBAC" | "AlwaysAllow" | undefined;
  readonly cases: readonly Case[];
  /** All files that it was read from, including itself. */
  readonly files: readonly string[];
}

/** One case of a suite: a request and its expected result. */
export interface Case {
  readonly name: string;
  /** For example `suite.yaml:12`. */
  readonly at: string;
  /** Additional objects, for this case only. */
  readonly manifests: readonly (string | KubeObject)[];
  readonly when: When;
  readonly expect: Expectation;
}

type Verb = "create" | "update" | "apply" | "patch" | "delete";

/** The request of a case. */
export interface When {
  readonly verb: Verb;
  /** The object; for a patch or a deletion only its identity is used. */
  readonly object: JsonObject & { readonly apiVersion: string; readonly kind: string };
  readonly patch: JsonObject | readonly JsonObject[] | undefined;
  readonly as: Json | undefined;
  readonly dryRun: boolean;
  readonly subresource: string | undefined;
}

/** Expected properties of the result. Absent ones are not checked. */
export interface Expectation {
  readonly allowed?: boolean;
  /** Name of the webhook, policy or plugin that refused the request. */
  readonly by?: string;
  readonly code?: number;
  readonly reason?: string;
  /** A part of the message. */
  readonly message?: string;
  /** Each text has to be part of one warning; []: there must be no warnings. */
  readonly warnings?: readonly string[];
  readonly called?: readonly string[];
  readonly notCalled?: readonly string[];
  /** True if no webhook and no policy may take part in the request. */
  readonly notMatched?: boolean;
  /** Expected operations, by the name of the webhook. */
  readonly patch?: Readonly<Record<string, readonly JsonObject[]>>;
  /** Expected part of the object after the request. */
  readonly object?: JsonObject;
}

/** Error of a suite itself. The message begins with file and line. */
export class SuiteError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SuiteError";
  }
}

const SUITE_FIELDS = ["apiVersion", "kind", "name", "given", "cases"];
const GIVEN_FIELDS = ["manifests", "webhooks", "now", "authorization", "kubernetesVersion"];
const CASE_FIELDS = ["name", "given", "when", "expect"];
const VERBS: readonly Verb[] = ["create", "update", "apply", "patch", "delete"];
const WHEN_FIELDS = [...VERBS, "with", "as", "dryRun", "subresource"];
const EXPECT_TYPES: Readonly<Record<string, string>> = {
  allowed: "boolean",
  by: "string",
  code: "number",
  reason: "string",
  message: "string",
  warnings: "list",
  called: "list",
  notCalled: "list",
  notMatched: "boolean",
  patch: "object",
  object: "object",
};

/** Reads a suite, and the objects in files that its cases name. Throws a SuiteError. */
export async function readSuite(file: string): Promise<Suite> {
  const [document] = await parseManifests(readFileSync(file, "utf8"), file);
  if (document === undefined) throw new SuiteError(`${file}:1: there is no suite`);
  const { object, line } = document;
  if (object.apiVersion !== "test.sallyport/v1" || object.kind !== "Suite")
    throw new SuiteError(`${line([])}: a suite has apiVersion: test.sallyport/v1 and kind: Suite`);
  const reader = new Reader(file, line);
  reader.refuseUnknown(object, [], SUITE_FIELDS);
  const given = reader.objectAt(object.given ?? {}, ["given"]);
  reader.refuseUnknown(given, ["given"], GIVEN_FIELDS);
  const cases = object.cases;
  if (!Array.isArray(cases) || cases.length === 0)
    throw new SuiteError(`${line(["cases"])}: there are no cases`);
  return {
    file,
    name: typeof object.name === "string" ? object.name : file,
    manifests: reader.manifestsAt(given.manifests, ["given", "manifests"]),
    webhooks: present(reader.objectAt(given.webhooks ?? {}, ["given", "webhooks"])),
    now: typeof given.now === "string" ? given.now : undefined,
    kubernetesVersions: reader.versionsAt(given.kubernetesVersion, ["given", "kubernetesVersion"]),
    authorization: reader.authorizationAt(given.authorization, ["given", "authorization"]),
    cases: await Promise.all(cases.map((one, i) => reader.caseAt(one, ["cases", i]))),
    files: reader.files,
  };
}

/** The members that are there. */
const present = (object: JsonObject): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

class Reader {
  readonly #file: string;
  readonly #line: (path: Path) => string;
  readonly files: string[] = [];

  constructor(file: string, line: (path: Path) => string) {
    this.#file = file;
    this.files.push(file);
    this.#line = line;
  }

  fail(path: Path, message: string): never {
    throw new SuiteError(`${this.#line(path)}: ${message}`);
  }

  authorizationAt(value: Json | undefined, path: Path): Suite["authorization"] {
    if (value === undefined || value === "RBAC" || value === "AlwaysAllow") return value;
    return this.fail(path, "authorization is RBAC or AlwaysAllow");
  }

  versionsAt(value: Json | undefined, path: Path): string[] {
    const versions = value === undefined ? [] : [value].flat();
    return versions.map((one) => {
      if (typeof one !== "string")
        this.fail(path, 'kubernetesVersion is a text in quotes, such as "1.35", or a list of such texts');
      try {
        return featuresOfVersion(one) && one;
      } catch (error) {
        return this.fail(path, messageOf(error));
      }
    });
  }

  refuseUnknown(object: JsonObject, path: Path, known: readonly string[]): void {
    for (const field of Object.keys(object))
      if (!known.includes(field))
        this.fail([...path, field], `unknown field ${JSON.stringify(field)}; there are ${known.join(", ")}`);
  }

  objectAt(value: Json | undefined, path: Path): JsonObject {
    return isJsonObject(value) ? value : this.fail(path, `${String(path.at(-1))} has to be an object`);
  }

  manifestsAt(value: Json | undefined, path: Path): (string | KubeObject)[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) this.fail(path, "manifests is a list of paths and objects");
    return value.map((one, i) => {
      if (typeof one === "string") return this.#besideSuite(one);
      return this.objectAt(one, [...path, i]) as KubeObject;
    });
  }

  async caseAt(value: Json, path: Path): Promise<Case> {
    const object = this.objectAt(value, path);
    this.refuseUnknown(object, path, CASE_FIELDS);
    const given = this.objectAt(object.given ?? {}, [...path, "given"]);
    this.refuseUnknown(given, [...path, "given"], ["manifests"]);
    if (typeof object.name !== "string") this.fail(path, "a case needs a name");
    return {
      name: object.name,
      at: this.#line(path),
      manifests: this.manifestsAt(given.manifests, [...path, "given", "manifests"]),
      when: await this.#whenAt(object.when, [...path, "when"]),
      expect: this.#expectAt(object.expect, [...path, "expect"]),
    };
  }

  async #whenAt(value: Json | undefined, path: Path): Promise<When> {
    const when = this.objectAt(value, path);
    this.refuseUnknown(when, path, WHEN_FIELDS);
    const verbs = VERBS.filter((verb) => when[verb] !== undefined);
    const [verb] = verbs;
    if (verb === undefined || verbs.length > 1)
      this.fail(path, `when needs exactly one of ${VERBS.join(", ")}`);
    const patch = when.with;
    if ((verb === "patch") !== (patch !== undefined))
      this.fail(path, "a patch has `with`, what it does, and nothing else has");
    return {
      verb,
      object: await this.#requestAt(when[verb], [...path, verb]),
      patch: patch as When["patch"],
      as: when.as,
      dryRun: when.dryRun === true,
      subresource: typeof when.subresource === "string" ? when.subresource : undefined,
    };
  }

  /** Reads an object, or the file that the value names. */
  async #requestAt(value: Json | undefined, path: Path): Promise<When["object"]> {
    const object = typeof value === "string" ? await this.#fromFile(value, path) : this.objectAt(value, path);
    const { apiVersion, kind } = object;
    if (typeof apiVersion !== "string" || typeof kind !== "string")
      this.fail(path, "the object needs apiVersion and kind");
    return { ...object, apiVersion, kind };
  }

  async #fromFile(name: string, path: Path): Promise<JsonObject> {
    const file = this.#besideSuite(name);
    try {
      const [first] = await parseManifests(readFileSync(file, "utf8"), file);
      if (first !== undefined) return first.object;
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      this.fail(path, isMissing ? `there is no file ${file}` : messageOf(error));
    }
    return this.fail(path, `there is no object in ${name}`);
  }

  /** Relative to the working directory if the suite is: reports show paths of one kind. */
  #besideSuite(name: string): string {
    const path = isAbsolute(name) ? name : join(dirname(this.#file), name);
    this.files.push(path);
    return path;
  }

  #expectAt(value: Json | undefined, path: Path): Expectation {
    const expected = this.objectAt(value, path);
    this.refuseUnknown(expected, path, Object.keys(EXPECT_TYPES));
    for (const [field, found] of Object.entries(expected)) {
      const wanted = EXPECT_TYPES[field];
      const type = Array.isArray(found) ? "list" : typeof found;
      if (type !== wanted) this.fail([...path, field], `${field} has to be a ${wanted}`);
    }
    return expected;
  }
}

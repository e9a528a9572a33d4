import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { context } from "../../../test/tools/core-writes.tool.ts";
import { sharedFile } from "../../../test/tools/shared-folder.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import { type FieldError, invalidObject } from "../../api/validation/field-error.ts";
import { clone } from "../../json/object.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import type { KindDefinition } from "../kind.ts";
import { acceptNames, namesInUse } from "../kinds/apiextensions/custom-resource-definition/accept-names.ts";
import { customResourceDefinition } from "../kinds/apiextensions/custom-resource-definition/definition.ts";
import type { ResourceDefinition } from "../resource-definition.ts";
import { prepareAndValidateNow, readNew } from "../write.ts";
import { customResource } from "./custom-resource.ts";

interface Step {
  name: string;
  silent?: boolean;
  request?: { method: string; path: string; body?: Json; query?: JsonObject; patch?: string };
}
interface Recorded {
  step: string;
  status: number;
  body?: JsonObject;
  picked?: JsonObject;
  warnings?: string[];
}

const scenarios = sharedFile("golden-api/scenarios");
const recordings = sharedFile("golden-api/recorded/1.37");
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function scenarioFiles(): string[] {
  if (scenarios === undefined) return [];
  const topics = ["crd", "validation", "apply", "patch", "defaults", "read", "tables"];
  return topics
    .flatMap((topic) => readdirSync(join(scenarios, topic)).map((file) => join(topic, file)))
    .filter((file) => readFileSync(join(scenarios, file), "utf8").includes(DEFINITIONS));
}

/** The definitions of one scenario that were created so far. */
class World {
  readonly resources: ResourceDefinition[] = [];
  readonly #definitions: KubeObject[] = [];

  createDefinition(body: JsonObject): { errors: readonly FieldError[]; object: KubeObject } {
    const { hub, strategy } = customResourceDefinition;
    const object = hub.decode(body);
    hub.applyDefaults(object);
    strategy.prepareForCreate?.(object, context);
    const errors = strategy.validateCreate?.(object, context) ?? [];
    if (errors.length === 0) this.#establish(clone(object));
    return { errors, object };
  }

  #establish(object: KubeObject): void {
    object.status = acceptNames(object, namesInUse(this.#definitions), 0);
    this.#definitions.push(object);
    this.resources.push(customResource(object));
  }

  find(path: string): { resource: ResourceDefinition; kind: KindDefinition } | undefined {
    const [, , group, version] = path.split("/");
    const plural = path.split("/").at(-1);
    for (const resource of this.resources) {
      const kind = resource.versions.find((k) => k.version === version);
      if (resource.group === group && resource.plural === plural && kind !== undefined)
        return { resource, kind };
    }
    return undefined;
  }
}

function createCustom(
  world: World,
  path: string,
  body: JsonObject,
): { errors: readonly FieldError[]; object: KubeObject; warnings: string[] } | StatusError {
  const found = world.find(path);
  if (found === undefined) throw new Error(`nothing at ${path}`);
  const { resource, kind } = found;
  const warnings: string[] = [];
  try {
    const hub = readNew(kind, body, {
      unknown: (field) => warnings.push(`unknown field ${JSON.stringify(field)}`),
    });
    const write = { ...context, requestVersion: kind.version };
    const errors = prepareAndValidateNow(
      {
        resource,
        strategy: resource.strategy,
        context: write,
        old: undefined,
        checksMeta: false,
        pause: undefined,
      },
      hub,
    );
    resource.strategy.prepareForStorage?.(hub, kind.version);
    return { errors, object: kind.fromHub(hub), warnings };
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}

const normal = (text: string, sort: boolean): string => {
  const list = /^(.* is invalid: )\[(.*)\]$/.exec(text);
  if (list === null || !sort) return text;
  return `${list[1]}[${(list[2] ?? "").split(", ").sort().join(", ")}]`;
};

function messageOf(gk: { group: string; kind: string }, name: string, errors: readonly FieldError[]): string {
  return invalidObject(gk, name, errors).status.message ?? "";
}

interface Outcome {
  readonly compared: number;
  readonly differing: string[];
}

function replay(file: string): Outcome {
  const scenario = JSON.parse(readFileSync(join(scenarios ?? "", file), "utf8"));
  const recorded = JSON.parse(readFileSync(join(recordings ?? "", file), "utf8"));
  const filled: Step[] = JSON.parse(
    JSON.stringify(scenario.steps).replaceAll("{{id}}", scenario.id).replaceAll("{{ns}}", `g-${scenario.id}`),
  );
  const world = new World();
  const differing: string[] = [];
  let compared = 0;
  for (const step of filled) {
    const { request } = step;
    if (request?.method !== "POST" || request.body === undefined || typeof request.body === "string")
      continue;
    if (request.query?.fieldValidation === "Strict") continue;
    const answer: Recorded | undefined = recorded.steps.find((r: Recorded) => r.step === step.name);
    const isDefinition = request.path === DEFINITIONS;
    if (!isDefinition && world.find(request.path) === undefined) continue;
    const body = clone(request.body) as JsonObject;
    const outcome = isDefinition ? world.createDefinition(body) : createCustom(world, request.path, body);
    if (step.silent || answer === undefined || answer.status === 409 || answer.status === 403) continue;
    compared++;
    const difference = compare(outcome, answer, isDefinition ? undefined : world.find(request.path));
    if (difference !== undefined) differing.push(`${file} ${step.name}: ${difference}`);
  }
  return { compared, differing };
}

function compare(
  outcome: { errors: readonly FieldError[]; object: KubeObject } | StatusError,
  answer: Recorded,
  found: { resource: ResourceDefinition; kind: KindDefinition } | undefined,
): string | undefined {
  const expected = answer.body?.message ?? answer.picked?.["/message"] ?? undefined;
  if (outcome instanceof StatusError) {
    return outcome.message === expected
      ? undefined
      : `got ${outcome.message}, expected ${JSON.stringify(expected)}`;
  }
  const gk =
    found === undefined
      ? { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" }
      : { group: found.resource.group, kind: found.kind.kind };
  if (answer.status >= 400) {
    const got =
      outcome.errors.length === 0
        ? "no error"
        : messageOf(gk, outcome.object.metadata.name ?? "", outcome.errors);
    return normal(got, true) === normal(String(expected), true)
      ? undefined
      : `got ${got}\n   expected ${JSON.stringify(expected)}`;
  }
  if (outcome.errors.length > 0) return `refused: ${messageOf(gk, "", outcome.errors)}`;
  if (answer.body === undefined) return undefined;
  for (const part of ["spec", "status"]) {
    try {
      expect(outcome.object[part]).toEqual(answer.body[part]);
    } catch {
      return `${part}: got ${JSON.stringify(outcome.object[part])}\n   expected ${JSON.stringify(answer.body[part])}`;
    }
  }
  return undefined;
}

describe.skipIf(scenarios === undefined || recordings === undefined)("customResource", () => {
  test("customResource and definitionStrategy answer creations as the reference was recorded to", () => {
    const outcomes = scenarioFiles().map(replay);
    const compared = outcomes.reduce((sum, outcome) => sum + outcome.compared, 0);
    const differing = outcomes.flatMap((outcome) => outcome.differing);
    console.log(`creations agreed: ${compared - differing.length} of ${compared}`);
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });
});

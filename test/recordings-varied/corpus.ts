import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";

/** A request of a scenario, as the README of the recordings describes it. */
export interface RecordedRequest extends JsonObject {
  method: string;
  path: string;
}

export interface Step extends JsonObject {
  name: string;
  request?: RecordedRequest;
}

export interface Scenario extends JsonObject {
  id: string;
  steps: Step[];
}

export interface Located {
  readonly topic: string;
  readonly file: string;
  readonly scenario: Scenario;
}

/** All scenarios of a folder of recordings. */
export function readScenarios(folder: string): Located[] {
  const root = join(folder, "scenarios");
  return readdirSync(root).flatMap((topic) =>
    readdirSync(join(root, topic)).map((file) => ({
      topic,
      file,
      scenario: JSON.parse(readFileSync(join(root, topic, file), "utf8")) as Scenario,
    })),
  );
}

/** Longer values would make every request a long one. */
const LONGEST = 1500;

/**
 * Values under one name in the bodies of all scenarios. They are plausible there, as the authors of recordings write
 * them.
 */
export class Corpus {
  readonly #values = new Map<string, Map<string, Json>>();
  readonly #members = new Map<string, Set<string>>();

  constructor(scenarios: readonly Located[]) {
    for (const { scenario } of scenarios)
      for (const { request } of scenario.steps ?? []) this.#learn(request?.body, "");
  }

  /** Values under a name. `labels[]` is the name of items of lists under `labels`. */
  valuesOf(name: string): readonly Json[] {
    return [...(this.#values.get(name)?.values() ?? [])];
  }

  /** Names of members that objects under a name have. */
  membersOf(name: string): readonly string[] {
    return [...(this.#members.get(name) ?? [])];
  }

  #learn(value: Json | undefined, name: string): void {
    if (Array.isArray(value)) for (const item of value) this.#note(item, itemOf(name));
    else if (isJsonObject(value))
      for (const [key, member] of Object.entries(value)) {
        const members = this.#members.get(name) ?? new Set();
        this.#members.set(name, members.add(key));
        this.#note(member, key);
      }
  }

  #note(value: Json | undefined, name: string): void {
    const text = JSON.stringify(value ?? null);
    const values = this.#values.get(name) ?? new Map<string, Json>();
    // A reference to another step of a scenario has no meaning in other scenarios.
    if (text.length < LONGEST && !text.includes("{{="))
      this.#values.set(name, values.set(text, value ?? null));
    this.#learn(value, name);
  }
}

export const itemOf = (name: string): string => `${name}[]`;

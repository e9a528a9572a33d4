import type { JsonObject } from "../../../src/json/value.ts";
import type { Case, Step } from "../case.ts";
import type { Random } from "../random.ts";
import { type KubectlCommand, wordsOf } from "./command.ts";

type More = Partial<Omit<KubectlCommand, "words">>;

/** Adds some commands. */
export type Topic = (walk: Walk) => void;

/** Commands of kubectl that follow one another. */
export class Walk {
  readonly random: Random;
  readonly #steps: Step[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  /** Runs a command. `line` is split into words; `words` are added unchanged. */
  run(line: string, words: readonly string[] = [], more: More = {}): void {
    const kubectl = { words: [...wordsOf(line), ...words], ...more };
    const old = more.old ?? this.random.chance(0.15);
    this.#add({ method: "KUBECTL", path: wordsOf(line).slice(0, 2).join(" "), kubectl: { ...kubectl, old } });
  }

  /** A command that reads manifests from a file. */
  file(line: string, ...objects: readonly JsonObject[]): void {
    this.run(`${line} -f file.yaml`, [], { files: { "file.yaml": manifestText(objects) } });
  }

  /** Reads the stored object. */
  look(path: string): void {
    this.#add({ method: "GET", path });
  }

  /** Repeats a read until the object exists, or until the response has another status; not compared. */
  until(path: string, status = 200): void {
    this.#add({ method: "GET", path, until: status });
  }

  /** One of these, or nothing: flags of a command. */
  maybe(probability: number, ...flags: readonly string[]): string {
    return this.random.chance(probability) ? ` ${this.random.pick(flags)}` : "";
  }

  #add(step: Omit<Step, "name">): void {
    this.#steps.push({ name: String(this.#steps.length + 1), ...step });
  }

  toCase(): Case {
    return { area: "kubectl", steps: this.#steps, alone: true };
  }
}

/** JSON is YAML. */
export const manifestText = (objects: readonly JsonObject[]): string =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join("---\n");

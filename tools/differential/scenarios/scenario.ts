import type { Json } from "../../../src/json/value.ts";
import type { Case, HookAnswer, Step } from "../case.ts";

/** Parts of a request in addition to method, path and body. */
export type More = Partial<Omit<Step, "name" | "method" | "path" | "body">>;

export interface Members {
  readonly [key: string]: Json;
}

/** Places in the namespace of a scenario, and outside of it. */
export const NS = "/api/v1/namespaces/{{ns}}";
export const APPS = "/apis/apps/v1/namespaces/{{ns}}";
export const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
export const REG = "/apis/admissionregistration.k8s.io/v1";
export const RBAC = "/apis/rbac.authorization.k8s.io/v1";
/** Filters of a hook that is called for the namespace of the scenario only. */
export const HERE = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "{{ns}}" } } };

export const DRY: [string, string][] = [["dryRun", "All"]];
export const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
export const LONG_AGO = "2001-02-03T04:05:06Z";

const TYPES = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
};

/** Requests that follow one another, as a person or a client would send them. Each method returns the name of its step. */
export class Scenario {
  readonly name: string;
  readonly #steps: Step[] = [];
  readonly #hooks: Record<string, readonly HookAnswer[]> = {};
  readonly #after: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  send(method: string, path: string, body?: unknown, more: More = {}): string {
    const name = String(this.#steps.length + 1);
    const sent = body === undefined ? {} : { body: JSON.parse(JSON.stringify(body)) as Json };
    this.#steps.push({ name, method, path, ...sent, ...more });
    return name;
  }

  get(path: string, query: Step["query"] = [], more: More = {}): string {
    return this.send("GET", path, undefined, { query, ...more });
  }

  post(path: string, body: unknown, query: Step["query"] = [], more: More = {}): string {
    return this.send("POST", path, body, { query, ...more });
  }

  put(path: string, body: unknown, query: Step["query"] = [], more: More = {}): string {
    return this.send("PUT", path, body, { query, ...more });
  }

  delete(path: string, body?: unknown, query: Step["query"] = [], more: More = {}): string {
    return this.send("DELETE", path, body, { query, ...more });
  }

  patch(type: keyof typeof TYPES, path: string, body: unknown, query: Step["query"] = []): string {
    return this.send("PATCH", path, body, { query, headers: { "content-type": TYPES[type] } });
  }

  apply(path: string, body: unknown, manager: string, force?: boolean, query: Step["query"] = []): string {
    const all: [string, string][] = [
      ["fieldManager", manager],
      ...query.map(([a, b]): [string, string] => [a, b]),
    ];
    if (force !== undefined) all.push(["force", String(force)]);
    return this.send("PATCH", path, body, {
      query: all,
      headers: { "content-type": "application/apply-patch+yaml" },
    });
  }

  /** Repeats a read until the response has this status; not compared. */
  until(path: string, status = 200): string {
    return this.send("GET", path, undefined, { until: status });
  }

  watch(path: string, events: number, query: Step["query"] = [], more: More = {}): string {
    return this.send("GET", path, undefined, {
      query: [["watch", "true"], ...query],
      watch: { events },
      ...more,
    });
  }

  settle(settle: NonNullable<Step["settle"]>): void {
    this.#steps.push({ name: `settle ${this.#steps.length}`, method: "GET", path: "/", settle });
  }

  hook(name: string, ...answers: readonly HookAnswer[]): void {
    this.#hooks[name] = answers;
  }

  /** Removed when the scenario has ended, the last one first. */
  removes(path: string): void {
    this.#after.push(path);
  }

  toCase(): Case {
    const hooks = Object.keys(this.#hooks).length === 0 ? {} : { hooks: this.#hooks };
    return { area: "scenarios", steps: this.#steps, alone: true, after: this.#after, ...hooks };
  }
}

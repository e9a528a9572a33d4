import type { Case } from "./case.ts";
import type { Where } from "./judge.ts";
import { play } from "./play.ts";
import type { Servers } from "./servers.ts";

/** Words that have the same length in every run and are never repeated. */
export class Names {
  #next: number;

  constructor(from: number) {
    this.#next = from * 100;
  }

  id(): string {
    return `i${(this.#next++).toString(36).padStart(6, "0")}`;
  }

  namespace(number: number): string {
    return `ns-${this.#next}${number}`.slice(0, 9).padEnd(9, "x");
  }

  fresh(): string {
    return `n-${this.id()}`;
  }
}

/** Creates a namespace on both servers. */
export const createNamespace = (servers: Servers, namespace: string): Promise<unknown> => {
  const step = {
    name: "n",
    method: "POST",
    path: "/api/v1/namespaces",
    body: { metadata: { name: namespace } },
    silent: true,
  };
  const what = { area: "", steps: [step], stays: true };
  return Promise.all(
    (["reference", "own"] as const).map((side) =>
      play(what, { connection: servers[side], hooks: servers.hooks[side], namespace, id: "none" }),
    ),
  );
};

/** Place for a case: the namespace of its lane, or a new one. */
export async function placeOf(what: Case, servers: Servers, names: Names, shared: string): Promise<Where> {
  const where = { id: names.id(), namespace: what.alone ? names.fresh() : shared };
  if (what.alone) await createNamespace(servers, where.namespace);
  return where;
}

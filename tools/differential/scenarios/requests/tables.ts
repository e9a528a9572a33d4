import { Scenario } from "../scenario.ts";

/** Header of kubectl's requests for tables. */
export const TABLE = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } };
const NONE = [["includeObject", "None"]] as const;

/** Creates an object, gives it a status, and shows it alone and in the list of its kind. */
export interface Shown {
  readonly path: string;
  readonly body: object;
  readonly status?: object;
  readonly finalized?: boolean;
}

export function show(name: string, all: readonly Shown[]): Scenario {
  const s = new Scenario(name);
  const lists = new Set<string>();
  for (const [index, { path, body, status, finalized = false }] of all.entries()) {
    const word = path.includes("{{ns}}") ? `o${index}` : `o${index}-{{id}}`;
    const meta = (body as { metadata?: object }).metadata ?? {};
    const stays = finalized ? { finalizers: ["example.com/stay"] } : {};
    s.post(path, { ...body, metadata: { name: word, ...stays, ...meta } });
    if (status !== undefined) s.patch("merge", `${path}/${word}/status`, { status });
    if (finalized) s.delete(`${path}/${word}`, undefined, [], TABLE);
    s.get(`${path}/${word}`, NONE, TABLE);
    if (finalized) s.patch("merge", `${path}/${word}`, { metadata: { finalizers: null } });
    if (path.includes("{{ns}}")) lists.add(path);
    else s.removes(`${path}/${word}`);
  }
  for (const path of lists) s.get(path, NONE, TABLE);
  return s;
}

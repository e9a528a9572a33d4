import type { Change } from "./facts.ts";

/**
 * State of the changes of a version: by topic and by name, in which `*` is any text, the word `done` or the reason
 * why nothing is to be done. The first name that fits is used.
 */
export type WorkDone = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Topics that were compared, their changes, and reasons for topics that could not be compared. */
export interface Comparison {
  readonly before: string;
  readonly after: string;
  readonly seconds: number;
  readonly topics: readonly {
    readonly name: string;
    readonly note?: string;
    readonly changes: readonly Change[];
  }[];
}

const MOST_CHARACTERS = 400;
const MOST_NAMES = 4;

/** Returns the state of a change; undefined if it is open. */
export function stateOf({ topic, name }: Pick<Change, "topic" | "name">, done: WorkDone): string | undefined {
  const known = Object.entries(done[topic] ?? {});
  return known.find(([pattern]) => fits(pattern, name))?.[1];
}

/** Returns the number of changes that are neither done nor have a reason. */
export const openChanges = ({ topics }: Comparison, done: WorkDone): number =>
  topics.flatMap(({ changes }) => changes).filter((change) => stateOf(change, done) === undefined).length;

/** Returns the work list in Markdown. */
export function workList(comparison: Comparison, done: WorkDone): string {
  const { before, after, seconds, topics } = comparison;
  const all = topics.reduce((sum, { changes }) => sum + changes.length, 0);
  const head = `# From Kubernetes ${before} to ${after}\n\n${all} changes, ${openChanges(comparison, done)} open. The comparison took ${seconds} seconds.\n`;
  return [head, ...topics.map((topic) => section(topic, done))].join("\n");
}

function section({ name, note, changes }: Comparison["topics"][number], done: WorkDone): string {
  const open = changes.filter((change) => stateOf(change, done) === undefined).length;
  const title = `## ${name}: ${changes.length === 0 ? "no changes" : `${changes.length} changes, ${open} open`}\n\n`;
  const entries = groupsOf(changes, done).map((group) => entry(group, done));
  return title + [...(note === undefined ? [] : [note]), ...entries].map((line) => `${line}\n`).join("");
}

/**
 * Puts changes of one sort and state together: the parts of what is new or gone, and values that changed in the same
 * way, apart from the names of types.
 */
function groupsOf(changes: readonly Change[], done: WorkDone): Change[][] {
  const groups = new Map<string, Change[]>();
  const owners: Change[] = [];
  for (const change of changes) {
    const owner = owners.find((one) => isPartOf(change, one));
    if (owner === undefined) owners.push(change);
    const sort = owner?.name ?? sortOf(change);
    const key = `${sort} ${change.before === undefined} ${stateOf(change, done)}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

/** True for `Type.field` beside `Type` if both are new, or both are gone. */
const isPartOf = (part: Change, whole: Change): boolean =>
  part.name.startsWith(whole.name) &&
  /^\W/.test(part.name.slice(whole.name.length)) &&
  (part.before === undefined) === (whole.before === undefined) &&
  (part.after === undefined) === (whole.after === undefined) &&
  (part.before === undefined || part.after === undefined);

function sortOf({ name, before, after }: Change): string {
  if (before === undefined || after === undefined) return name;
  const shape = (text: string): string => text.replaceAll(/[\w-]+(?:\.[\w-]+)*\.v\d\w*\.\w+/g, "TYPE");
  return `${shape(before)} → ${shape(after)}`;
}

function entry(group: readonly Change[], done: WorkDone): string {
  const [change] = group;
  if (change === undefined) return "";
  const state = stateOf(change, done);
  const reason = state === undefined || state === "done" ? "" : ` (${state})`;
  const others = group.slice(1).map(({ name }) => `\`${short(name)}\``);
  const more =
    others.length > MOST_NAMES
      ? [...others.slice(0, MOST_NAMES), `${others.length - MOST_NAMES} more`]
      : others;
  const same = more.length === 0 ? "" : `; the same for ${more.join(", ")}`;
  return `- [${state === undefined ? " " : "x"}] \`${short(change.name)}\`: ${changeText(change)}${same}${reason}`;
}

function changeText({ before, after }: Change): string {
  if (before === undefined) return `new: ${short(after ?? "")}`;
  return after === undefined ? `gone: ${short(before)}` : betweenTexts(before, after);
}

/** In long texts, the parts around the first difference. */
function betweenTexts(before: string, after: string): string {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const start = before.length + after.length < MOST_CHARACTERS ? 0 : Math.max(0, same - 40);
  const part = (text: string): string => short(`${start > 0 ? "…" : ""}${text.slice(start)}`);
  return `${part(before)} → ${part(after)}`;
}

const short = (text: string): string =>
  (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text).replaceAll("\n", " ");

function fits(pattern: string, name: string): boolean {
  const parts = pattern.split("*");
  if (parts.length === 1) return pattern === name;
  const [first = "", ...rest] = parts;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

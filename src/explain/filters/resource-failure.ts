import type { Rule } from "../../admission/rule.ts";
import type { FoundKind } from "../../resources/registry.ts";
import { distance, isNear } from "../near.ts";
import type { Edit, Failure, Question, RulePlace } from "./matcher.ts";

const mainOf = (entry: string): string => entry.split("/", 1)[0] ?? "";

/** Other names that users write for a resource instead of its plural. */
function otherNames({ kind }: FoundKind): readonly string[] {
  return [
    kind.singular,
    kind.kind,
    kind.kind.toLowerCase(),
    ...kind.shortNames,
    `${kind.kind}s`,
    kind.plural.toUpperCase(),
  ].filter((name) => name !== "" && name !== kind.plural);
}

/**
 * True if an entry has another name for the resource: with its group or version (`deployments.v1.apps`), or
 * in one text with other resources (`pods,services`).
 */
export function isOtherName(entry: string, found: FoundKind): boolean {
  const names = otherNames(found);
  if (names.includes(entry)) return true;
  const words = entry.split(",").map((word) => word.trim().split(".", 1)[0] ?? "");
  const isMore = words.length > 1 || words[0] !== entry;
  return isMore && words.some((word) => word === found.kind.plural || names.includes(word));
}

const VERSION = /^v\d/;

/** True if an entry has a part of a URL before the name: `v1/pods`, `apps/v1/deployments`, `/pods`. */
export function isBehindPath(entry: string, found: FoundKind): boolean {
  const [first = "", ...more] = entry.split("/");
  const isPath = first === "" || VERSION.test(first) || first === found.kind.group;
  const last = more.at(-1);
  return isPath && last !== undefined && (last === found.kind.plural || otherNames(found).includes(last));
}

/** True if an entry of a rule names the resource; `*` names no particular resource. */
export const namedBy = (entry: string, plural: string): boolean => mainOf(entry) === plural;

const GLOB = /^[a-z]+\*$/i;
const isGlobOf = (main: string, plural: string): boolean =>
  GLOB.test(main) && plural.startsWith(main.slice(0, -1).toLowerCase());

/**
 * True if an entry is another name, a misspelling or a glob pattern of the resource, and not the plural of
 * another resource.
 */
function isMisnamed(entry: string, question: Question): boolean {
  const main = mainOf(entry);
  const { group, version, resource } = question.attributes.resource;
  const found = question.registry.find(group, version, resource);
  if (main === resource || main === "*") return false;
  if (found !== undefined && (isOtherName(main, found) || isBehindPath(entry, found))) return true;
  if (isGlobOf(main, resource)) return true;
  const isOther = question.registry.resources.some(({ plural }) => plural === main);
  return !isOther && ((main.length > 3 && isNear(main, resource)) || isOfSubresource(main, question));
}

/**
 * True for the name of a subresource's kind: `evictions` instead of `pods/eviction`, `tokenrequests` instead
 * of `serviceaccounts/token`.
 */
function isOfSubresource(main: string, { attributes: { subresource, kind } }: Question): boolean {
  if (subresource === "") return false;
  const word = main.toLowerCase();
  return [subresource, kind.kind.toLowerCase()].some((one) => word === one || word === `${one}s`);
}

/** True if the rule names the request's resource, even with a wrong name. */
export const isAbout = (rule: Rule, question: Question): boolean =>
  rule.resources.some((entry) => {
    const main = mainOf(entry);
    return main === question.attributes.resource.resource || isMisnamed(entry, question);
  });

/** Failure of the resources of a rule: a wrong name for the resource, another resource, or another subresource. */
export function resourceFailure(place: RulePlace): Failure {
  const { rule, question, base } = place;
  const { resource, subresource, operation } = question.attributes;
  const wanted = subresource === "" ? resource.resource : `${resource.resource}/${subresource}`;
  const path = [...base, "resources"];
  const saw = { operation, ...resource, subresource };
  const add: Edit = { op: "add", path: [...path, "-"], value: wanted };
  const index = misnamedIndex(rule, question);
  if (index >= 0) return { code: "resource-name", saw, isMistake: true, ...misnamed(place, index, wanted) };
  const near = rule.resources.find(
    (entry) => mainOf(entry) === resource.resource || (mainOf(entry) === "*" && subresource !== ""),
  );
  if (near === undefined) {
    const names = rule.resources.map((entry) => `"${entry}"`).join(", ");
    const unrendered = rule.resources.findIndex((entry) => entry.includes("{{"));
    const hint =
      unrendered < 0 ? "" : ` ("${rule.resources[unrendered]}" is a template that was not rendered)`;
    const message = `resources are ${names}, the request's is "${wanted}"${hint}`;
    const edit: Edit = unrendered < 0 ? add : { op: "replace", path: [...path, unrendered], value: wanted };
    return { code: "resource", message, path, saw, fix: wanted, isMistake: unrendered >= 0, edit };
  }
  return {
    code: "subresource",
    message: subresourceText(near, place, wanted),
    path,
    saw,
    fix: wanted,
    isMistake: isSubresourceMistake(near, place),
    edit: add,
  };
}

/** Returns the index of the wrong entry most similar to the resource's name; -1 if there is none. */
function misnamedIndex(rule: Rule, question: Question): number {
  if (rule.resources.some((entry) => mainOf(entry) === question.attributes.resource.resource)) return -1;
  const { resource } = question.attributes.resource;
  const far = (entry: string): number => distance(mainOf(entry).toLowerCase(), resource, 20);
  const [best] = rule.resources
    .map((entry, index) => ({ entry, index }))
    .filter(({ entry }) => isMisnamed(entry, question))
    .sort((a, b) => far(a.entry) - far(b.entry));
  return best?.index ?? -1;
}

function misnamed({ rule, base, question }: RulePlace, index: number, wanted: string) {
  const entry = rule.resources[index] ?? "";
  const { resource } = question.attributes.resource;
  const glob = GLOB.test(mainOf(entry)) ? `: a name is literal, only "*" alone stands for all` : "";
  const path = [...base, "resources", index];
  const message =
    glob === ""
      ? `the rule says "${entry}", but rules name resources by their plural: "${wanted}"`
      : `the rule says "${entry}"${glob}; this one is "${resource}"`;
  const edit: Edit = { op: "replace", path, value: wanted };
  return { message, path, fix: wanted, edit };
}

function subresourceText(near: string, { question }: RulePlace, wanted: string): string {
  const { resource, subresource } = question.attributes;
  if (subresource === "")
    return `"${near}" is about the subresource only, not about ${resource.resource} itself`;
  const all = `${mainOf(near)}/*`;
  return near.includes("/")
    ? `"${near}" is about another subresource: this one is "${wanted}"`
    : `"${near}" does not cover the subresource ${subresource}: that is "${wanted}" or "${all}"`;
}

/**
 * True if the entry for subresources is certainly a mistake. In a rule that lists subresources, a `*` that
 * does not cover others is deliberate; an entry with a subresource that does not exist is a mistake.
 */
function isSubresourceMistake(near: string, { rule, question, alone }: RulePlace): boolean {
  const { resource, subresource } = question.attributes;
  if (subresource === "" || !alone) return false;
  const [main = "", sub] = near.split("/");
  if (sub !== undefined && main === resource.resource) {
    const known = question.registry.resource(resource.group, resource.resource)?.subresources;
    return known !== undefined && !known.has(sub) && sub !== "*";
  }
  return near === "*" && !rule.resources.some((entry) => entry.includes("/"));
}

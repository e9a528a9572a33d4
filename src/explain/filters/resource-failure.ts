import type { Rule } from "../../admission/rule.ts";
import type { FoundKind } from "../../resources/registry.ts";
import type { Edit, Failure } from "./failure.ts";
import { distance, isNear } from "./near.ts";
import type { Question } from "./question.ts";
import type { RulePlace } from "./rule-place.ts";

const mainOf = (entry: string): string => entry.split("/", 1)[0] ?? "";

/** The words by which people call a resource, without its plural. */
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

/** Whether an entry calls it otherwise: with its group or version (`deployments.v1.apps`), or among others (`pods,services`). */
export function isOtherName(entry: string, found: FoundKind): boolean {
  const names = otherNames(found);
  if (names.includes(entry)) return true;
  const words = entry.split(",").map((word) => word.trim().split(".", 1)[0] ?? "");
  const isMore = words.length > 1 || words[0] !== entry;
  return isMore && words.some((word) => word === found.kind.plural || names.includes(word));
}

const VERSION = /^v\d/;

/** With a part of a URL before it: `v1/pods`, `apps/v1/deployments`, `/pods`. */
export function isBehindPath(entry: string, found: FoundKind): boolean {
  const [first = "", ...more] = entry.split("/");
  const isPath = first === "" || VERSION.test(first) || first === found.kind.group;
  const last = more.at(-1);
  return isPath && last !== undefined && (last === found.kind.plural || otherNames(found).includes(last));
}

/** An entry of a rule names the resource; `*` names none in particular. */
export const namedBy = (entry: string, plural: string): boolean => mainOf(entry) === plural;

const GLOB = /^[a-z]+\*$/i;
const isGlobOf = (main: string, plural: string): boolean =>
  GLOB.test(main) && plural.startsWith(main.slice(0, -1).toLowerCase());

/** Another name, a typing error or a glob of the resource, which is the plural of nothing else. */
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

/** `evictions` instead of `pods/eviction`, `tokenrequests` instead of `serviceaccounts/token`. */
function isOfSubresource(main: string, { attributes: { subresource, kind } }: Question): boolean {
  if (subresource === "") return false;
  const word = main.toLowerCase();
  return [subresource, kind.kind.toLowerCase()].some((one) => word === one || word === `${one}s`);
}

/** The rule names the request's resource, however wrongly. */
export const isAbout = (rule: Rule, question: Question): boolean =>
  rule.resources.some((entry) => {
    const main = mainOf(entry);
    return main === question.attributes.resource.resource || isMisnamed(entry, question);
  });

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

/** The entry that comes nearest to the name. */
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

/** Who lists subresources knows that a star does not cover them; a subresource that is not there is a mistake. */
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

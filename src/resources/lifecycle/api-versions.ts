import { parseGroupVersion } from "../../api/group-version.ts";
import { pluralOf } from "../define/plural-of.ts";
import { API_VERSION_ROWS, OTHER_VERSION_ROWS } from "./api-version-rows.ts";

/** One API version of a kind that is not stable. Minor versions of Kubernetes: 37 for 1.37. */
export interface ApiVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly introduced: number;
  readonly deprecated: number;
  /** The first version that does not serve it. */
  readonly removed: number;
  /** `group/version` that replaces it; empty if the kind has no successor. */
  readonly replacement: string;
}

/** An API version of another project. */
export interface OtherVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** `group/version`, and the kind there if it has another name: `a.io/v1, kind B or C`. */
  readonly replacement: string;
  /** The project and its release that no longer has the version: `cert-manager 1.6`. */
  readonly gone: string;
}

const minorOf = (text = ""): number => Number(text.slice("1.".length));

/** Returns the words before the colon, and the kinds after it, of each line. */
const linesOf = (rows: string): { readonly words: string[]; readonly kinds: string[] }[] =>
  rows
    .trim()
    .split("\n")
    .map((line) => {
      const [head = "", kinds = ""] = line.split(": ");
      return { words: head.split(" "), kinds: kinds.split(" ") };
    });

/** All rows of the table. */
export const API_VERSIONS: readonly ApiVersion[] = linesOf(API_VERSION_ROWS).flatMap(({ words, kinds }) => {
  const [name = "", introduced, deprecated, removed, replacement = "-"] = words;
  const { group, version } = parseGroupVersion(name);
  const minors = {
    introduced: minorOf(introduced),
    deprecated: minorOf(deprecated),
    removed: minorOf(removed),
  };
  const successor = replacement === "-" ? "" : replacement;
  return kinds.map((kind) => ({ group, version, kind, ...minors, replacement: successor }));
});

const OTHER_VERSIONS: readonly OtherVersion[] = linesOf(OTHER_VERSION_ROWS).flatMap(({ words, kinds }) => {
  const [name = "", written = "", ...gone] = words;
  const [version = "", ...others] = written.split(",");
  const replacement = others.length === 0 ? version : `${version}, kind ${others.join(" or ")}`;
  return kinds.map((kind) => ({ ...parseGroupVersion(name), kind, replacement, gone: gone.join(" ") }));
});

/** Finds the newest row of a version of a kind; undefined for stable and unknown versions. */
export const findApiVersion = (group: string, version: string, kind: string): ApiVersion | undefined =>
  API_VERSIONS.findLast((row) => row.group === group && row.version === version && row.kind === kind);

/** True if a kind of this group was part of Kubernetes itself before it was stable. */
export const hasBuiltInKind = (group: string, kind: string): boolean =>
  API_VERSIONS.some((row) => row.group === group && row.kind === kind);

/** Finds a row by the plural of the kind, as URLs and rules have it. */
export const findByPlural = (group: string, version: string, plural: string): ApiVersion | undefined =>
  API_VERSIONS.findLast(
    (row) => row.group === group && row.version === version && pluralOf(row.kind) === plural,
  );

/** Finds the version of a kind of another project; undefined if its project still has it. */
export const findOtherVersion = (group: string, version: string, kind: string): OtherVersion | undefined =>
  OTHER_VERSIONS.find((row) => row.group === group && row.version === version && row.kind === kind);

/** True if Kubernetes `1.MINOR` has the version, whether it serves it without a flag or not. */
export const existsIn = ({ introduced, removed }: ApiVersion, minor: number): boolean =>
  introduced <= minor && minor < removed;

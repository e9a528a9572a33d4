import { text } from "../../json/value.ts";
import { plain } from "../near.ts";
import type { Path } from "../sources.ts";

/** An expression that may name users, with its place. */
interface Named {
  readonly expression: string;
  readonly path: Path;
}

/** The expression, and what to write there. */
interface NearUser {
  readonly message: string;
  readonly path: Path;
  readonly advice: string;
}

/**
 * Finds an expression that names a service account which differs from the user only by hyphens, case, or the order of
 * namespace and name, another account of the same program, or the group of the user; undefined if there is none.
 */
export function nearUser(expressions: readonly Named[], username = ""): NearUser | undefined {
  const [, namespace = "", name = ""] = ACCOUNT.exec(username) ?? [];
  if (name === "") return undefined;
  for (const { expression, path } of expressions) {
    if (!expression.includes("userInfo.username")) continue;
    for (const [, meant = ""] of expression.matchAll(/["'](system:serviceaccounts?:[^"']{1,200})["']/g)) {
      const [its = "", other = ""] = meant.split(":").slice(2);
      if (meant.startsWith(GROUP)) {
        if (its !== namespace) continue;
        const message = `it compares the name of the user, ${text(username)}, with ${meant}, the form of a group`;
        return { message, path, advice: `write system:serviceaccount:${namespace}:` };
      }
      const isSwapped = its === name && other === namespace && namespace !== name;
      const isAlike =
        plain(its) === plain(namespace) &&
        (other === "" || plain(other) === plain(name) || isKin(other, name));
      if (username.startsWith(meant) || !(isSwapped || isAlike)) continue;
      const message = `it names ${meant}, and the user is ${text(username)}`;
      const advice = `write ${other === "" ? `system:serviceaccount:${namespace}:` : username}`;
      return { message, path, advice };
    }
  }
  return undefined;
}

const ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** Begin of the groups of service accounts, which users do not have in their names. */
const GROUP = "system:serviceaccounts:";

/** True for two accounts of one program: their names begin with the same word, before a hyphen. */
const isKin = (a: string, b: string): boolean => {
  const [[first = ""], [other]] = [a.split("-"), b.split("-")];
  return first.length >= SHORTEST_WORD && first === other && a.includes("-") && b.includes("-");
};

const SHORTEST_WORD = 4;

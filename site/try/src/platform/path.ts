const parts = (text: string): string[] => {
  const kept: string[] = [];
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(part);
  }
  return kept;
};

const normalize = (text: string): string => {
  const root = text.startsWith("/") ? "/" : "";
  const inner = parts(text)
    .filter((part, at) => root === "" || part !== ".." || at > 0)
    .join("/");
  const tail = text.endsWith("/") && inner !== "" ? "/" : "";
  return `${root}${inner}${tail}` || ".";
};

export const join = (...given: string[]): string => normalize(given.filter((one) => one !== "").join("/"));
export const resolve = (...given: string[]): string => join("/", ...given);
export const dirname = (text: string): string => text.replace(/\/?[^/]*\/?$/, "") || (text[0] === "/" ? "/" : ".");
export const basename = (text: string): string => /([^/]*)\/?$/.exec(text)?.[1] ?? "";
export const posix = { join, normalize, dirname, basename, resolve };

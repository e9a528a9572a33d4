import type { Topic } from "../facts.ts";
import { output } from "../reference.ts";

/** Flags with their type and help, from `--help`. */
export const FLAGS: Topic = {
  name: "flags",
  read: async (reference) => {
    const facts = new Map<string, string>();
    for (const entry of entriesOf(output(reference, ["--help"]))) {
      const [, name, type, help] = /^--([\w-]+)(?: (\S+))?\s{2,}(.*)$/s.exec(entry) ?? [];
      if (name === undefined || LISTS.has(name)) continue;
      facts.set(`--${name}`, `${type ?? "bool"}: ${help}`);
    }
    return facts;
  },
};

/** Admission plugins: all of them in their order, and those that are on without flags. */
export const PLUGINS: Topic = {
  name: "admission plugins",
  read: async (reference) => {
    const help = entriesOf(output(reference, ["--help"])).find((entry) =>
      entry.startsWith("--enable-admission-plugins"),
    );
    const on = /in addition to default enabled ones \(([^)]*)\)/.exec(help ?? "")?.[1]?.split(", ") ?? [];
    const all =
      /Comma-delimited list of admission plugins: ([^.]*)\./.exec(help ?? "")?.[1]?.split(", ") ?? [];
    return new Map([
      ...all.map((name) => [name, on.includes(name) ? `on, place ${on.indexOf(name) + 1}` : "off"] as const),
    ]);
  },
};

/** Flags whose help lists what other topics have. */
const LISTS = new Set(["feature-gates", "enable-admission-plugins", "disable-admission-plugins"]);

/** One line for each flag, with the lines that follow it. */
function entriesOf(help: string): string[] {
  const entries: string[] = [];
  for (const line of help.split("\n")) {
    const flag = /^ {2,6}(?:-\w, )?(--\w.*)$/.exec(line)?.[1];
    if (flag !== undefined) entries.push(flag);
    else if (/^\s{8,}\S/.test(line) && entries.length > 0) entries.push(`${entries.pop()} ${line.trim()}`);
  }
  return entries;
}

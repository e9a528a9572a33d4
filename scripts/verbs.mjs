// node scripts/verbs.mjs VERB [NAME] [FLAGS]: the commands behind the scripts of package.json that take a name, such as
// `npm run record -- kinds`. Without a name, the names of the verb are printed; `check` runs those that need no build.
import { spawnSync } from "node:child_process";
import { ROOT } from "./parts/shared.mjs";
import { DEFAULTS, VERBS } from "./parts/verb-table.mjs";

const [verb, ...rest] = process.argv.slice(2);
const table = VERBS[verb];
if (table === undefined) stop(`verbs: one of ${Object.keys(VERBS).join(", ")}, not ${verb}`);
const isNamed = Object.hasOwn(table, rest[0] ?? "");
const names = isNamed ? [rest[0]] : DEFAULTS[verb];
const isUnknown = !isNamed && rest[0] !== undefined && !rest[0].startsWith("-");
if (names === undefined || isUnknown) stop(usage());
for (const name of names) run(table[name], isNamed ? rest.slice(1) : rest);

/** Each line of a command is a program with its arguments; the last one is given the flags. */
function run({ steps }, flags) {
  for (const [i, [program, ...args]] of steps.entries()) {
    const given = i === steps.length - 1 ? flags : [];
    const { status } = spawnSync(program, [...args, ...given], { cwd: ROOT, stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
}

function usage() {
  const width = Math.max(...Object.keys(table).map((name) => name.length));
  const lines = Object.entries(table).map(([name, { title }]) => `  ${name.padEnd(width)}  ${title}`);
  return `npm run ${verb} -- NAME [FLAGS], with one of these names:\n${lines.join("\n")}`;
}

function stop(text) {
  console.error(text);
  process.exit(2);
}

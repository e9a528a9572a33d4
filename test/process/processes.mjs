// Information of the system about processes (Linux only; empty elsewhere), to find the reason why one of them does
// not continue.
import { readdirSync, readFileSync } from "node:fs";

/** The process and all that it has started, the oldest first, by their numbers. */
export function familyOf(pid) {
  const parents = numbersIn("/proc").map((child) => ({ child, parent: parentOf(child) }));
  const family = [pid];
  // The list grows while it is read.
  for (const one of family) for (const { child, parent } of parents) if (parent === one) family.push(child);
  return family;
}

/** A line for a process, and one for each of its threads: its name, its state, and where in the kernel it waits. */
export function describeProcess(pid) {
  const command = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
  const threads = numbersIn(`/proc/${pid}/task`).map((id) => {
    const at = `/proc/${pid}/task/${id}`;
    return `  ${textOf(`${at}/comm`).trim()}: ${fieldsOf(at)[0]} ${textOf(`${at}/wchan`)}`;
  });
  return [`${pid} ${command}`, ...threads].join("\n");
}

const numbersIn = (folder) => namesIn(folder).map(Number).filter(Number.isInteger);

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const parentOf = (pid) => Number(fieldsOf(`/proc/${pid}`)[1]);

/** State, parent's id and further fields. They follow the name in parentheses, which may contain any characters. */
const fieldsOf = (folder) => textOf(`${folder}/stat`).split(") ").at(-1).split(" ");

function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

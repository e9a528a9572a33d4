import { setImmediate } from "node:timers/promises";

/** The metrics of one server, in Prometheus' text format. */
export interface ServerMetrics {
  /** Value of the label `process`. */
  readonly process: number;
  readonly text: string;
}

const HELP = "# HELP ";

/**
 * Joins the metrics of servers to one text. Each sample gets the label `process`; the samples of a metric are together, as the format
 * requires.
 */
export async function mergeMetrics(servers: readonly ServerMetrics[]): Promise<string> {
  const families = new Map<string, Family>();
  for (const { process, text } of servers) await addFamilies(families, text, String(process));
  return [...families.values()].map(({ head, samples }) => `${head}${samples.join("")}`).join("\n");
}

interface Family {
  /** The lines with help and type. */
  head: string;
  readonly samples: string[];
}

/** Number of lines between two yields to the event loop; they take a few milliseconds. */
const LINES_AT_ONCE = 2000;

async function addFamilies(families: Map<string, Family>, text: string, process: string): Promise<void> {
  let family: Family = { head: "", samples: [] };
  let isNew = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
    if (line.startsWith(HELP)) {
      const name = line.slice(HELP.length, line.indexOf(" ", HELP.length));
      const known = families.get(name);
      isNew = known === undefined;
      family = known ?? { head: `${line}\n`, samples: [] };
      families.set(name, family);
    } else if (line.startsWith("#")) {
      if (isNew) family.head += `${line}\n`;
    } else if (line !== "") family.samples.push(`${labelled(line, process)}\n`);
  }
}

/** `a{b="c"} 1` becomes `a{process="2",b="c"} 1`. Names have no braces and no spaces. */
function labelled(sample: string, process: string): string {
  const brace = sample.indexOf("{");
  const space = sample.indexOf(" ");
  const label = `process="${process}"`;
  if (brace === -1 || brace > space) return `${sample.slice(0, space)}{${label}}${sample.slice(space)}`;
  return `${sample.slice(0, brace + 1)}${label},${sample.slice(brace + 1)}`;
}

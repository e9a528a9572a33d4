import { setImmediate } from "node:timers/promises";
import { formatFloat } from "../go/float.ts";
import type { NativeBuckets } from "./native-buckets.ts";

/** One value of an instrument. `suffix`: the end of the name after that of the instrument (`_bucket`). */
export interface Sample {
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** Native buckets of a histogram, with its count. Only protobuf has them. */
  readonly native?: NativeBuckets;
}

/** A metric with all its samples. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  /** Called for each scrape. */
  samples(): Iterable<Sample>;
}

/** A list of instruments, printed in Prometheus' text format, version 0.0.4, in the order of their addition. */
export class Exposition {
  readonly #families: Family[] = [];

  get families(): readonly Family[] {
    return this.#families;
  }

  add(family: Family): void {
    this.#families.push(family);
  }

  text(): string {
    return [...this.#lines()].join("");
  }

  /** Returns the same text, with yields to the event loop, so that a long text does not block requests. */
  async unhurried(): Promise<string> {
    let text = "";
    let lines = 0;
    for (const line of this.#lines()) {
      text += line;
      if (++lines % LINES_AT_ONCE === 0) await setImmediate();
    }
    return text;
  }

  *#lines(): Generator<string> {
    let between = "";
    for (const { name, help, type, samples } of this.#families) {
      yield `${between}# HELP ${name} ${escapeHelp(help)}\n`;
      yield `# TYPE ${name} ${type}\n`;
      for (const { suffix = "", labels, value } of samples())
        yield `${name}${suffix}${labelsText(labels)} ${formatFloat(value)}\n`;
      between = "\n";
    }
  }
}

/** Number of lines between two yields; they take a few milliseconds. */
const LINES_AT_ONCE = 2000;

function labelsText(labels: Sample["labels"]): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

const escapeHelp = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

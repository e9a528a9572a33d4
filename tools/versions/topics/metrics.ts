import type { Topic } from "../facts.ts";

/** Metrics of a server without load, with type, help and the names of their labels. */
export const METRICS: Topic = {
  name: "metrics",
  read: async (reference) => {
    const text = await reference.text("/metrics");
    const facts = new Map<string, string>();
    for (const [, name = "", help = ""] of text.matchAll(/^# HELP (\S+) (.*)$/gm)) facts.set(name, help);
    for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (.*)$/gm))
      facts.set(name, `${type}: ${facts.get(name) ?? ""}`);
    return facts;
  },
};

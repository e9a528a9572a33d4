import { expect, it } from "vitest";
import type { AdmissionPorts } from "./ports.ts";
import { Recorder, recordAnswer } from "./recorder.ts";

const numbered = (count: number, prefix: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, "x"]));

function record(annotations: Record<string, string>): { taken: number; lines: string[] } {
  const recorder = new Recorder({} as Recorder["attributes"], {} as Recorder["plan"]);
  const lines: string[] = [];
  const ports = { log: (_severity: string, line: string) => lines.push(line) } as unknown as AdmissionPorts;
  recordAnswer(recorder, ports, { phase: "mutating", name: "hook.example.com" }, annotations, []);
  return { taken: recorder.annotations.size, lines };
}

it("recordAnswer takes a thousand annotations of one answer, and says so when there are more", () => {
  expect(record(numbered(1000, "a"))).toEqual({ taken: 1000, lines: [] });
  const { taken, lines } = record(numbered(50_000, "a"));
  expect(taken).toBe(1000);
  expect(lines).toEqual([
    "50000 admission audit annotations of mutating webhook hook.example.com: only the first 1000 are recorded",
  ]);
});

it("recordAnswer complains ten times at most", () => {
  const { taken, lines } = record(numbered(900, "not a name "));
  expect(taken).toBe(0);
  expect(lines).toHaveLength(10);
});

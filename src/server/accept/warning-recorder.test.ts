import { describe, expect, it } from "vitest";
import { leastTime } from "../../../test/parts/least-time.ts";
import { WarningRecorder } from "./warning-recorder.ts";

function headersOf(...texts: string[]): readonly string[] {
  const recorder = new WarningRecorder();
  for (const text of texts) recorder.add(text);
  return recorder.headers();
}

const shown = (...texts: string[]): string[] => texts.map((text) => `299 - "${text}"`);

// Headers that kube-apiserver 1.36.3 sends for the same warnings of a webhook.
describe("WarningRecorder", () => {
  it("keeps the order, and each text once", () => {
    expect(headersOf("b", "a", "", "b")).toEqual(shown("b", "a"));
  });

  it.each(["a\u0001b", "a\nb", "\u0000", "a\u0085", "a\u007f"])("drops control characters: %j", (text) => {
    expect(headersOf(text, "fine")).toEqual(shown("fine"));
  });

  it("keeps all other characters, and puts one that means so in the place of halves", () => {
    const texts = ["h\u00e9", "5\u20ac", "\u{1f600}", "a\ufffdb", "a\u200bb"];
    expect(headersOf(...texts)).toEqual(shown(...texts));
    expect(headersOf("a\ud800b")).toEqual(shown("a\ufffdb"));
    expect(headersOf('a"b\\c')).toEqual(shown('a\\"b\\\\c'));
  });

  it("cuts all of them to 256 characters once they have more than 4096 together", () => {
    const [x, y] = ["x".repeat(300), "\u{1f600}".repeat(4096)];
    expect(headersOf(y)).toEqual(shown(y));
    expect(headersOf(x, y, "z")).toEqual(shown(x.slice(0, 256), "\u{1f600}".repeat(256), "z"));
  });

  it("takes what can be sent when it is cut", () => {
    const [x, y] = [`${"x".repeat(300)}\u0001`, "y".repeat(4090)];
    expect(headersOf(x, y)).toEqual(shown(y));
    expect(headersOf(x, y, "z".repeat(10))).toEqual(shown("x".repeat(256), "y".repeat(256), "z".repeat(10)));
  });

  it("takes nothing more when they have more than 4096 characters even so", () => {
    const texts = Array.from({ length: 200 }, (_, i) => `warning number ${i} ${"w".repeat(20)}`);
    expect(headersOf(...texts)).toHaveLength(108);
  });

  it("does not slow down with their number", () => {
    const time = (count: number): number =>
      leastTime(() => {
        const recorder = new WarningRecorder();
        for (let i = 0; i < count; i++) recorder.add(`unknown field "spec.f${i}\u0001"`);
      });
    expect(time(80_000)).toBeLessThan(8 * 6 * Math.max(time(10_000), 2));
  });
});

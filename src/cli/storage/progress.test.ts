import { expect, test } from "vitest";
import { CLEAR_LINE } from "../terminal.ts";
import { showProgress } from "./progress.ts";

function shownOn(isTTY: boolean): string {
  let [text, time] = ["", 0];
  const screen = {
    isTTY,
    write: (more: string) => {
      text += more;
    },
  };
  const { show, end } = showProgress(screen, () => time);
  for (time = 0; time <= 5000; time += 50) show({ step: "copy", done: time / 10, all: 500 });
  end();
  return text;
}

test("showProgress writes a plain line every two seconds", () => {
  expect(shownOn(false)).toBe("Copying: objects 200 of 500, 100/s\nCopying: objects 400 of 500, 100/s\n");
});

test("showProgress moves one line on a terminal, and takes it away in the end", () => {
  const text = shownOn(true);
  expect(text).not.toContain("\n");
  expect(text.split(CLEAR_LINE)).toHaveLength(52);
  expect(text.endsWith(`Copying: objects 500 of 500, 100/s${CLEAR_LINE}`)).toBe(true);
});

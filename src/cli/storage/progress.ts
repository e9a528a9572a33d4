import type { Progress, ShowProgress } from "../../storage/copy/places.ts";
import { CLEAR_LINE, type Screen } from "../terminal.ts";
import { inWords } from "./in-words.ts";

const WORDS: Readonly<Record<Progress["step"], string>> = {
  copy: "Copying: objects",
  verify: "Reading again: objects",
  raise: "Raising the revision of etcd:",
  check: "Checking: objects",
};
const TERMINAL_MS = 100;
const PLAIN_MS = 2000;

/** One line that moves on a terminal; elsewhere a line every two seconds. `end` leaves a clean line behind. */
export function showProgress(
  screen: Screen,
  now: () => number = performance.now.bind(performance),
): { show(progress: Progress): void; end(): void } {
  const pause = screen.isTTY === true ? TERMINAL_MS : PLAIN_MS;
  let [step, begun, shown, isOpen] = ["", now(), now(), false];
  return {
    show(progress) {
      const time = now();
      if (progress.step !== step) [step, begun] = [progress.step, time];
      if (time - shown < pause) return;
      shown = time;
      const text = lineOf(progress, (time - begun) / 1000);
      isOpen = screen.isTTY === true;
      screen.write(isOpen ? `${CLEAR_LINE}${text}` : `${text}\n`);
    },
    end() {
      if (isOpen) screen.write(CLEAR_LINE);
      isOpen = false;
    },
  };
}

/** Shows how far `work` is, for as long as it takes. Throws what it throws, in words. */
export async function withProgress<T>(screen: Screen, work: (show: ShowProgress) => Promise<T>): Promise<T> {
  const progress = showProgress(screen);
  try {
    return await work(progress.show);
  } catch (error) {
    throw inWords(error);
  } finally {
    progress.end();
  }
}

function lineOf({ step, done, all }: Progress, seconds: number): string {
  const rate = seconds > 0 ? `, ${Math.round(done / seconds)}/s` : "";
  // The source may have grown since it was counted.
  return `${WORDS[step]} ${done} of ${Math.max(done, all)}${rate}`;
}

import { StringDecoder } from "node:string_decoder";

/** Length from which a line is written in parts, in characters (64 KiB). */
const MOST = 64 << 10;

/** Returns a function that takes the bytes of one stream and passes on whole lines, so that those of several streams do not mix. */
export function wholeLines(write: (text: string) => void): { take(bytes: Buffer): void; end(): void } {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  return {
    take(bytes) {
      const text = rest + decoder.write(bytes);
      const end = text.length > MOST ? text.length : text.lastIndexOf("\n") + 1;
      if (end > 0) write(text.slice(0, end));
      rest = text.slice(end);
    },
    end() {
      if (rest !== "") write(`${rest}\n`);
      rest = "";
    },
  };
}

import type { Readable } from "node:stream";

/** An event of a stream of server-sent events. */
export interface StreamEvent {
  /** Empty if the event has none. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Longest event that is read, in characters. */
const LONGEST = 64 << 20;

/** Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), one line of data each. */
export async function* eventsIn(stream: Readable): AsyncGenerator<StreamEvent> {
  let rest = "";
  stream.setEncoding("utf8");
  for await (const piece of stream) {
    const blocks = (rest + String(piece)).split("\n\n");
    rest = blocks.pop() ?? "";
    if (rest.length > LONGEST) throw new Error("the server sent an event that is too long");
    for (const block of blocks) {
      const event = eventOf(block);
      if (event !== undefined) yield event;
    }
  }
}

function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const at = line.indexOf(": ");
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2));
  }
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return { id: fields.get("id") ?? "", event: fields.get("event") ?? "", data };
}

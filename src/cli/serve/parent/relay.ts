import type { Addressee, ToParent } from "../processes/messages.ts";

/**
 * Passes requests of one server to all others, and their answers back. The parent keeps nothing of them: the asking server limits
 * their number, size and time.
 */
export function relay(
  servers: { readonly current: ReadonlyMap<number, Addressee> },
  message: ToParent,
  from: Addressee,
): void {
  const { number } = from;
  const others = (): readonly Addressee[] => [...servers.current.values()].filter((one) => one !== from);
  switch (message.kind) {
    case "ask": {
      const asked = others();
      from.send({ kind: "asked", of: asked.map((one) => one.number), number: message.number });
      for (const one of asked) one.send({ ...message, from: number });
      break;
    }
    case "enough":
      for (const one of others()) one.send({ ...message, from: number });
      break;
    case "answer":
      servers.current
        .get(message.to)
        ?.send({ kind: "answer", from: number, number: message.number, part: message.part });
      break;
  }
}

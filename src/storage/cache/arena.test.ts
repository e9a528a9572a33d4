import { expect, test } from "vitest";
import { Arena } from "./arena.ts";
import { type Slab, Slot } from "./slot.ts";

const textOf = (arena: Arena, slot: Slot): string => Buffer.from(arena.read(slot)).toString();
const slotsNamed = (count: number): Slot[] => Array.from({ length: count }, (_, i) => new Slot(`/${i}`, 1));

test("Arena gives what was put, whatever comes and goes beside it", () => {
  const arena = new Arena();
  const slots = slotsNamed(2_000);
  const texts = new Map<Slot, string>();
  const put = (slot: Slot, text: string) => {
    texts.set(slot, text);
    arena.put(slot, Buffer.from(text));
  };
  for (const slot of slots) put(slot, slot.key.repeat(100));
  for (let round = 1; round < 20; round++) {
    for (const [i, slot] of slots.entries()) {
      if (i % round !== 0) continue;
      arena.drop(slot);
      put(slot, `${round}${slot.key}`.repeat(((i * round) % 300) + 1));
    }
  }
  for (const slot of slots) expect(textOf(arena, slot)).toBe(texts.get(slot));
});

test("Arena leaves what somebody has read as it was", () => {
  const arena = new Arena();
  const slots = slotsNamed(2_000);
  for (const slot of slots) arena.put(slot, Buffer.from(slot.key.repeat(200)));
  const read = slots.map((slot) => arena.read(slot));
  for (const slot of slots) {
    arena.drop(slot);
    arena.put(slot, Buffer.from("x".repeat(1_000)));
  }
  for (const [i, bytes] of read.entries()) expect(Buffer.from(bytes).toString()).toBe(`/${i}`.repeat(200));
});

test("Arena takes a third more than what lives in it, and its open piece", () => {
  const arena = new Arena();
  const slots = slotsNamed(5_000);
  for (const slot of slots) arena.put(slot, Buffer.alloc(1_000));
  for (let i = 0; i < 20_000; i++) {
    const slot = slots[(i * 7919) % slots.length]!;
    arena.drop(slot);
    arena.put(slot, Buffer.alloc(1_000));
  }
  const slabs = new Set(slots.flatMap(({ slab }): Slab[] => (slab === undefined ? [] : [slab])));
  const size = [...slabs].reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(size).toBeLessThan((5_000 * 1_000 * 4) / 3 + 2 * 256 * 1024);
});

test("Arena gives what is long a piece of its own", () => {
  const arena = new Arena();
  const [long, short] = [new Slot("/long", 1), new Slot("/short", 1)];
  arena.put(short, Buffer.from("short"));
  arena.put(long, Buffer.alloc(1 << 20, "l"));
  expect(textOf(arena, long)).toBe("l".repeat(1 << 20));
  expect(textOf(arena, short)).toBe("short");
  arena.drop(long);
  expect(arena.read(long)).toHaveLength(0);
});

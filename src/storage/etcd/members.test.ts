import { afterEach, expect, test } from "vitest";
import { type FakeCall, type FakeMember, fakeMember } from "./grpc/fake-member.tool.ts";
import { frameOf } from "./grpc/frames.ts";
import { Members } from "./members.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const answered = (call: FakeCall): void => {
  call.reply(Buffer.from("done"));
  call.status(0);
};
const leaderless = (call: FakeCall): void => call.status(14, "etcdserver: no leader");
const silent = (): void => {};

async function withMembers(
  ...answers: ((call: FakeCall) => void)[]
): Promise<{ members: Members; fakes: FakeMember[] }> {
  const fakes = await Promise.all(answers.map((answer) => fakeMember(answer)));
  const members = new Members(fakes.map(({ url }) => url));
  ends.push(...fakes.map((fake) => () => fake.close()), () => members.close());
  return { members, fakes };
}

const ask = (members: Members, kind: "read" | "write"): Promise<string> =>
  members[kind]("/s/Ask", frameOf(Buffer.from("x"))).then(String);
const callsOf = (fakes: readonly FakeMember[]): number[] => fakes.map(({ calls }) => calls.length);

test.each(["read", "write"] as const)(
  "Members.%s goes on with the next member when one has no leader",
  async (kind) => {
    const { members, fakes } = await withMembers(leaderless, answered);
    expect(await ask(members, kind)).toBe("done");
    expect(await ask(members, kind)).toBe("done");
    expect(callsOf(fakes)).toEqual([1, 2]);
  },
);

test.each(["read", "write"] as const)(
  "Members.%s goes on with the next member when one is not there",
  async (kind) => {
    const { members, fakes } = await withMembers(answered, answered);
    await fakes[0]?.close();
    expect(await ask(members, kind)).toBe("done");
  },
);

test("Members.read asks another when one does not answer", async () => {
  const { members, fakes } = await withMembers(silent, answered);
  expect(await ask(members, "read")).toBe("done");
  expect(await ask(members, "read")).toBe("done");
  expect(callsOf(fakes)).toEqual([1, 2]);
});

test("Members.write is sent once only when it may have happened, and the next one goes elsewhere", async () => {
  const { members, fakes } = await withMembers(silent, answered);
  let isOver = false;
  const first = ask(members, "write").catch(({ message }: Error) => {
    isOver = true;
    return message;
  });
  await expect.poll(() => isOver || members.all[0]?.slow).toBe(true);
  expect(await ask(members, "write")).toBe("done");
  expect(await first).toContain("no answer in 10 s");
  expect(callsOf(fakes)).toEqual([1, 1]);
});

test("Members.write is not repeated after a refusal", async () => {
  const { members, fakes } = await withMembers(
    (call) => call.status(8, "etcdserver: mvcc: database space exceeded"),
    answered,
  );
  await expect(ask(members, "write")).rejects.toThrow("space exceeded");
  expect(callsOf(fakes)).toEqual([1, 0]);
});

test("Members waits for an election", async () => {
  let asked = 0;
  const { members } = await withMembers((call) => (++asked > 2 ? answered(call) : leaderless(call)));
  expect(await ask(members, "write")).toBe("done");
});

test("Members gives up after a while", async () => {
  const { members } = await withMembers(leaderless);
  await expect(ask(members, "write")).rejects.toThrow("no leader");
});

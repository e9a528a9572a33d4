import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Random } from "../../../tools/differential/random.ts";
import { sampledCount } from "../../parts/sampled.ts";
import { builtProgram } from "../../parts/server.ts";
import { keptFailures } from "../kept.ts";
import type { Failure } from "../run-border.ts";
import { WIRE_BORDERS } from "./all.ts";
import { WireRunner } from "./run-wire.ts";

const runner = new WireRunner(dirname(dirname(builtProgram())));
afterAll(() => runner.stop());

/** Milliseconds for each border, and inputs of one round: a busy machine gets through fewer rounds. */
const TIME_MS = sampledCount(2_000);
const ROUND = 64;

test.each(WIRE_BORDERS.map((border) => [border.name, border] as const))(
  "%s: some time of random inputs do a running server no harm",
  async (name, border) => {
    const failures: Failure[] = [];
    const until = Date.now() + TIME_MS;
    for (let round = 0; round === 0 || Date.now() < until; round++)
      await runner.round(border, ROUND, new Random(`test/${name}/${round}`), (failure) =>
        failures.push(failure),
      );
    expect(failures.map(({ why, input }) => `${why} ${input}`)).toEqual([]);
  },
);

const kept = keptFailures(join(import.meta.dirname, "../failed"));
const again = WIRE_BORDERS.flatMap((border) =>
  kept.filter((one) => one.border === border.name).map(({ why, input }) => ({ border, why, input })),
);

test.each(again.map((one) => [one.border.name, one.why, one] as const))(
  "%s: what failed once (%s)",
  async (_name, _why, { border, input }) => {
    expect(await runner.failureOf(border, input)).toBeUndefined();
  },
);

import { afterEach, expect, it, vi } from "vitest";
import { run } from "../../scripts/parts/run.mjs";

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(() => void vi.unstubAllEnvs());

it.skipIf(process.platform !== "linux")(
  "stops a part of the tests that does not end, with what it has started",
  async () => {
    vi.stubEnv("SALLYPORT_SLOWNESS", "1");
    // The process that it started keeps the standard output open, so the run does not end before that process.
    const { code, output, shown } = await run(["sh", "-c", "sleep 1000 & echo $!; wait"], {
      cwd: ".",
      quiet: true,
      minutes: 0.02,
    });
    expect(code).not.toBe(0);
    expect(shown).toMatch(/^stopped, for it had not ended after 0.02 minutes\. This ran:\n\d+ sh -c /m);
    expect(shown).toMatch(/^\d+ sleep 1000\n {2}sleep: S/m);
    await expect.poll(() => isAlive(Number(output))).toBe(false);
  },
);

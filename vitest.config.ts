import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["src/**/*.test.ts", "test/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 600_000, pool: "forks",
    // A machine with other work may take long: what is waited for comes, or the test fails.
    expect: { poll: { timeout: 120_000 } } },
});

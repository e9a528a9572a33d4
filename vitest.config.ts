import { dirname, join, relative, resolve } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These take longest. They begin first, so that no processor is idle at the end. */
const LONGEST = [
  ...["test/explain/corpus", "test/packages/", "test/journeys/", "test/docs/quick-start"],
  ...["test/console/", "test/lint/try", "test/lint/deadlocks/play", "test/lint/outages/with-controllers"],
  ...["test/versions/", "tools/differential/", "test/docs/doc-examples"],
  ...["src/cli/webhook/rotate/", "src/testing/properties/", "src/workloads/several-servers"],
  ...["src/storage/etcd/", "src/http/serve-limits", "src/webhook/serve.test", "src/webhook/under-load"],
];
/** Set where programs are emulated (`npm run stress -- ahead`): how many times as long a test may take. */
const SLOWNESS = Number(process.env.SALLYPORT_SLOWNESS ?? 1);

const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((path) => moduleId.includes(path));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const ROOT = import.meta.dirname;
/** Folder of all modules as JavaScript, if `npm test` has compiled them (scripts/parts/compiled-modules.mjs). */
const { SALLYPORT_COMPILED } = process.env;

/** Takes the compiled module in place of its source; Node loads it and what is JavaScript itself. */
const compiled = (folder: string): Plugin => ({
  name: "compiled",
  enforce: "pre",
  config: () => ({ test: { server: { deps: { external: [/\.mjs$/] } } } }),
  resolveId(id, importer) {
    if (importer === undefined || !id.startsWith(".") || !/(?<!\.test|\.d)\.ts$/.test(id)) return;
    const path = relative(ROOT, resolve(dirname(importer), id));
    if (/^(?:src|test|tools)\//.test(path)) return join(folder, path.replace(/ts$/, "js"));
  },
});

const PATIENT_WORKER = new URL("test/parts/patient-worker.mjs", import.meta.url).href;

export default defineConfig({
  plugins: SALLYPORT_COMPILED === undefined ? [] : [compiled(SALLYPORT_COMPILED)],
  test: {
    ...{ include: ["src/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts"], testTimeout: 300_000 * SLOWNESS, hookTimeout: 600_000 * SLOWNESS },
    // Without isolation a worker loads a module once for all files, which takes a fifth of the time.
    ...{ pool: "forks", isolate: false, sequence: { sequencer: LongestFirst } },
    // Tests make much that is short-lived: it is looked through less often where it has more room.
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=64", "--import", PATIENT_WORKER] } },
    // A machine with other work may take long: what is waited for comes, or the test fails.
    expect: { poll: { timeout: 120_000 } },
  },
});

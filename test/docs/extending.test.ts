import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KubeObject } from "../../src/api/meta.ts";
import type { ResourceDefinition } from "../../src/resources/resource-definition.ts";
import { context } from "../tools/core-writes.tool.ts";

// The changes that docs/extending.md shows, applied to a copy of the source.
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COPY = join(ROOT, `node_modules/.cache/extending-${process.pid}`);

const page = readFileSync(join(ROOT, "docs/extending.md"), "utf8");
const changes = [...page.matchAll(/^```diff\n([\s\S]*?)^```/gm)].map(([, change = ""]) => change);

let resources: readonly ResourceDefinition[] = [];

function apply(change: string): void {
  const patch = join(COPY, "change.patch");
  writeFileSync(patch, change);
  // The command must not use the repository around the copy.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: join(ROOT, "node_modules/.cache") };
  const { status, stderr } = spawnSync("git", ["apply", patch], {
    cwd: COPY,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`docs/extending.md does not fit the source any more: ${stderr}`);
}

beforeAll(async () => {
  cpSync(join(ROOT, "src"), join(COPY, "src"), { recursive: true });
  for (const change of changes) apply(change);
  const outfile = join(COPY, "kinds.mjs");
  await build({
    entryPoints: [join(COPY, "src/resources/kinds/index.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const { builtinResources } = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  resources = builtinResources({ v1beta1Registration: false });
});
afterAll(() => rmSync(COPY, { recursive: true, force: true }));

/** An object of a kind, decoded, defaulted and prepared; its errors; its table cells without the age. */
function created(plural: string, body: object): { object: KubeObject; errors: unknown[]; cells: unknown[] } {
  const found = resources.find((resource) => resource.plural === plural);
  if (found === undefined) throw new Error(`no ${plural}`);
  const object = found.hub.decode({ metadata: { name: "a" }, ...body });
  found.hub.applyDefaults(object);
  found.strategy.prepareForCreate?.(object, context);
  const errors = found.strategy.validateCreate?.(object, context) ?? [];
  return {
    object,
    errors: errors.map(({ field, message }) => `${field}: ${message}`),
    cells: found.hub.cells(object, 0).slice(0, -1),
  };
}

test("the page shows a field and a kind", () => {
  expect(changes).toHaveLength(3);
});

test("all changes of the page are made in the folders of one group", () => {
  const changed = changes.flatMap((change) =>
    [...change.matchAll(/^\+\+\+ b\/(\S+)/gm)].map(([, path]) => path),
  );
  expect(changed.length).toBeGreaterThan(4);
  for (const path of changed)
    expect(path).toMatch(/^src\/(?:resources\/kinds|types\/tables)\/coordination\//);
});

test("the field of the page is decoded, defaulted, checked and shown", () => {
  expect(created("leases", { spec: { region: "north" } })).toMatchObject({
    object: { spec: { region: "north" } },
    errors: [],
    cells: ["a", "", "north"],
  });
  expect(created("leases", { spec: {} }).object.spec).toEqual({ region: "nowhere" });
  expect(created("leases", { spec: { region: "x" } }).errors).toEqual([
    'spec.region: Unsupported value: "x": supported values: "north", "nowhere"',
  ]);
});

test("the kind of the page is served with its status endpoint", () => {
  const { object, errors, cells } = created("permits", { spec: {}, status: { holder: "me" } });
  expect(object).toMatchObject({ metadata: { generation: 1 } });
  expect(errors).toEqual(["spec.holders: Required value"]);
  expect(cells).toEqual(["a", "<none>"]);
  const permit = resources.find(({ plural }) => plural === "permits");
  expect([...(permit?.subresources.keys() ?? [])]).toEqual(["status"]);
});

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BIND } from "./subresources/binding.ts";
import { ADMIT_EVICTION } from "./subresources/eviction.ts";
import { SCALE } from "./subresources/scale.ts";
import { WRITE_PATH } from "./write-path.ts";

const PAGE = new URL("../../../docs/write-path.md", import.meta.url);
const HERE = new URL("./", import.meta.url);

type Named = readonly { readonly name: string }[];

const { create, update, patch, apply } = WRITE_PATH;
const VERBS: readonly { readonly title: string; readonly lists: Readonly<Record<string, Named>> }[] = [
  {
    title: "POST: create",
    lists: { Once: create.once, "For each name, until one is free": create.missing },
  },
  { title: "PUT: update", lists: attempts(update) },
  { title: "PATCH: JSON patch, merge patch, strategic merge patch", lists: attempts(patch) },
  { title: "PATCH: server-side apply", lists: attempts(apply) },
  { title: "PUT of `/scale`", lists: attempts(SCALE.update) },
  {
    title: "PATCH of `/scale`: JSON patch, merge patch, strategic merge patch",
    lists: attempts(SCALE.patch),
  },
  { title: "PATCH of `/scale`: server-side apply", lists: attempts(SCALE.apply) },
  { title: "POST of a Binding", lists: { Once: BIND } },
  {
    title: "POST of an Eviction",
    lists: { "Once, before the validating phase and the deletion of the pod": ADMIT_EVICTION },
  },
];

function attempts(verb: { once: Named; stored: Named; missing: Named }) {
  return {
    Once: verb.once,
    "For each attempt to change the stored object": verb.stored,
    "If no object is stored": verb.missing,
  };
}

/** Docstrings of the functions of a folder, by name: text and file. */
function docstrings(folder: string): Map<string, { text: string; file: string }> {
  const found = new Map<string, { text: string; file: string }>();
  for (const file of readdirSync(new URL(folder, HERE))) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    const source = readFileSync(new URL(folder + file, HERE), "utf8");
    const functions = source.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?(?:async )?function\*? (\w+)/g,
    );
    for (const [, comment = "", name = ""] of functions)
      found.set(name, { text: comment.replace(/\s*\n \* ?/g, " ").trim(), file: folder + file });
  }
  return found;
}

function page(): string {
  const known = new Map([...docstrings("subresources/"), ...docstrings("write/steps/")]);
  const used = new Set(
    VERBS.flatMap(({ lists }) =>
      Object.values(lists)
        .flat()
        .map(({ name }) => name),
    ),
  );
  const lists = VERBS.flatMap(({ title, lists }) => [
    `## ${title}`,
    "",
    ...Object.entries(lists).flatMap(([when, steps]) => [
      `${when}:`,
      "",
      ...steps.map(({ name }, i) => `${i + 1}. \`${name}\``),
      "",
    ]),
  ]);
  const rows = [...used].sort().map((name) => {
    const { text, file } = known.get(name) ?? { text: "", file: "" };
    return `| \`${name}\` | ${text.replaceAll("|", "\\|")} | \`${file}\` |`;
  });
  return [
    "# The steps of a write",
    "",
    "Each write is a list of steps that run one after the other (`src/server/handle/write-path.ts`). A step reads and sets members",
    "of one value (`write/steps/write.ts`). `loop/run-steps.ts` runs the lists, and lets the requests that arrived together do each",
    "step together. This page is written from the code (`npm run update -- write-path`). Paths are below `src/server/handle/`.",
    "",
    ...lists,
    "## All steps",
    "",
    "| Step | Purpose | File |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

it("docs/write-path.md shows the lists of steps, and each step has a docstring", async () => {
  const text = page();
  expect(text).not.toContain("|  |");
  await expect(text).toMatchFileSnapshot(PAGE.pathname);
});

it("each verb checks the deadline directly before it stores", () => {
  const ends = [
    create.missing,
    update.stored,
    update.missing,
    patch.stored,
    apply.stored,
    apply.missing,
    SCALE.update.stored,
    SCALE.patch.stored,
    SCALE.apply.stored,
  ];
  for (const steps of ends) expect((steps as Named).at(-2)?.name).toBe("checkDeadline");
});

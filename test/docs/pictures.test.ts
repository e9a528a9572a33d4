import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawPictures } from "../../scripts/update/parts/pictures.mjs";
import { builtProgram } from "../parts/server.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(drawPictures(builtProgram()))(
  "$file shows what the command prints (npm run update -- pictures draws it)",
  ({ file, svg }) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toBe(svg);
  },
);

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withoutPlaceholders } from "../../../test/tools/golden-placeholders.tool.ts";
import { sharedFile } from "../../../test/tools/shared-folder.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { createRegistry } from "../registry.ts";
import { builtinResources } from "./index.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: true }));
const recorded = sharedFile("golden-api/recorded/1.37");

interface Answer {
  readonly step: string;
  readonly body?: Json;
}

function* tables(): Generator<{ id: string; table: JsonObject }> {
  for (const topic of ["tables", "read"]) {
    for (const file of readdirSync(join(recorded ?? "", topic))) {
      const { steps } = JSON.parse(readFileSync(join(recorded ?? "", topic, file), "utf8")) as {
        steps: Answer[];
      };
      for (const { step, body } of steps) {
        if (isJsonObject(body) && body.kind === "Table")
          yield { id: `${file} ${step}`, table: withoutPlaceholders(body) };
      }
    }
  }
}

describe.skipIf(recorded === undefined)("tables", () => {
  it("show the columns and cells that the reference shows", () => {
    const wrong: string[] = [];
    let right = 0;
    for (const { id, table } of tables()) {
      for (const row of table.rows as { cells: Json[]; object: JsonObject | null }[]) {
        const kind = row.object && kindOf(row.object);
        if (!kind) continue;
        const cells = kind.cells(row.object as KubeObject, Date.parse("2026-01-01T00:00:00Z"));
        const shown = cells.map((cell, i) =>
          /\{age\}/.test(String(row.cells[i])) ? (row.cells[i] ?? null) : cell,
        );
        const columns =
          JSON.stringify(kind.columns) === JSON.stringify(table.columnDefinitions ?? kind.columns);
        if (columns && comparable(shown) === comparable(row.cells)) right++;
        else wrong.push(`${id}: ${JSON.stringify(shown)} instead of ${JSON.stringify(row.cells)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(35);
  });
});

/** Replaces ages, which grow, and node ports, which are random. */
function comparable(cells: readonly Json[]): string {
  return JSON.stringify(cells)
    .replaceAll(/"\d+y(\d+d)?"/g, '"years"')
    .replaceAll(/30000|\{nodePort(#\d+)?\}/g, "port");
}

function kindOf(object: JsonObject) {
  if (object.kind === "PartialObjectMetadata") return undefined;
  const apiVersion = String(object.apiVersion);
  const slash = apiVersion.indexOf("/");
  return registry.kind(
    slash < 0 ? "" : apiVersion.slice(0, slash),
    apiVersion.slice(slash + 1),
    String(object.kind),
  );
}

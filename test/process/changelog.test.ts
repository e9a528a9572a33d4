import { expect, it } from "vitest";
import { datedChangelog, notesOf } from "../../scripts/parts/release/changelog.mjs";

const OPEN = `# Changelog

## 0.2.0 (not released yet)

- A command.
- Fixed: a crash
  at the start.
- Changed: a text.
- A flag.

## 0.1.0 (2026-01-01)

- The first.
`;

it("datedChangelog gives the open section a version and a date, and groups its entries", () => {
  const dated = datedChangelog(OPEN, "0.2.0", "2026-11-29");
  expect(dated).toBe(`# Changelog

## 0.2.0 (2026-11-29)

### Added

- A command.
- A flag.

### Changed

- A text.

### Fixed

- A crash
  at the start.

## 0.1.0 (2026-01-01)

- The first.
`);
  expect(notesOf(dated, "0.1.0")).toBe("- The first.\n");
});

it.each([
  ["# Changelog\n", 'no section "(not released yet)"'],
  ["## 1 (not released yet)\n\n## 0.1.0 (2026-01-01)\n\n- a\n", "no entry for this version"],
])("datedChangelog refuses %j", (text, message) => {
  expect(() => datedChangelog(text, "1.0.0", "2026-11-29")).toThrow(message);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** An empty folder for the tests of one file: called outside of tests, and removed after the last one. */
export function folderForTests(): string {
  const path = newFolder();
  afterAll(() => remove(path));
  return path;
}

/** An empty folder for one test, which is removed after it. */
export function folderForTest(): string {
  const path = newFolder();
  onTestFinished(() => remove(path));
  return path;
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), "sallyport-test-"));
const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

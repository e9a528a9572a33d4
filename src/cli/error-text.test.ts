import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderForTest } from "../../test/tools/scratch-folder.tool.ts";
import { errorText } from "./error-text.ts";

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("errorText says what the system refuses in words", () => {
  const folder = folderForTest();
  const file = join(folder, "none.yaml");
  expect(errorText(thrown(() => readFileSync(file)))).toBe(`there is no file or folder ${file}`);
  expect(errorText(thrown(() => readdirSync(import.meta.filename)))).toContain(
    "is a file, and has to be a folder",
  );
  expect(errorText(thrown(() => readFileSync(join(import.meta.filename, "below"))))).toBe(
    `${join(import.meta.filename, "below")}: a part of this path is a file, and has to be a folder`,
  );
  expect(errorText(thrown(() => mkdirSync(folder)))).toBe(`${folder} already exists`);
});

test("errorText says which port is taken", async () => {
  const first = createServer();
  await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
  const { port } = first.address() as { port: number };
  const error = await new Promise((resolve) =>
    createServer().once("error", resolve).listen(port, "127.0.0.1"),
  );
  first.close();
  expect(errorText(error)).toBe(
    `127.0.0.1:${port} is taken by another program: stop that one, or choose another port`,
  );
});

test("errorText leaves the words of others alone", () => {
  expect(errorText(new Error("--secure-port: no"))).toBe("--secure-port: no");
  expect(errorText("text")).toBe("text");
});

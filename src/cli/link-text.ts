import { rmSync } from "node:fs";
import { join } from "node:path";
import { writePrivate } from "../disk/private-files.ts";
import { messageOf } from "../report/describe-error.ts";

/** Text that leads a user to the link of a console. */
export interface LinkText {
  /** The link, or the place of the link. */
  readonly text: string;
  /** Removes the file, if there is one. */
  forget(): void;
}

/**
 * The link with its token, for a terminal. Other outputs become logs, which other users may read: for them, the link is
 * written to `console-link` in `folder`, which only its owner can read.
 */
export async function linkText(
  link: string,
  folder: string,
  isTerminal = process.stdout.isTTY === true,
): Promise<LinkText> {
  if (isTerminal) return { text: link, forget: () => {} };
  const file = join(folder, "console-link");
  try {
    await writePrivate(file, `${link}\n`);
    return { text: `the link in ${file}`, forget: () => rmSync(file, { force: true }) };
  } catch (error) {
    const text = `the link is shown on a terminal only (it cannot be written to ${file}: ${messageOf(error)})`;
    return { text, forget: () => {} };
  }
}

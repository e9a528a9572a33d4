import { signal } from "@preact/signals";
import { shellWord } from "../../src/report/shell-word.ts";
import { get } from "./api.ts";

/** Answer of `/api/about`. */
interface About {
  readonly server: string;
  readonly version: string;
  /** It decides requests under a second configuration too. */
  readonly shadow: boolean;
  /** Start of a command for a terminal: `npx --no sallyport explain`. */
  readonly explain: string;
  /** Its flag for the id of a request. */
  readonly idFlag: string;
}

/** Facts about the server of this page; undefined until the server has answered. */
export const about = signal<About | undefined>(undefined);

/** Command that explains a request in a terminal. `flag`: that of its id; default: the flag for requests of the list. */
export function explainCommand(id: string, flag = about.value?.idFlag ?? "--audit-id"): string {
  return `${about.value?.explain ?? "sallyport explain"} ${flag} ${shellWord(id)}`;
}

/** Reads it once more. */
export function readAbout(): void {
  get<About>("/api/about").then(
    (value) => {
      about.value = value;
    },
    () => {},
  );
}

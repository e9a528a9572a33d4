import { OWN_ESCAPE } from "../../report/visible-text.ts";

/** Colors of a text that is printed through `forTerminal`; `PLAIN` returns texts unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

const mark =
  (code: number) =>
  (text: string): string =>
    `${OWN_ESCAPE}[${code}m${text}${OWN_ESCAPE}[0m`;

export const COLORS: Paint = {
  bold: mark(1),
  dim: mark(2),
  red: mark(31),
  green: mark(32),
  yellow: mark(33),
};

const same = (text: string): string => text;

export const PLAIN: Paint = { bold: same, dim: same, red: same, green: same, yellow: same };

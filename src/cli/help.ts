import type { Command, Help, Option } from "commander";

/** Width of descriptions, in columns, below which a break of lines does not help. */
const MOST_NARROW = 16;

/**
 * Changes how `--help` of a command describes options: an empty list is no default, and descriptions are broken into lines
 * beside long names of flags, too.
 */
export function shapeHelp(command: Command): void {
  const { optionDescription } = command.createHelp();
  command.configureHelp({
    ...command.configureHelp(),
    minWidthToWrap: MOST_NARROW,
    optionDescription(this: Help, option) {
      return optionDescription.call(this, hasEmptyDefault(option) ? withoutDefault(option) : option);
    },
  });
}

const hasEmptyDefault = ({ defaultValue, defaultValueDescription }: Option): boolean =>
  Array.isArray(defaultValue) && defaultValue.length === 0 && defaultValueDescription === undefined;

const withoutDefault = (option: Option): Option =>
  Object.create(option, { defaultValue: { value: undefined } });

/** The part of many flags that `--help` shows. */
interface UsualFlags {
  /** Long names in the order of the list. */
  readonly names: readonly string[];
  /** Text after the list, such as examples. */
  readonly after: string;
}

/** Limits `--help` to the usual flags. `--help-all` shows all flags by their groups. */
export function withUsualHelp(command: Command, { names, after }: UsualFlags): Command {
  let showsAll = false;
  const { visibleOptions } = command.createHelp();
  const all = `All ${command.options.length} flags by subject: sallyport ${command.name()} --help-all`;
  command.configureHelp({
    visibleOptions(this: Help, shown) {
      const options = visibleOptions.call(this, shown);
      if (showsAll) return options;
      return names.flatMap((name) => options.find(({ long }) => long === name) ?? []).map(asUsual);
    },
  });
  return command
    .option("--help-all", "list all flags by subject")
    .on("option:help-all", () => {
      showsAll = true;
      command.help();
    })
    .addHelpText("after", () => (showsAll ? "" : `\n${after}\n\n${all}`));
}

const asUsual = (option: Option): Option =>
  Object.create(option, { helpGroupHeading: { value: "The flags that are used most:" } });

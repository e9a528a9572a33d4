import type { Argument, Command, Option } from "commander";

/**
 * Returns the commands of a program as a page of Markdown: the text of `--help`, under a heading for each.
 */
export function documentCommands(program: Command): string {
  const shown = program.commands.flatMap(withChildren).filter(isShown);
  return `${INTRODUCTION}\n${shown.map(section).join("\n")}`;
}

const INTRODUCTION = `# Commands and flags

<!-- Written by \`npm run update -- commands\`. Change the definitions in src/cli/, not this page. -->
`;

/** A command before its own ones. */
const withChildren = (command: Command): Command[] => [command, ...command.commands.flatMap(withChildren)];

/** The programs that `sallyport envtest` writes have the flags of others. */
const isShown = (command: Command): boolean => !command.name().startsWith("stand-in-");

function section(command: Command): string {
  const words = [...parents(command), command.name(), ...command.registeredArguments.map(argumentText)];
  const options = command.options.filter(({ hidden }) => !hidden);
  return [
    `## \`${words.join(" ")}\``,
    "",
    command.description(),
    "",
    ...(options.length === 0 ? [] : [...table(options), ""]),
  ].join("\n");
}

const parents = (command: Command): string[] =>
  command.parent === null ? [] : [...parents(command.parent), command.parent.name()];

const argumentText = (argument: Argument): string => {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
};

const table = (options: readonly Option[]): string[] => [
  "| Flag | Meaning | Default |",
  "| --- | --- | --- |",
  ...options.map(
    (option) => `| \`${cell(option.flags)}\` | ${cell(meaning(option))} | ${cell(defaultText(option))} |`,
  ),
];

const meaning = ({ description, argChoices, envVar }: Option): string =>
  [
    splitDefault(description).text,
    ...(argChoices === undefined ? [] : [argChoices.join(", ")]),
    ...(envVar === undefined ? [] : [`environment: ${envVar}`]),
  ]
    .filter((part) => part !== "")
    .join("; ");

/** Splits off a default in words, which ends the description: `where it goes (default: DATA-DIR/certs)`. */
function splitDefault(description: string): { text: string; said?: string } {
  const mark = " (default: ";
  const at = description.lastIndexOf(mark);
  if (at < 0 || !description.endsWith(")")) return { text: description };
  return { text: description.slice(0, at), said: description.slice(at + mark.length, -1) };
}

function defaultText({ description, defaultValue, defaultValueDescription }: Option): string {
  const { said } = splitDefault(description);
  if (said !== undefined) return said;
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  if (defaultValue === undefined || (Array.isArray(defaultValue) && defaultValue.length === 0)) return "";
  return `\`${String(defaultValue)}\``;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

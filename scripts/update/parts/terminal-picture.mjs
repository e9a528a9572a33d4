// An SVG picture of the screen of a terminal, legible on light and on dark pages.
const WIDTH = 92;
const CHAR = 7.85;
const LINE = 19;
const TOP = 46;
const LEFT = 18;

/** The codes of colors that the commands print (src/explain/text/paint.ts), and the classes of the picture. */
const CLASSES = { 1: "bold", 2: "dim", 31: "red", 32: "green", 33: "yellow" };

const STYLE = `
  .frame { fill: #f6f8fa; stroke: #d0d7de; }
  .text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre; }
  .dim { fill: #59636e; }
  .bold { font-weight: 700; }
  .red { fill: #c21c2c; }
  .green { fill: #116329; }
  .yellow { fill: #7d4e00; }
  @media (prefers-color-scheme: dark) {
    .frame { fill: #161b22; stroke: #30363d; }
    .text { fill: #e6edf3; }
    .dim { fill: #9198a1; }
    .red { fill: #ff7b72; }
    .green { fill: #56d364; }
    .yellow { fill: #e3b341; }
  }`;

/** Shows the lines one after the other, unless the reader's system asks for less motion. */
const PACED_STYLE = `
  @keyframes show { from { opacity: 0; } to { opacity: 1; } }
  @media (prefers-reduced-motion: no-preference) { .text { animation: show 1ms both; } }`;

/** Seconds before a line, and before a bold line, which begins a step. */
const LINE_S = 0.1;
const STEP_S = 2;

/**
 * A picture of `command` and of what it printed, with its codes of colors. `description` is for who cannot see it. `isPaced`: the
 * lines appear one after the other, with a pause before each step.
 */
export function terminalPicture({ command, output, description, isPaced = false }) {
  const lines = [
    prompted(command),
    ...output
      .trimEnd()
      .split("\n")
      .flatMap((line) => wrap(styled(line))),
  ];
  const width = Math.ceil(WIDTH * CHAR + 2 * LEFT);
  const height = TOP + lines.length * LINE + 6;
  const dots = [0, 1, 2].map(
    (i) => `<circle class="dim" cx="${LEFT + 6 + 18 * i}" cy="20" r="5" opacity="0.5"/>`,
  );
  const delays = isPaced ? delaysOf(lines) : undefined;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(description)}">
<style>${STYLE}${isPaced ? PACED_STYLE : ""}
</style>
<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${dots.join("")}
${lines.map((line, i) => textLine(line, TOP + LINE * i + 8, delays?.[i])).join("\n")}
</svg>
`;
}

const prompted = (command) => [...styled("\u001b[2m$ \u001b[0m"), ...styled(`\u001b[1m${command}\u001b[0m`)];

/** A line as characters, each with the classes of its marks. */
function styled(line) {
  const [begin, ...marked] = line.split("\u001b[");
  let classes = [];
  const chars = [...begin].map((char) => ({ char, style: "" }));
  for (const part of marked) {
    const end = part.indexOf("m");
    const code = part.slice(0, end);
    classes = code === "0" ? [] : [...classes, CLASSES[code]];
    for (const char of part.slice(end + 1)) chars.push({ char, style: classes.join(" ") });
  }
  return chars;
}

/** Breaks a long line at words; its continuation is indented by two more columns. */
function wrap(chars, indent = 2 + chars.findIndex(({ char }) => !" !".includes(char))) {
  if (chars.length <= WIDTH) return [chars];
  const space = chars.findLastIndex(({ char }, i) => i <= WIDTH && char === " ");
  const cut = space > 0 ? space : WIDTH;
  const rest = chars.slice(space > 0 ? cut + 1 : cut);
  return [chars.slice(0, cut), ...wrap([...Array(indent).fill({ char: " ", style: "" }), ...rest], indent)];
}

/** The time of each line in seconds. The command is there at once. */
function delaysOf(lines) {
  let at = 0;
  return lines.map(([first], i) => {
    if (i > 0) at += first?.style === "bold" ? STEP_S : LINE_S;
    return at;
  });
}

function textLine(chars, y, delay) {
  const runs = [];
  for (const { char, style } of chars) {
    const last = runs.at(-1);
    if (last?.style === style) last.text += char;
    else runs.push({ style, text: char });
  }
  const spans = runs.map(({ style, text }) =>
    style === "" ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`,
  );
  const paced = delay === undefined ? "" : ` style="animation-delay:${delay.toFixed(1)}s"`;
  return `<text class="text"${paced} xml:space="preserve" x="${LEFT}" y="${y}">${spans.join("")}</text>`;
}

const escaped = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

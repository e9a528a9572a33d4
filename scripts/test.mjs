// Builds, checks and runs every test, each part under its heading with its time; at the end a summary and the line
// `N passed, N failed, N skipped`, in tests, cases, steps and rounds. Exit status 1 when something failed.
import { parseArgs } from "node:util";
import { compileModules } from "./parts/compiled-modules.mjs";
import { firstFailure } from "./parts/counts.mjs";
import { run } from "./parts/run.mjs";
import { ROOT } from "./parts/shared.mjs";
import { LONG, SHORT } from "./parts/stages.mjs";

const USAGE = `npm test -- [--only NAME,...] [--skip NAME,...]
npm test -- --long [--only NAME,...] [--skip NAME,...]

Runs the tests: the short ones, or the long ones in a bounded form. What this machine lacks is skipped, with the reason.
A part that does not end in a quarter of an hour (tests of vitest: 25 minutes) is stopped and has failed; its output says
where its processes waited.

  --all             the short ones, then the long ones that do not repeat them with all cases
  --only NAME,...   only these parts, of both lists
  --skip NAME,...   all but these parts
  --again           what fails is run once more, alone: what passes then is listed as unsteady, and fails nothing

Short: ${namesOf(SHORT)}
Long:  ${namesOf(LONG)}`;

const flags = readFlags();
/** Sampled tests take one case in this number. */
const SAMPLE = "6";
const summary = [];
const total = { passed: 0, failed: 0, skipped: 0 };
const unsteady = [];
/** Repeated at the end: of a long run, that is what people look at first, and what a log with a limit keeps. */
const failures = [];
const stages = chosen();
// vitest.config.ts takes them from there.
if (stages.flat(Infinity).some(({ isVitest }) => isVitest))
  process.env.SALLYPORT_COMPILED = await compileModules();
for (const stage of stages) {
  const isAlone = stage.flat(Infinity).length === 1;
  const ran = await runAll(stage, true, !isAlone);
  if (flags.again) for (const { part, counts } of ran) await runAgain(part, counts);
  for (const { part, counts } of ran)
    if (counts.failed > 0) failures.push(`-- ${part.name}\n${firstFailure(counts.shown)}`);
  for (const { counts } of ran) for (const key of Object.keys(total)) total[key] += counts[key];
  if (isBroken(ran)) break;
}
console.log(`\n== Summary\n${summary.join("\n")}\n`);
if (unsteady.length > 0)
  console.log(`unsteady: failed once, passed when run again\n${unsteady.join("\n")}\n`);
if (failures.length > 0) console.log(`failed\n${failures.join("\n")}\n`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped === 0 ? "" : `, ${total.skipped} skipped`}`,
);
process.exitCode = total.failed === 0 ? 0 : 1;

function namesOf(stages) {
  return partsOf(stages)
    .map(({ name }) => name)
    .join(", ");
}

function partsOf(stages) {
  return stages.flat(Infinity);
}

function readFlags() {
  const text = { type: "string" };
  const yes = { type: "boolean" };
  const options = { only: text, skip: text, long: yes, all: yes, again: yes, help: { ...yes, short: "h" } };
  try {
    const { values } = parseArgs({ options });
    if (values.help) end(USAGE, 0);
    return { ...values, only: listed(values.only), skip: listed(values.skip) };
  } catch (error) {
    return end(`${error.message}\n\n${USAGE}`, 2);
  }
}

/** Names of parts; one that is unknown ends the program, for it would test nothing. */
function listed(names) {
  const known = partsOf([...SHORT, ...LONG]).map(({ name }) => name);
  for (const name of names?.split(",") ?? [])
    if (!known.includes(name)) end(`there is no part ${JSON.stringify(name)}\n\n${USAGE}`, 2);
  return names?.split(",");
}

function end(text, code) {
  console.log(text);
  process.exit(code);
}

/** The stages to run, without what was not asked for. A build that both lists have runs once. */
function chosen() {
  const all = flags.all || flags.only !== undefined;
  const stages = all ? [...SHORT, ...LONG.slice(1)] : flags.long ? LONG : SHORT;
  const wanted = ({ name, whole }) =>
    (flags.only?.includes(name) ?? !(whole && flags.all)) && !flags.skip?.includes(name);
  const chosenOf = (item) => {
    if (!Array.isArray(item)) return wanted(item) ? [item] : [];
    const left = item.flatMap(chosenOf);
    return left.length > 0 ? [left] : [];
  };
  return stages.flatMap(chosenOf);
}

/** Runs the parts of a list at the same time, those of a list in it one after the other, and so on. */
async function runAll(item, atOnce, beside) {
  if (!Array.isArray(item)) return [{ part: item, counts: await runPart(item, beside) }];
  if (atOnce) return (await Promise.all(item.map((one) => runAll(one, false, beside)))).flat();
  const ran = [];
  for (const one of item) {
    ran.push(...(await runAll(one, true, beside)));
    if (isBroken(ran)) break;
  }
  return ran;
}

/** Nothing after a build that failed can be true of the source. */
function isBroken(ran) {
  return ran.some(({ part, counts }) => part.name === "build" && counts.failed > 0);
}

function envOf({ env = {}, sampled }) {
  return sampled ? { ...env, SALLYPORT_SAMPLE: SAMPLE } : env;
}

/** `beside`: others run at the same time; its output is shown when it has ended. */
async function runPart(part, beside) {
  const { name, title, command, lacking, count, minutes } = part;
  if (!beside || lacking !== undefined) console.log(`\n== ${title}`);
  else console.log(`-- ${name} starts`);
  if (lacking !== undefined) return skipped(name, lacking);
  const how = { cwd: ROOT, env: envOf(part), minutes, quiet: beside };
  const { code, output, shown, seconds } = await run(command, how);
  if (beside) process.stdout.write(`\n== ${title}\n${shown}`);
  const counts = count(code, output);
  // A part that ends badly has failed, even when each of its tests went well.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  const said = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  console.log(`-- ${name}: ${said} (${seconds.toFixed(1)} s)`);
  summary.push(`${name.padEnd(13)} ${said.padEnd(36)} ${seconds.toFixed(1).padStart(6)} s`);
  return { ...counts, shown };
}

/**
 * A build that is delivered must not be refused because a busy machine was late once; nor must that be hidden, for it is
 * a race that has to be mended. What fails again has failed.
 */
async function runAgain(part, counts) {
  if (counts.failed === 0) return;
  const { name, title, again, minutes } = part;
  console.log(`\n== ${title}: what failed, again`);
  const { code, shown } = await run(again(counts.shown), { cwd: ROOT, env: envOf(part), minutes });
  console.log(`-- ${name}: ${code === 0 ? "passed" : "failed"} when run again`);
  if (code !== 0) {
    counts.shown = shown;
    return;
  }
  unsteady.push(`-- ${name}\n${firstFailure(counts.shown)}`);
  counts.passed += counts.failed;
  counts.failed = 0;
}

function skipped(name, why) {
  console.log(`-- ${name}: skipped: ${why}`);
  summary.push(`${name.padEnd(13)} skipped: ${why}`);
  return { passed: 0, failed: 0, skipped: 1 };
}

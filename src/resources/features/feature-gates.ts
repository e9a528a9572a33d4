import { goBool } from "../../go/bool.ts";
import { gateState, isGate } from "./gate-state.ts";
import { GATE_DEPENDENCIES, GATES, type Gate } from "./gates.ts";

const GROUPS = { AllAlpha: "alpha", AllBeta: "beta" } as const;
const isGroup = (gate: Gate): gate is keyof typeof GROUPS => Object.hasOwn(GROUPS, gate);

/**
 * Parses the values of `--feature-gates`, such as `EnvFiles=false` or `kube:EnvFiles=false`, for `1.MINOR`.
 * Returns true or false for each gate. Throws an Error with the texts of the reference
 * (component-base/featuregate/feature_gate.go, unsafeSetFromMap).
 */
export function parseFeatureGates(settings: readonly string[], minor: number): ReadonlyMap<Gate, boolean> {
  const given = readSettings(settings);
  const unknown = [...given.keys()].find((name) => !isGate(name));
  if (unknown !== undefined) throw new Error(`unrecognized feature gate: ${unknown}`);
  const set = new Map([...given].flatMap(([name, isOn]) => (isGate(name) ? [[name, isOn] as const] : [])));
  refuse([...set].flatMap(([gate, isOn]) => settingProblem(gate, isOn, minor) ?? []));
  const all = new Map([...groupedGates(set, minor), ...set]);
  refuse(dependencyProblems(all, minor));
  return all;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`);
}

function readSettings(settings: readonly string[]): ReadonlyMap<string, boolean> {
  const values = new Map<string, boolean>();
  for (const setting of withoutComponents(settings)) {
    const [name = "", value] = splitOnce(setting, "=").map((part) => part.trim());
    if (value === undefined) throw new Error(`missing bool value for ${name}`);
    values.set(name, parseBool(name, value));
  }
  return values;
}

/** Removes the component from each setting, like Set in component-base/compatibility/registry.go. */
function withoutComponents(settings: readonly string[]): string[] {
  const split = settings.map((setting) => splitOnce(setting, ":").map((part) => part.trim()));
  const components = new Set(split.map(([component, gate]) => (gate === undefined ? undefined : component)));
  if (components.has(undefined) && components.has("kube"))
    throw new Error(
      "set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use",
    );
  for (const component of components)
    if (component !== undefined && component !== "kube" && component !== "")
      throw new Error(`component not registered: ${component}`);
  return split.map((parts) => parts.at(-1) ?? "").filter((setting) => setting !== "");
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Parses a boolean like Go's strconv.ParseBool. */
function parseBool(name: string, text: string): boolean {
  const value = goBool(text);
  if (value !== undefined) return value;
  throw new Error(
    `invalid value of ${name}=${text}, err: strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`,
  );
}

function settingProblem(gate: Gate, isOn: boolean, minor: number): string | undefined {
  const state = gateState(gate, minor);
  if (state === undefined)
    return `cannot set feature gate ${gate} to ${isOn}, feature is PreAlpha at emulated version 1.${minor}, min compatibility version 1.${minor - 1}`;
  return state.isLocked && state.isOn !== isOn
    ? `cannot set feature gate ${gate} to ${isOn}, feature is locked to ${state.isOn}`
    : undefined;
}

/** AllAlpha and AllBeta set the gates of their stage that are not set otherwise. */
function groupedGates(set: ReadonlyMap<Gate, boolean>, minor: number): [Gate, boolean][] {
  return [...set].flatMap(([group, isOn]) => {
    if (!isGroup(group)) return [];
    return Object.keys(GATES)
      .filter(isGate)
      .filter((gate) => !isGroup(gate) && gateState(gate, minor)?.stage === GROUPS[group])
      .map((gate): [Gate, boolean] => [gate, isOn]);
  });
}

function dependencyProblems(set: ReadonlyMap<Gate, boolean>, minor: number): string[] {
  const isOn = (gate: Gate): boolean => set.get(gate) ?? gateState(gate, minor)?.isOn ?? false;
  return Object.entries(GATE_DEPENDENCIES).flatMap(([gate, needed]) => {
    const off = needed.filter((one) => !isOn(one));
    return off.length > 0 && isGate(gate) && isOn(gate)
      ? [`${gate} is enabled, but depends on features that are disabled: [${off.join(" ")}]`]
      : [];
  });
}

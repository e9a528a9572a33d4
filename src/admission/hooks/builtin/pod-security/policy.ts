import { type FieldError, invalid } from "../../../../api/field-error.ts";
import type { KubeObject } from "../../../../api/meta.ts";

const PREFIX = "pod-security.kubernetes.io/";
const LEVELS = ["privileged", "baseline", "restricted"] as const;

export type Level = (typeof LEVELS)[number];

export interface LevelVersion {
  readonly level: Level;
  /** Of version 1; undefined: the latest. */
  readonly minor: number | undefined;
}

/** What a namespace asks of its pods: refuse them, write them into the audit log, warn. */
export interface Policy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
  readonly errors: readonly FieldError[];
}

const FREE: LevelVersion = { level: "privileged", minor: undefined };
const NO_POLICY: Policy = { enforce: FREE, audit: FREE, warn: FREE, errors: [] };

export const compareLevels = (a: LevelVersion, b: LevelVersion): number =>
  LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level);

export const printLevelVersion = ({ level, minor }: LevelVersion): string =>
  `${level}:${minor === undefined ? "latest" : `v1.${minor}`}`;

/** What cannot be read counts as `restricted` where it is enforced, and as `privileged` elsewhere. */
export function readPolicy(namespace: KubeObject | null | undefined): Policy {
  const labels = namespace?.metadata.labels;
  if (labels === undefined || !Object.keys(labels).some((key) => key.startsWith(PREFIX))) return NO_POLICY;
  const errors: FieldError[] = [];
  const read = (mode: string, unreadable: Level): LevelVersion => ({
    level: readLevel(labels, mode, errors) ?? unreadable,
    minor: readVersion(labels, `${mode}-version`, errors),
  });
  const enforce = read("enforce", "restricted");
  const isEnforced = errors.every(({ field }) => field !== fieldOf("enforce")) && labels[`${PREFIX}enforce`];
  const audit = read("audit", "privileged");
  const own = read("warn", "privileged");
  const follows = labels[`${PREFIX}warn`] === undefined && isEnforced && compareLevels(enforce, own) > 0;
  const hasVersion = labels[`${PREFIX}warn-version`] !== undefined;
  const warn = follows ? { level: enforce.level, minor: hasVersion ? own.minor : enforce.minor } : own;
  return { enforce, audit, warn, errors };
}

type Labels = Readonly<Record<string, string>>;

const fieldOf = (name: string): string => `metadata.labels[${PREFIX}${name}]`;

function readLevel(labels: Labels, mode: string, errors: FieldError[]): Level | undefined {
  const value = labels[PREFIX + mode];
  if (value === undefined) return "privileged";
  const level = LEVELS.find((known) => known === value);
  if (level === undefined) errors.push(invalid(fieldOf(mode), value, `must be one of ${LEVELS.join(", ")}`));
  return level;
}

function readVersion(labels: Labels, name: string, errors: FieldError[]): number | undefined {
  const value = labels[PREFIX + name];
  if (value === undefined || value === "latest") return undefined;
  const [, minor] = /^v1\.(0|[1-9][0-9]*)$/.exec(value) ?? [];
  if (minor !== undefined && BigInt(minor) < 2n ** 63n) return Number(minor);
  errors.push(invalid(fieldOf(name), value, 'must be "latest" or "v1.x"'));
  return undefined;
}

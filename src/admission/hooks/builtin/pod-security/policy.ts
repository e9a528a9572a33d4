import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, invalid } from "../../../../api/validation/field-error.ts";

const PREFIX = "pod-security.kubernetes.io/";
const LEVELS = ["privileged", "baseline", "restricted"] as const;

/** `privileged`, `baseline` or `restricted`. */
export type Level = (typeof LEVELS)[number];

/** A level with the version of its rules: `baseline:v1.30`. */
export interface LevelVersion {
  readonly level: Level;
  /** Minor version of Kubernetes 1; undefined: the latest. */
  readonly minor: number | undefined;
}

/** Defaults for namespaces without labels. */
export interface PolicyDefaults {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

/** Levels of a namespace: for refusals, for the audit log, and for warnings. */
export interface Policy extends PolicyDefaults {
  readonly errors: readonly FieldError[];
}

const FREE: LevelVersion = { level: "privileged", minor: undefined };
/** Defaults that allow every pod. */
export const UNBOUND: PolicyDefaults = { enforce: FREE, audit: FREE, warn: FREE };

/** Negative if `a` is less strict than `b`. Versions are not compared. */
export const compareLevels = (a: LevelVersion, b: LevelVersion): number =>
  LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level);

/** True if none of the levels restricts pods. */
export const isFree = (...levels: readonly LevelVersion[]): boolean =>
  levels.every(({ level }) => level === "privileged");

/** Text as in annotations and messages: `baseline:latest`. */
export const printLevelVersion = ({ level, minor }: LevelVersion): string =>
  `${level}:${minor === undefined ? "latest" : `v1.${minor}`}`;

/**
 * Reads the labels of a namespace. A label that cannot be read counts as `restricted` for `enforce`, and as
 * `privileged` for the others.
 */
export function readPolicy(namespace: KubeObject | null | undefined, defaults: PolicyDefaults): Policy {
  const labels = namespace?.metadata.labels;
  if (labels === undefined || !Object.keys(labels).some((key) => key.startsWith(PREFIX)))
    return { errors: [], ...defaults };
  const errors: FieldError[] = [];
  const read = (mode: keyof PolicyDefaults, unreadable: Level): LevelVersion => {
    const [level, version] = [labels[PREFIX + mode], labels[`${PREFIX}${mode}-version`]];
    const { level: byDefault, minor } = defaults[mode];
    return {
      level: level === undefined ? byDefault : (parseLevel(level, fieldOf(mode), errors) ?? unreadable),
      minor: version === undefined ? minor : parseVersion(version, fieldOf(`${mode}-version`), errors),
    };
  };
  const enforce = read("enforce", "restricted");
  const isEnforced = errors.every(({ field }) => field !== fieldOf("enforce")) && labels[`${PREFIX}enforce`];
  const audit = read("audit", "privileged");
  const own = read("warn", "privileged");
  const follows = labels[`${PREFIX}warn`] === undefined && isEnforced && compareLevels(enforce, own) > 0;
  const hasVersion = labels[`${PREFIX}warn-version`] !== undefined;
  const warn = follows ? { level: enforce.level, minor: hasVersion ? own.minor : enforce.minor } : own;
  return { enforce, audit, warn, errors };
}

const fieldOf = (name: string): string => `metadata.labels[${PREFIX}${name}]`;

/** Returns the level; undefined, and an error in `errors`: there is no such level. */
export function parseLevel(value: string, field: string, errors: FieldError[]): Level | undefined {
  const level = LEVELS.find((known) => known === value);
  if (level === undefined) errors.push(invalid(field, value, `must be one of ${LEVELS.join(", ")}`));
  return level;
}

/** Returns the minor version of Kubernetes 1. Undefined: the latest, also if the version cannot be read. */
export function parseVersion(value: string, field: string, errors: FieldError[]): number | undefined {
  if (value === "latest") return undefined;
  const [, minor] = /^v1\.(0|[1-9][0-9]*)$/.exec(value) ?? [];
  if (minor !== undefined && BigInt(minor) < 2n ** 63n) return Number(minor);
  errors.push(invalid(field, value, 'must be "latest" or "v1.x"'));
  return undefined;
}

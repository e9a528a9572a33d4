import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { rangeProblem } from "../../../../api/validation/name-format.ts";
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "./source-fields.ts";

/** Facts about the volume that the check of its source needs. */
export interface SourceContext {
  /** metadata.name of the pod or the persistent volume; empty in templates. */
  readonly ownerName: string;
  readonly volumeName: string;
  /** True for a PersistentVolume that has a node affinity. */
  readonly hasNodeAffinity?: boolean;
}

/** Checks a source, and reports errors at `at`. */
export type SourceCheck = (source: Fields, at: FieldReport, context: SourceContext) => void;

/** Rules of one kind of source. */
export interface SourceRule {
  readonly field: string;
  /** Path of errors inside the source, if it differs from the field's name. */
  readonly path?: string;
  /** Path of the error about a second source, if it differs from the field's name. */
  readonly secondPath?: string;
  readonly check?: SourceCheck;
  /** Runs after `check`, with the path of the volume. */
  readonly checkVolume?: SourceCheck;
  /** True if this source is allowed after another one. */
  readonly besideOthers?: boolean;
  /** Runs even if another source came first, with the path of the volume. */
  readonly always?: SourceCheck;
}

/** Returns a check that these texts and lists are present, in this order. */
export const requires =
  (...names: string[]): SourceCheck =>
  (source, at) => {
    for (const name of names) at.require(name, textOf(source, name) || listOf(source, name));
  };

/** Runs all checks one after the other. */
export const both =
  (...checks: SourceCheck[]): SourceCheck =>
  (source, at, context) => {
    for (const check of checks) check(source, at, context);
  };

/** Checks that a number, if it is there, is between two bounds. `says`: the text of the error. */
export const inRange =
  (name: string, low: number, high: number, says = rangeProblem(low, high)): SourceCheck =>
  (source, at) => {
    const value = numberOf(source, name);
    if (value !== undefined && (value < low || value > high)) at.child(name).invalid(value, says);
  };

/** Returns a check that secretRef, if it is present, has these members. */
export const secretRefHas =
  (...names: string[]): SourceCheck =>
  (source, at) => {
    const ref = fieldsOf(source, "secretRef");
    if (ref === undefined) return;
    for (const name of names) at.child("secretRef").require(name, textOf(ref, name));
  };

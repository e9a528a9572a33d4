import type { FieldReport } from "../../../../api/field-path.ts";
import { rangeProblem } from "../../../../api/name-format.ts";
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "./source-fields.ts";

/** What a source is checked with beside itself. */
export interface SourceContext {
  /** metadata.name of the pod or volume; empty in templates. */
  readonly ownerName: string;
  readonly volumeName: string;
  /** Of a PersistentVolume that says on which nodes it is. */
  readonly hasNodeAffinity?: boolean;
}

export type SourceCheck = (source: Fields, at: FieldReport, context: SourceContext) => void;

/** The rules of one kind of source. */
export interface SourceRule {
  readonly field: string;
  /** Where the reference reports errors inside the source, when that is not the field's name. */
  readonly path?: string;
  /** Where it reports that there is a second source, when that is not the field's name. */
  readonly secondPath?: string;
  readonly check?: SourceCheck;
  /** Runs after `check`, at the volume. */
  readonly checkVolume?: SourceCheck;
  /** Another source that came first does not forbid it. */
  readonly besideOthers?: boolean;
  /** Runs even when another source came first; at the volume. */
  readonly always?: SourceCheck;
}

/** Texts and lists that must be there, in this order. */
export const requires =
  (...names: string[]): SourceCheck =>
  (source, at) => {
    for (const name of names) at.require(name, textOf(source, name) || listOf(source, name));
  };

export const both =
  (...checks: SourceCheck[]): SourceCheck =>
  (source, at, context) => {
    for (const check of checks) check(source, at, context);
  };

export const inRange =
  (name: string, low: number, high: number, says = rangeProblem(low, high)): SourceCheck =>
  (source, at) => {
    const value = numberOf(source, name);
    if (value !== undefined && (value < low || value > high)) at.child(name).invalid(value, says);
  };

/** secretRef, when it is there, must have these. */
export const secretRefHas =
  (...names: string[]): SourceCheck =>
  (source, at) => {
    const ref = fieldsOf(source, "secretRef");
    if (ref === undefined) return;
    for (const name of names) at.child("secretRef").require(name, textOf(ref, name));
  };

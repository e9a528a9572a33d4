import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength } from "../../../../api/validation/name-format.ts";
import { type JsonObject, membersOf } from "../../../../json/value.ts";
import type { DeviceAttribute } from "../../../../types/tables/resource/v1-types.ts";

const MAX_VALUE_BYTES = 64;

const IDENTIFIER = String.raw`(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)`;

const NUMBER = String.raw`(0|[1-9]\d*)`;

const SEMVER = new RegExp(
  String.raw`^${NUMBER}\.${NUMBER}\.${NUMBER}(-${IDENTIFIER}(\.${IDENTIFIER})*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$`,
);

const TYPES = ["int", "bool", "string", "version"] as const;

const LISTS = ["bools", "ints", "strings", "versions"] as const;

/** Members with values, in the order of declaration. An attribute has one of them. */
const MEMBERS = [...TYPES, "ints", "bools", "strings", "versions"] as const;

/** Returns the attribute in the reference's internal form, with Go's names. */
function printed(attribute: DeviceAttribute): JsonObject {
  const made: JsonObject = {};
  for (const plural of ["", "s"])
    for (const type of TYPES) {
      const name = `${type[0]?.toUpperCase()}${type.slice(1)}Value${plural}`;
      made[name] = membersOf<JsonObject>(attribute)[`${type}${plural}`] ?? null;
    }
  return made;
}

/** Number of values of an attribute; 1 without a list (numEntriesDeviceAttribute). */
export const valuesIn = (attribute: DeviceAttribute): number =>
  LISTS.reduce((sum, name) => sum + (attribute[name]?.length ?? 0), 0) || 1;

/** Checks an attribute: it has one value of one of four types, or a list of such values. */
export function checkAttribute(attribute: DeviceAttribute, at: FieldReport): void {
  const { string, version } = attribute;
  if (string !== undefined) checkText(string, at.child("string"));
  if (version !== undefined) checkVersion(version, at.child("version"));
  for (const name of LISTS) {
    if (attribute[name]?.length === 0) at.child(name).invalid([], "must not be empty if specified");
  }
  at.declared.eachOf("strings", attribute.strings, checkText);
  at.eachOf("versions", attribute.versions, checkVersion);
  const given = Object.values(attribute).filter((value) => value !== undefined && value !== null);
  if (given.length === 1) return;
  const value = given.length === 0 ? "" : printed(attribute);
  at.invalid(value, "exactly one value must be specified", unionProblem(attribute));
}

/** Returns the message of declarative validation about an attribute without a value, or with several. */
function unionProblem(attribute: DeviceAttribute): string {
  const given = MEMBERS.filter((name) => attribute[name] !== undefined);
  const names = MEMBERS.map((name) => `\`${name}\``).join(", ");
  return given.length === 0
    ? `Invalid value: "": must specify one of: ${names}`
    : `Invalid value: "{${given.join(", ")}}": must specify exactly one of: ${names}`;
}

function checkText(value: string, at: FieldReport): void {
  if (byteLength(value) > MAX_VALUE_BYTES) at.tooLong(MAX_VALUE_BYTES);
}

function checkVersion(value: string, at: FieldReport): void {
  if (!SEMVER.test(value)) at.invalid(value, "must be a string compatible with semver.org spec 2.0.0");
  checkText(value, at);
}

import type { TextTable } from "../text-table.ts";

/** Errors of schemas in definitions, with what helps. `$1` is the first group of the pattern. */
export const SCHEMA_HINTS: TextTable = {
  "uncorrelatable portion":
    "oldSelf needs an entry that can be found again: give the list x-kubernetes-list-type: map with x-kubernetes-list-map-keys, or write the rule at the list and compare whole lists",
  "anyOf\\[\\d+\\]\\.type: Forbidden: must be empty to be structural":
    "remove the types from anyOf: branches only restrict values. If they are integer and string, write x-kubernetes-int-or-string: true beside anyOf, which may then have them",
  "\\.(\\w+): Forbidden: must be (?:empty|false|undefined|nil) to be structural":
    "move $1 out of oneOf, anyOf, allOf or not, to the schema that has it: branches only restrict values (required, properties, pattern, enum)",
  "must not be empty at the root": "write type: object at the root of the schema",
  "must not be empty for specified (?:object fields|array items)":
    "write the type here, beside oneOf or anyOf, not in their branches; for any value x-kubernetes-preserve-unknown-fields: true, for a number or a text x-kubernetes-int-or-string: true",
  "items: Required value: must be specified":
    "a list has items with the schema of its entries: items: {type: string}",
  "additionalProperties and properties are mutual|additionalProperties cannot be set to false":
    "remove additionalProperties: unknown fields are pruned without it; of a map with any keys, remove properties",
  "\\$ref is not supported": "write the schema itself in place of the reference",
  "(?:invalid or unsupported Perl syntax: `\\(\\?[!<=]|invalid escape sequence: `\\\\[1-9])":
    "patterns are those of Go (RE2), which look neither ahead nor behind, and have no back references: write a rule in x-kubernetes-validations instead, !self.startsWith('a')",
  "must be a valid regular expression":
    "patterns are those of Go (RE2): https://github.com/google/re2/wiki/Syntax",
  "ieldPath: Invalid value":
    "fieldPath names a field that the schema below the rule declares, with a dot in front (.spec.name): declare the field, or leave fieldPath out",
  "must be atomic as item of a list with x-kubernetes-list-type=set":
    "objects in a set are compared as a whole: x-kubernetes-map-type: atomic beside the type of the items, or x-kubernetes-list-type: map with x-kubernetes-list-map-keys",
  ': Invalid value: "null"':
    "null is no default of an object or a list: write {} or [], or leave the field out of the default",
  "\\.default\\.(\\w+): Required value":
    'a default has to fit the schema itself: add "$1" to the default, give it a default of its own, or take it out of required',
  "in body must be of type (\\w+)":
    "a default has the type of its field: write a value of the type $1 (texts in quotes, numbers and booleans without)",
  "in x-kubernetes-list-map-keys, so it must have a default or be a required property":
    "add the key to required of the entries, or give it a default",
  "preserveUnknownFields: Invalid value: true":
    "remove spec.preserveUnknownFields, and write x-kubernetes-preserve-unknown-fields: true where the schema lets any fields pass",
  "x-kubernetes-preserve-unknown-fields: Invalid value: false":
    "remove x-kubernetes-preserve-unknown-fields: it is true or absent",
  "must not specify anything other than name and generateName":
    "remove the properties of metadata but name and generateName: the server knows the others itself",
  "entries must all be names of item properties":
    "name properties of the entries in x-kubernetes-list-map-keys",
  "must not be empty if x-kubernetes-list-type is map":
    "x-kubernetes-list-map-keys: [name], with the properties that identify an entry",
  "must not be empty if x-kubernetes-embedded-resource is true":
    "x-kubernetes-preserve-unknown-fields: true beside x-kubernetes-embedded-resource: true, or properties with the fields of the object",
  "must not have unknown fields": "declare the fields of the default in properties, or remove them from it",
  'Unsupported value: "(?:int|int32|int64|long)"': "type: integer",
  'Unsupported value: "(?:map|dict|struct|json)"':
    "type: object, with properties, or with additionalProperties for any keys",
  'Unsupported value: "(?:float|double|decimal)"': "type: number",
  'Unsupported value: "bool"': "type: boolean",
  'Unsupported value: "(?:list|slice)"': "type: array, with items",
  'Unsupported value: "(?:str|text|date|date-time|datetime)"':
    "type: string (with format: date-time for a time)",
  '^spec\\.versions\\[\\d+\\]\\.name: Invalid value: "[^"]*": a DNS-1035':
    "a version begins with a letter and has lower case letters and digits only: v1, v1beta1",
  "\\btype is a list, it must be a text":
    "a field has one type: type: string, and nullable: true if it may be null, too",
  "required is a boolean, it must be a list of texts":
    "required is a list in the object that has the field: required: [name]",
  "\\bproperties is a (?:list|text|number|boolean), it must be an object":
    "each member of properties is the schema of a field: required, type and x-kubernetes-validations belong beside properties",
  "must not contain line breaks": "write the message in one line",
  "uniqueItems cannot be set to true": "write x-kubernetes-list-type: set instead of uniqueItems",
  "conversionReviewVersions: Required value": "conversionReviewVersions: [v1]",
};

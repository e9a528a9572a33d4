import type { KnownErrors } from "./server-error.ts";

const OF_A_PATCH =
  "If the request itself is no patch, it is the answer of a mutating webhook or the JSONPatch of a mutating policy, whatever the failurePolicy: sallyport explain with the manifest and the configurations names it";

/** Errors of operations of a JSON patch (evanphx/json-patch, patch.go): those of clients, and those of mutating webhooks and policies. */
export const OPERATION_TEXTS: KnownErrors = {
  "a JSON patch cannot be applied: an operation $1 has no path, or no from": [
    /(add|copy|move|remove|replace|test) operation failed to decode (?:path|from): /,
    "each operation has op and path; move and copy have from, too",
  ],
  "a JSON patch cannot be applied: the list of $2 has no entry $3 for the operation $1": [
    /error in (add|copy|move|remove|replace|test) for path: '([^']{0,500})': Unable to access invalid index: (-?\d+)/,
    "write - in place of the index to append, and look at the length of the list before",
  ],
  "a JSON patch cannot be applied: $2 ends in a list, and its last part is no number": [
    /error in (add|copy|move|remove|replace|test) for path: '([^']{0,500})': (?:value was not a proper array index|strconv\.Atoi)/,
    "entries of a list are numbered from 0, and - appends one (only for add)",
  ],
  "a JSON patch cannot be applied: the object has no $2 for the operation $1": [
    /error in (move|remove|replace|copy) for path: '([^']{0,500})': Unable to remove nonexistent key/,
    "leave the operation out if the object has no such member",
  ],
  "a JSON patch was not applied: its operation test found another value at $1, or none": [
    /testing value (\S{0,500}) failed/,
    "the object was changed after it was read, or another webhook changed it before",
  ],
  "a JSON patch has the operation $1, which does not exist": [
    /Unexpected kind: (\S{0,60})/,
    "the operations are add, remove, replace, copy, move and test, in lower case",
  ],
};

/** Errors of patches, the text alone: the server answers those of webhooks and policies with 500. */
export const PATCH_TEXTS: KnownErrors = {
  ...Object.fromEntries(
    Object.entries(OPERATION_TEXTS).map(([says, [pattern, advice]]) => [
      says,
      [pattern, `${advice}. ${OF_A_PATCH}`] as const,
    ]),
  ),
  "the body is no JSON patch": [
    /(?:Invalid JSON Patch|invalid JSON patch)/,
    "a JSON patch is a list of operations: [{op, path, value}, …]",
  ],
  "the body of a JSON patch is not a list: it is of the type $1": [
    /error decoding patch: json: cannot unmarshal (\w+) into Go value of type \[\]/,
    "a JSON patch is a list of operations: [{op, path, value}, …]. For a part of an object, the type of the patch is merge (kubectl patch --type merge)",
  ],
  "the body of a merge patch is not an object: it is of the type $1": [
    /error decoding patch: json: cannot unmarshal (\w+) into Go value of type map/,
    "a merge patch is a part of the object. For a list of operations, the type of the patch is json (kubectl patch --type json)",
  ],
  "the body of the patch cannot be read: $'": [
    /error (?:decoding|encoding) patch: (?!json: cannot unmarshal)/,
    "correct the syntax of the patch: in a shell, the whole of it is in single quotes",
  ],
  "an entry of a list in a strategic merge patch has no $1": [
    /does not contain declared merge key: (\w+)/,
    "entries of this list are found by $1: write it into each entry, or send a merge patch or a JSON patch",
  ],
  "the applied object has two entries with the key $2 in the list $1": [
    /(?<!\S)(\.\S+): duplicate entries for key (\[[^\]]*\])/,
    "two items of the list have the same key, which server-side apply refuses: keep one of them",
  ],
  "the applied object has the field $1, which its kind does not have": [
    /(?<!\S)(\.\S+): field not declared in schema/,
    "the schema has no field of this name at this place: correct the name or the indentation, or update the CustomResourceDefinition. A client that compares by itself, such as Argo CD, can have an older schema",
  ],
  "the applied object has a value of a wrong type in $1: a $2 is expected": [
    /failed to create typed patch object(?: \([^()]{0,500}\))?: (\S{0,500}): expected (\w+), got /,
    "correct the value: a number or a boolean where a text is expected has to be in quotes",
  ],
  "the applied object is of another kind or version than the URL": [
    /expected objects of the same type, but got|Incorrect version specified in apply patch|^invalid object type: /,
    "apiVersion and kind of the body have to be those of the resource in the URL",
  ],
};

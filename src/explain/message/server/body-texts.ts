import type { KnownError } from "./server-error.ts";

const PATCHED =
  "the patch of a mutating webhook or policy gave the object a value of a wrong type: sallyport explain with the manifest and the configurations names it";

/** Errors of bodies that are not what the URL takes, and of objects that a patch made so. */
export const BODY_TEXTS: readonly KnownError[] = [
  [
    /^Internal error occurred: (?=.*: (?:ReadMapCB: expect|decode slice: expect|readObjectStart: expect|ReadString: expects|readUint|assertInteger: ))/,
    "the object cannot be read after a change by admission; the last of these fields has a value of a wrong type: $'",
    PATCHED,
  ],
  [
    /Internal error occurred: json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w*\.([\w.]+) of type (\S+)/,
    "the object cannot be read after a change by admission: $2 is a $1",
    PATCHED,
  ],
  [
    /Internal error occurred: no kind "([^"]*)" is registered for version "([^"]*)"/,
    "the object is of the kind $1 in version $2 after a change by admission, which does not exist",
    "a patch must not change apiVersion and kind: look for the webhook whose patch writes them",
  ],
  [
    /cannot be handled as an? (\w+): no kind "([^"]*)" is registered for version "([^"]*)"/,
    "the body has the kind $2 in version $3, which does not exist",
    "correct apiVersion or kind: kubectl api-resources lists both",
  ],
  [
    /cannot be handled as an? (\w+): converting \(\S+\.(\w+)\) to /,
    "the body is of the kind $2, and the URL takes $1",
    "send the object to the URL of its own resource, or correct kind",
  ],
  [
    /cannot be handled as an? \w+: strict decoding error: duplicate field "([^"]*)"/,
    "the body has the field $1 twice",
    "keep one of them: without strict validation the last one counts",
  ],
  [
    /cannot be handled as an? \w+: parsing time "([^"]*)" as /,
    'the body has "$1" where a time is expected',
    "a time is written 2026-01-31T00:00:00Z",
  ],
  [
    /decode slice: expect \[ or n, but found (.)/,
    "a value of the body begins with $1, and has to be a list; it is the last field in: $`",
    "write the entries of the list with - before each of them",
  ],
  [
    /cannot be handled as an? \w+: json: cannot unmarshal (\w+) (\S+) into Go struct field \w*\.([\w.]+) of type (u?int\d+)/,
    "$3 takes a whole number ($4), and the body has $2",
    "write a whole number that fits into $4",
  ],
  [
    /cannot be handled as an? \w+: json: cannot unmarshal object into Go struct field \w*\.([\w.]+) of type \[\]/,
    "$1 has to be a list, and is an object",
    "write the entries of the list with - before each of them",
  ],
  [
    /cannot be handled as an? \w+: json: cannot unmarshal array into Go struct field \w*\.([\w.]+) of type (?!\[\])/,
    "$1 is a list, and takes none",
    "remove the - before its members",
  ],
  [
    /cannot be handled as an? \w+: json: cannot unmarshal \w+ into Go struct field \w*\.([\w.]+) of type \[\]uint8/,
    "$1 takes text in base64",
    "encode the value, and put it in quotes; a Secret takes plain text in stringData",
  ],
  [
    /cannot be handled as an? \w+: json: cannot unmarshal (?:string|number|bool) into Go struct field \w*\.([\w.]+) of type \[\]/,
    "$1 has to be a list, and is a single value",
    "write it as a list: one line with - for each entry",
  ],
  [
    /cannot be handled as an? \w+: json: cannot unmarshal (\w+) into Go struct field \w*\.([\w.]+) of type (?:map\[|\w+\.)/,
    "$2, or an entry of it, has to be an object, and is a $1",
    "write its members in the following lines, indented deeper",
  ],
  [
    /cannot be handled as an? (\w+): /,
    "the body cannot be read as $1: $'",
    "correct the value that the text names",
  ],
  [
    /"" is invalid: patch: Invalid value: "/,
    "the patch gives no object that can be read: $'",
    "correct the value in the patch that the end of the text names",
  ],
  [
    /the API version in the data \(([^()]{0,300})\) does not match the expected API version \(([^()]{0,300})\)/,
    "the body is of version $1, and the URL of version $2",
    "send the object to the URL of its version, or convert it. A patch must not change apiVersion",
  ],
  [
    /the name of the object \(([^()]{0,300})\) does not match the name on the URL \(([^()]{0,300})\)/,
    "metadata.name is $1 in the body, and $2 in the URL",
    "an object keeps its name: create another one, and delete the old one. A patch, also that of a webhook, must not change metadata.name",
  ],
  [
    /the name of the object \((\S{0,253}) based on URL\) was undeterminable/,
    "the body has no metadata.name, and the URL names $1",
    "write metadata.name into the body; a patch must not remove it",
  ],
  [
    /does not match the namespace (?:on|sent on) the request/,
    "the body names another namespace than the request",
    "the manifest and the flag --namespace (or the path of the URL) have to name the same one",
  ],
  [
    /name in URL does not match name in (\w+) object/,
    "the body of the kind $1 has another metadata.name than the URL",
    "write the name of the pod into metadata.name",
  ],
];

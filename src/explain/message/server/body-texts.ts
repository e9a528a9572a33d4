import type { KnownErrors } from "./server-error.ts";

const PATCHED =
  "the patch of a mutating webhook or policy gave the object a value of a wrong type: sallyport explain with the manifest and the configurations names it";

/** Errors of bodies that are not what the URL takes, and of objects that a patch made so. */
export const BODY_TEXTS: KnownErrors = {
  "the object cannot be read after a change by admission; the last of these fields has a value of a wrong type: $'":
    [
      /^Internal error occurred: (?=.*: (?:ReadMapCB: expect|decode slice: expect|readObjectStart: expect|ReadString: expects|readUint|assertInteger: ))/,
      PATCHED,
    ],
  "the object cannot be read after a change by admission: $2 is a $1": [
    /Internal error occurred: json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w*\.([\w.]+) of type (\S+)/,
    PATCHED,
  ],
  "the object is of the kind $1 in version $2 after a change by admission, which does not exist": [
    /Internal error occurred: no kind "([^"]*)" is registered for version "([^"]*)"/,
    "a patch must not change apiVersion and kind: look for the webhook whose patch writes them",
  ],
  "the body has the kind $2 in version $3, which does not exist": [
    /cannot be handled as an? (\w+): no kind "([^"]*)" is registered for version "([^"]*)"/,
    "correct apiVersion or kind: kubectl api-resources lists both",
  ],
  "the body is of the kind $2, and the URL takes $1": [
    /cannot be handled as an? (\w+): converting \(\S+\.(\w+)\) to /,
    "send the object to the URL of its own resource, or correct kind",
  ],
  "the body has the field $1 twice": [
    /cannot be handled as an? \w+: strict decoding error: duplicate field "([^"]*)"/,
    "keep one of them: without strict validation the last one counts",
  ],
  'the body has "$1" where a time is expected': [
    /cannot be handled as an? \w+: parsing time "([^"]*)" as /,
    "a time is written 2026-01-31T00:00:00Z",
  ],
  "$1 of an object has a value that is no text: it begins with $2": [
    /([\w.]{1,200}): ReadString: expects " or n, but found (.), error found/,
    "write the value in quotes: YAML reads 1, 1.0 and true as a number or a boolean. A schema that keeps unknown fields lets such a value pass, and then the program that reads the object fails",
  ],
  "a value of the body begins with $1, and has to be a list; it is the last field in: $`": [
    /decode slice: expect \[ or n, but found (.)/,
    "write the entries of the list with - before each of them",
  ],
  "$3 takes a whole number ($4), and the body has $2": [
    /cannot be handled as an? \w+: json: cannot unmarshal (\w+) (\S+) into Go struct field \w*\.([\w.]+) of type (u?int\d+)/,
    "write a whole number that fits into $4",
  ],
  "$1 has to be a list, and is an object": [
    /cannot be handled as an? \w+: json: cannot unmarshal object into Go struct field \w*\.([\w.]+) of type \[\]/,
    "write the entries of the list with - before each of them",
  ],
  "$1 is a list, and takes none": [
    /cannot be handled as an? \w+: json: cannot unmarshal array into Go struct field \w*\.([\w.]+) of type (?!\[\])/,
    "remove the - before its members",
  ],
  "$1 takes text in base64": [
    /cannot be handled as an? \w+: json: cannot unmarshal \w+ into Go struct field \w*\.([\w.]+) of type \[\]uint8/,
    "encode the value, and put it in quotes; a Secret takes plain text in stringData",
  ],
  "$1 has to be a list, and is a single value": [
    /cannot be handled as an? \w+: json: cannot unmarshal (?:string|number|bool) into Go struct field \w*\.([\w.]+) of type \[\]/,
    "write it as a list: one line with - for each entry",
  ],
  "$2, or an entry of it, has to be an object, and is a $1": [
    /cannot be handled as an? \w+: json: cannot unmarshal (\w+) into Go struct field \w*\.([\w.]+) of type (?:map\[|\w+\.)/,
    "write its members in the following lines, indented deeper",
  ],
  "the body cannot be read as $1: $'": [
    /cannot be handled as an? (\w+): /,
    "correct the value that the text names",
  ],
  "the patch gives no object that can be read: $'": [
    /"" is invalid: patch: Invalid value: "/,
    "correct the value in the patch that the end of the text names",
  ],
  "the body is of version $1, and the URL of version $2": [
    /the API version in the data \(([^()]{0,300})\) does not match the expected API version \(([^()]{0,300})\)/,
    "send the object to the URL of its version, or convert it. A patch must not change apiVersion",
  ],
  "metadata.name is $1 in the body, and $2 in the URL": [
    /the name of the object \(([^()]{0,300})\) does not match the name on the URL \(([^()]{0,300})\)/,
    "an object keeps its name: create another one, and delete the old one. A patch, also that of a webhook, must not change metadata.name",
  ],
  "the body has no metadata.name, and the URL names $1": [
    /the name of the object \((\S{0,253}) based on URL\) was undeterminable/,
    "write metadata.name into the body; a patch must not remove it",
  ],
  "the body names another namespace than the request": [
    /does not match the namespace (?:on|sent on) the request/,
    "the manifest and the flag --namespace (or the path of the URL) have to name the same one",
  ],
  "the body of the kind $1 has another metadata.name than the URL": [
    /name in URL does not match name in (\w+) object/,
    "write the name of the pod into metadata.name",
  ],
};

import type { KnownErrors } from "./server-error.ts";

const LINE =
  "The number of the line counts from the line --- before the object, and the mistake may be in a line beside it";

/** Errors of YAML and JSON (go.yaml.in/yaml, scannerc.go and parserc.go; encoding/json, scanner.go). */
export const SYNTAX_TEXTS: KnownErrors = {
  "the YAML cannot be read: a line has a second colon with a blank after it, or is indented deeper than its neighbours":
    [
      /mapping values are not allowed in this context/,
      `put the value in quotes, or correct the indentation. ${LINE}`,
    ],
  "the YAML cannot be read: a line has another indentation than its neighbours, or a quote or bracket before it is not closed":
    [/did not find expected key/, `give the members of an object the same indentation. ${LINE}`],
  "the YAML cannot be read: a line has no colon: a text that continues without indentation, or a line that is no part of the object":
    [/could not find expected ':'/, `indent the lines of a text after key: |, or remove the line. ${LINE}`],
  "the YAML cannot be read: a value begins with a tab, @, % or `": [
    /found character that cannot start any token/,
    `indent with blanks, and put such a value in quotes. ${LINE}`,
  ],
  "the YAML cannot be read: a line is indented with a tab": [
    /found a tab character that violates indentation/,
    `indent with blanks only. ${LINE}`,
  ],
  "the YAML cannot be read: a value is missing: often {{ … }} of a template that was not rendered": [
    /did not find expected node content/,
    `render the template first, for example with helm template. ${LINE}`,
  ],
  "the YAML cannot be read: a value is {{ … }} of a template that was not rendered, or begins with { by mistake":
    [
      /invalid map key: |yaml: .{0,40}invalid map key/,
      `render the template first, for example with helm template, or put the value in quotes. ${LINE}`,
    ],
  "the YAML cannot be read: an entry of a list has another indentation than the others": [
    /did not find expected '-' indicator/,
    `give the entries of a list the same indentation. ${LINE}`,
  ],
  "the YAML cannot be read: an entry of a list, -, is in the line of its key": [
    /block sequence entries are not allowed in this context/,
    `begin the list in the next line. ${LINE}`,
  ],
  "the YAML cannot be read: a text in double quotes has a backslash, as in \\d": [
    /found unknown escape character/,
    `use single quotes, in which a backslash has no meaning. ${LINE}`,
  ],
  "the YAML cannot be read: a value begins with *, which refers to an anchor": [
    /unknown anchor/,
    `put the value in quotes. ${LINE}`,
  ],
  "the YAML cannot be read: a list [ … ] or an object { … } is not closed, or has a character that needs quotes":
    [/did not find expected ',' or '[\]}]'/, `close it, or put its texts in quotes. ${LINE}`],
  "the YAML cannot be read: a quote is not closed": [
    /found unexpected end of stream/,
    `close the quote, or write a text of several lines with key: |. ${LINE}`,
  ],
  "the YAML cannot be read: an object has the same key twice": [
    /mapping key "[^"]*" already defined|key "[^"]*" already set in map/,
    `keep one of them. ${LINE}`,
  ],
  "the YAML cannot be read: the file has a character that is no text in UTF-8": [
    /control characters are not allowed|invalid leading UTF-8 octet|incomplete UTF-8/,
    `save the file in UTF-8 without control characters. ${LINE}`,
  ],
  "the body cannot be read in the format that its Content-Type names: $'": [
    /(?:error converting YAML to JSON|error parsing (?:STDIN|\S{1,300}\.(?:ya?ml|json))|couldn't get version\/kind; json parse error|the object provided is unrecognized \(must be of type \w+\)|provided data does not appear to be a protobuf message|^yaml: line \d+): ?/,
    "correct the syntax, or the Content-Type. A file for kubectl is YAML or JSON, with apiVersion and kind",
  ],
  "the file has no object: its content is of the type $1": [
    /cannot unmarshal (\w+) into Go value of type unstructured\.detector/,
    "a file for kubectl has apiVersion, kind and metadata at its top; a list of objects is divided by lines ---",
  ],
  "an answer or a patch of a webhook is no JSON: $'": [
    /Internal error occurred: (?=invalid character '|unexpected end of JSON input)/,
    "the patch of an AdmissionReview is JSON, in base64 once",
  ],
  "the text is no JSON: $&$'": [
    /unexpected end of JSON input|invalid character '.{1,8}' (?:looking for|in|after) /,
    "correct the syntax; the whole body has to be there",
  ],
};

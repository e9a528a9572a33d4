import { oncePerObject } from "../../../../async/once.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import type { PublishedDocument } from "../published.ts";
import {
  any,
  double,
  each,
  either,
  encodeDocument,
  type Fields,
  flag,
  long,
  message,
  named,
  type Put,
  text,
  wrap,
} from "./gnostic-message.ts";

const encoded = oncePerObject((json: JsonObject) => encodeDocument(DOCUMENT, json));

/** Encodes a document of OpenAPI v3 in the protobuf form of gnostic (field numbers of its OpenAPIv3.proto). */
export const gnosticV3 = ({ json }: PublishedDocument): Uint8Array => encoded(json);

const reference: Put = message({ $ref: [1, text], description: [3, text] });
/** A schema contains schemas. */
const schema: Put = (...field) => schemaMessage(...field);
const preset: Put = (writer, number, value) => {
  if (typeof value === "number") wrap(1, double)(writer, number, value);
  else if (typeof value === "boolean") wrap(2, flag)(writer, number, value);
  else if (typeof value === "string") wrap(3, text)(writer, number, value);
  // The format has no field for an object.
  else message({})(writer, number, {});
};

const SCHEMA: Fields = {
  nullable: [1, flag],
  title: [9, text],
  multipleOf: [10, double],
  maximum: [11, double],
  exclusiveMaximum: [12, flag],
  minimum: [13, double],
  exclusiveMinimum: [14, flag],
  maxLength: [15, long],
  minLength: [16, long],
  pattern: [17, text],
  maxItems: [18, long],
  minItems: [19, long],
  uniqueItems: [20, flag],
  maxProperties: [21, long],
  minProperties: [22, long],
  required: [23, each(text)],
  enum: [24, each(any)],
  type: [25, text],
  allOf: [26, each(schema)],
  oneOf: [27, each(schema)],
  anyOf: [28, each(schema)],
  items: [30, wrap(1, schema)],
  properties: [31, named(1, schema)],
  additionalProperties: [32, either(isJsonObject, wrap(1, schema), wrap(2, flag))],
  default: [33, preset],
  description: [34, text],
  format: [35, text],
};

const schemaMessage = either((value) => "$ref" in value, wrap(2, reference), wrap(1, message(SCHEMA, 36)));

const content: Put = named(1, message({ schema: [1, schema] }));
const parameter: Put = wrap(
  1,
  message({
    name: [1, text],
    in: [2, text],
    description: [3, text],
    required: [4, flag],
    schema: [10, schema],
  }),
);
const response: Put = wrap(1, message({ description: [1, text], content: [3, content] }));

const operation: Put = message(
  {
    tags: [1, each(text)],
    description: [3, text],
    operationId: [5, text],
    parameters: [6, each(parameter)],
    requestBody: [7, wrap(1, message({ content: [2, content], required: [3, flag] }))],
    responses: [8, named(2, response)],
  },
  13,
);

const pathItem: Put = message({
  get: [4, operation],
  put: [5, operation],
  post: [6, operation],
  delete: [7, operation],
  options: [8, operation],
  head: [9, operation],
  patch: [10, operation],
  parameters: [13, each(parameter)],
});

const scheme: Put = wrap(
  1,
  message({ type: [1, text], description: [2, text], name: [3, text], in: [4, text] }),
);

const DOCUMENT: Fields = {
  openapi: [1, text],
  info: [2, message({ title: [1, text], version: [6, text] })],
  paths: [4, named(1, pathItem)],
  components: [5, message({ schemas: [1, named(1, schema)], securitySchemes: [7, named(1, scheme)] })],
};

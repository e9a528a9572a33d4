import { atOnce, type Steps } from "../../../../async/steps.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import {
  any,
  double,
  each,
  either,
  encodeSteps,
  type Fields,
  flag,
  long,
  message,
  named,
  type Put,
  text,
  wrap,
} from "./gnostic-message.ts";

/** Encodes a document of OpenAPI v2 in the protobuf form of gnostic (field numbers of its OpenAPIv2.proto). */
export const gnosticV2 = (document: JsonObject): Uint8Array => atOnce(gnosticV2Steps(document));

/** Encodes the same in steps. */
export const gnosticV2Steps = (document: JsonObject): Steps<Uint8Array> =>
  encodeSteps(DOCUMENT, { paths: [2, pathItem], definitions: [1, schema] }, document);

/** A schema contains schemas. */
const schema: Put = (...field) => schemaMessage(...field);

const SCHEMA: Fields = {
  $ref: [1, text],
  format: [2, text],
  title: [3, text],
  description: [4, text],
  default: [5, any],
  multipleOf: [6, double],
  maximum: [7, double],
  exclusiveMaximum: [8, flag],
  minimum: [9, double],
  exclusiveMinimum: [10, flag],
  maxLength: [11, long],
  minLength: [12, long],
  pattern: [13, text],
  maxItems: [14, long],
  minItems: [15, long],
  uniqueItems: [16, flag],
  maxProperties: [17, long],
  minProperties: [18, long],
  required: [19, each(text)],
  enum: [20, each(any)],
  additionalProperties: [21, either(isJsonObject, wrap(1, schema), wrap(2, flag))],
  type: [22, wrap(1, each(text))],
  items: [23, wrap(1, schema)],
  properties: [25, named(1, schema)],
};

const schemaMessage = message(SCHEMA, 31);

const PATH_PARAMETER: Fields = {
  required: [1, flag],
  in: [2, text],
  description: [3, text],
  name: [4, text],
  type: [5, text],
  uniqueItems: [19, flag],
};
const QUERY_PARAMETER: Fields = { ...PATH_PARAMETER, type: [6, text], uniqueItems: [20, flag] };
const BODY_PARAMETER: Fields = {
  description: [1, text],
  name: [2, text],
  in: [3, text],
  required: [4, flag],
  schema: [5, schema],
};

const otherParameter = either(
  (parameter) => parameter.in === "path",
  wrap(4, message(PATH_PARAMETER)),
  wrap(3, message(QUERY_PARAMETER)),
);
const parameter: Put = either(
  (value) => value.in === "body",
  wrap(1, message(BODY_PARAMETER)),
  wrap(2, otherParameter),
);
/** ParametersItem: a parameter, or a reference to a shared one. */
const parameterItem: Put = either(
  (value) => value.$ref === undefined,
  wrap(1, parameter),
  wrap(2, message({ $ref: [1, text] })),
);

const response: Put = message({ description: [1, text], schema: [2, wrap(1, schema)] });

const operation: Put = message(
  {
    tags: [1, each(text)],
    description: [3, text],
    operationId: [5, text],
    produces: [6, each(text)],
    consumes: [7, each(text)],
    parameters: [8, each(parameterItem)],
    responses: [9, named(1, wrap(1, response))],
    schemes: [10, each(text)],
  },
  13,
);

const pathItem: Put = message({
  get: [2, operation],
  put: [3, operation],
  post: [4, operation],
  delete: [5, operation],
  options: [6, operation],
  head: [7, operation],
  patch: [8, operation],
  parameters: [9, each(parameterItem)],
});

const apiKey: Put = message({ type: [1, text], name: [2, text], in: [3, text], description: [4, text] });

const DOCUMENT: Fields = {
  swagger: [1, text],
  info: [2, message({ title: [1, text], version: [2, text] })],
  paths: [8, named(2, pathItem)],
  definitions: [9, named(1, schema)],
  parameters: [10, named(1, parameter)],
  security: [12, each(named(1, wrap(1, each(text))))],
  securityDefinitions: [13, named(1, wrap(2, apiKey))],
};

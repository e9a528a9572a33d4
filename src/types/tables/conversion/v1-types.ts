// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";
import type { Status } from "../meta/v1-types.ts";

export type ConversionRequest = {
  uid?: string | undefined;
  desiredAPIVersion?: string | undefined;
  objects?: Json[] | undefined;
};

export type ConversionResponse = {
  uid?: string | undefined;
  convertedObjects?: Json[] | undefined;
  result?: Status | undefined;
};

export type ConversionReview = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  request?: ConversionRequest | undefined;
  response?: ConversionResponse | undefined;
};

/** The types of ConversionReview; the notation is explained in `notation.ts`. */
export const conversionV1 = `
ConversionRequest uid=0:s:types.UID desiredAPIVersion=0:s objects=0:*R
ConversionResponse uid=0:s:types.UID convertedObjects=0:*R result=0:meta/v1.Status
ConversionReview ^TypeMeta=0:meta/v1.TypeMeta request=0:ConversionRequest? response=0:ConversionResponse?
`;

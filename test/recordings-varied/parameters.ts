type Parameters = readonly (readonly [string, string])[];
export const WRITE_PARAMETERS: Parameters = [
  ["dryRun", "All"],
  ["dryRun", "x"],
  ["fieldValidation", "Strict"],
  ["fieldValidation", "Ignore"],
  ["fieldValidation", "x"],
  ["fieldManager", "varied"],
  ["fieldManager", "x".repeat(130)],
  ["force", "true"],
  ["pretty", "1"],
];
export const PARAMETERS: Readonly<Record<string, Parameters>> = {
  GET: [
    ["limit", "2"],
    ["limit", "-1"],
    ["resourceVersion", "0"],
    ["resourceVersionMatch", "Exact"],
    ["labelSelector", "a in (b,c)"],
    ["labelSelector", "a=="],
    ["fieldSelector", "metadata.name=a"],
    ["fieldSelector", "spec.x=1"],
    ["timeoutSeconds", "x"],
  ],
  DELETE: [
    ["dryRun", "All"],
    ["gracePeriodSeconds", "-1"],
    ["propagationPolicy", "Orphan"],
    ["propagationPolicy", "x"],
    ["orphanDependents", "true"],
  ],
};

const TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
export const ACCEPT = [
  "application/yaml",
  TABLE,
  `${TABLE}, application/json`,
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "*/*;q=0.1, application/yaml",
  "application/json;q=0.2,application/yaml;q=0.9",
  "text/html",
];

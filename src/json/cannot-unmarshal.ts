/**
 * encoding/json's error about a value of another type. `found`: name of its type in JSON (`goTypeName`), or `number 1.5`.
 * `wanted`: the Go type. `field`: `Pod.spec.hostNetwork`, the struct and the path; absent for a value that is no field.
 */
export const cannotUnmarshal = (found: string, wanted: string, field?: string): string =>
  `json: cannot unmarshal ${found} into ${field === undefined ? "Go value" : `Go struct field ${field}`} of type ${wanted}`;

const NUMBER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  integer: ["int32", "int64"],
  number: ["float", "double"],
};

const TEXT_FORMATS: ReadonlySet<string> = new Set(
  (
    "bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn " +
    "hexcolor rgbcolor byte password date duration datetime k8sshortname k8slongname"
  ).split(" "),
);

/** Removes dashes: formats are compared without them, so `date-time` is `datetime`. */
export const normalizeFormat = (format: string): string => format.replaceAll("-", "");

/** True if the reference (1.36) checks a format for a type; other formats are ignored. `type` may be empty. */
export function usableFormat(type: string, format: string): boolean {
  if (format === "") return false;
  if (type === "" || type === "string") return TEXT_FORMATS.has(normalizeFormat(format));
  return (NUMBER_FORMATS[type] ?? []).includes(format);
}

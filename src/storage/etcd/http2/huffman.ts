/**
 * The code of RFC 7541, appendix B, is canonical: of bytes whose codes are equally long, the next has the
 * next code. So a list of the bytes for each code length is enough.
 */
const LENGTHS: Readonly<Record<number, string>> = {
  5: "48-50,97,99,101,105,111,115-116",
  6: "32,37,45-47,51-57,61,65,95,98,100,102-104,108-110,112,114,117",
  7: "58,66-87,89,106-107,113,118-122",
  8: "38,42,44,59,88,90",
  10: "33-34,40-41,63",
  11: "39,43,124",
  12: "35,62",
  13: "0,36,64,91,93,126",
  14: "94,125",
  15: "60,96,123",
  19: "92,195,208",
  20: "128,130-131,162,184,194,224,226",
  21: "153,161,167,172,176-177,179,209,216-217,227,229-230",
  22: "129,132-134,136,146,154,156,160,163-164,169-170,173,178,181,185-187,189-190,196,198,228,232-233",
  23: "1,135,137-141,143,147,149-152,155,157-158,165-166,168,174-175,180,182-183,188,191,197,231,239",
  24: "9,142,144-145,148,159,171,206,215,225,236-237",
  25: "199,207,234-235",
  26: "192-193,200-202,205,210,213,218-219,238,240,242-243,255",
  27: "203-204,211-212,214,221-223,241,244-248,250-254",
  28: "2-8,11-12,14-21,23-31,127,220,249",
  30: "10,13,22",
};

/** The bytes of one length, and the code of the first of them. */
interface Row {
  readonly bits: number;
  readonly first: number;
  readonly bytes: readonly number[];
}

const rows = makeRows();

function makeRows(): Row[] {
  let code = 0;
  let before = 0;
  return Object.entries(LENGTHS).map(([text, ranges]) => {
    const bits = Number(text);
    const bytes = ranges.split(",").flatMap(expand);
    const first = code * 2 ** (bits - before);
    code = first + bytes.length;
    before = bits;
    return { bits, first, bytes };
  });
}

function expand(range: string): number[] {
  const [from = 0, to = from] = range.split("-").map(Number);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** The bytes behind a Huffman code. What is left at its end, seven bits at most, is padding. */
export function decodeHuffman(coded: Uint8Array): Buffer {
  const found: number[] = [];
  let code = 0;
  let bits = 0;
  let row = 0;
  for (let at = 0; at < coded.length * 8; at++) {
    code = code * 2 + ((coded[at >> 3]! >> (7 - (at & 7))) & 1);
    bits++;
    while (row < rows.length && rows[row]!.bits < bits) row++;
    const here = rows[row];
    if (here === undefined) throw new Error("a Huffman code that does not exist");
    const byte = here.bits === bits ? here.bytes[code - here.first] : undefined;
    if (byte === undefined) continue;
    found.push(byte);
    [code, bits, row] = [0, 0, 0];
  }
  return Buffer.from(found);
}

export declare function exportsOf(text: string): {
  name: string;
  line: number;
  isType: boolean;
  isDocumented: boolean;
}[];

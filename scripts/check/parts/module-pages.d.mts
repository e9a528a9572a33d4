export declare function complaintsAbout(page: string, text: string, folder: string): string[];
export declare function modules(root?: string): string[];
export declare function neighbourComplaints(
  page: string,
  text: string,
  module: string,
  allowed: Readonly<Record<string, readonly string[]>>,
): string[];
export declare function pageComplaints(
  allowed: Readonly<Record<string, readonly string[]>>,
  root?: string,
): string[];

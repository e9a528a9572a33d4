export declare function complaintsAbout(page: string, text: string, folder: string): string[];
export declare function modules(root?: string): string[];
export declare function pageComplaints(root?: string): string[];

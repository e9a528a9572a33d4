export declare function drawPictures(program?: string): { file: string; svg: string }[];

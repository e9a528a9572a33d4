export function kubeconfigFile(folder: string, server: string, token: string): string;

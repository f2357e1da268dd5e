export function takeLock(file: string, what: string, say: (sentence: string) => void): Promise<() => void>

export function findBrowser(env?: NodeJS.ProcessEnv, places?: readonly string[]): string | null

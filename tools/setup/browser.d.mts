export function findBrowser(env?: NodeJS.ProcessEnv, places?: readonly string[]): string | null

export function findHeadlessBrowser(env?: NodeJS.ProcessEnv): string | null

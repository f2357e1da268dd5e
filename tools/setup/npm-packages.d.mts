export function arePackagesThere(root: string): boolean
export function forgetInstall(root: string): void

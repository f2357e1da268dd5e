/** A profile that is kept remembers which sample service its library belongs to, so that the next start can give it back. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SampleService {
  readonly port: number
  readonly images: number
  readonly projects: number
}

const fileOf = (profile: string): string => join(profile, 'sample-service.json')

/** null when the profile never had one. */
export function readSampleService(profile: string): SampleService | null {
  const file = fileOf(profile)
  if (!existsSync(file)) return null
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof SampleService, unknown>> | null
    const { port, images, projects } = read ?? {}
    if (typeof port !== 'number' || typeof images !== 'number' || typeof projects !== 'number') return null
    return { port, images, projects }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export function keepSampleService(profile: string, service: SampleService): void {
  writeFileSync(fileOf(profile), JSON.stringify(service))
}

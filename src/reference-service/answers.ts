/** Answers that are pages for people, the same in every dialect. */
import type { ServiceAnswer } from './exchange.ts'

const HTML_HEADERS = { 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-cache, private' }

/** A page for people; `title` is trusted text of this module's callers. */
export function htmlPage(status: number, title: string): ServiceAnswer {
  const body = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return { status, headers: HTML_HEADERS, body }
}

/** What a caller that did not ask for JSON gets instead of 401, and for any address with a trailing slash. */
export function redirectAnswer(status: 301 | 302, location: string): ServiceAnswer {
  return { ...htmlPage(status, 'Redirecting'), headers: { ...HTML_HEADERS, location } }
}

/** Another account, which accepts the key and has no images. */
import type { SendAnswer, SendRequest } from '../../src/shared/send.ts'

/** Replaces a response about images with that of an empty account. */
export function readsNothing(request: SendRequest, answer: SendAnswer): SendAnswer {
  if (request.slot !== 'images' || answer.kind === 'failed') return answer
  return /\/images\/\d+$/.test(new URL(request.url).pathname)
    ? { ...answer, status: 404, body: '{"message":"Resource not found.","status":404}' }
    : { ...answer, body: '{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}' }
}

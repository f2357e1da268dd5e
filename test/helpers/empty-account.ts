/** Another account, which accepts the key and has no images. */
import type { SendResponse, SendRequest } from '../../src/shared/send.ts'

/** Replaces a response about images with that of an empty account. */
export function readsNothing(request: SendRequest, response: SendResponse): SendResponse {
  if (request.slot !== 'images' || response.kind === 'failed') return response
  return /\/images\/\d+$/.test(new URL(request.url).pathname)
    ? { ...response, status: 404, body: '{"message":"Resource not found.","status":404}' }
    : { ...response, body: '{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}' }
}

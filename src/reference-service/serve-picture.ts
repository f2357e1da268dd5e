/** Serves picture files over HTTP. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PictureResponse } from './faults.ts'
import { isPictureFile } from './picture-names.ts'
import type { ReferenceService } from './reference-service.ts'

/** Folder of the files, relative to the sources. */
export const PICTURE_FOLDER = join(import.meta.dirname, '../../resources/sample')

export interface PictureCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Serves a static file without key, limiter and log, as a web server in front of the application does. */
export async function servePicture(service: ReferenceService, call: PictureCall): Promise<FastifyReply> {
  const { request, reply } = call
  service.log.countPicture()
  const name = (request.url.split('?')[0] ?? '').split('/').at(-1) ?? ''
  const fault = service.settings.pictureFault
  const etag = `"${name}"`
  if (fault === null && request.headers['if-none-match'] === etag) return reply.code(304).send()
  const bytes = await readPictureFile(PICTURE_FOLDER, name)
  if (bytes === null) return reply.code(404).type('text/html').send('<!DOCTYPE html><title>Not Found</title>')
  const headers = { 'content-type': 'image/webp', etag, 'cache-control': 'public, max-age=31536000, immutable' }
  if (fault !== null) return sendPicture(call, fault({ status: 200, headers, bytes }))
  return reply.headers(headers).send(bytes)
}

/** Sends a picture and ends the connection early if the declared length is larger. */
function sendPicture(
  { request, reply }: PictureCall,
  { status, headers, bytes, promised }: PictureResponse
): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(status, { ...headers, 'content-length': promised ?? bytes.byteLength })
  if (promised === undefined) reply.raw.end(bytes)
  else reply.raw.write(bytes, () => request.raw.socket.destroy())
  return reply
}

/** Reads a picture file; `null` if the service has no such file. Rejects if the file cannot be read. */
export async function readPictureFile(folder: string, file: string): Promise<Uint8Array | null> {
  return isPictureFile(file) ? readFile(join(folder, file)) : null
}

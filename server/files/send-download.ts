import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

interface Download {
  name: string
  mime: string
  bytes: number
  content: Readable
}
/** Answers with a file that the browser saves and never renders. */
export const sendDownload = async (
  reply: FastifyReply,
  { name, mime, bytes, content }: Download,
): Promise<void> => {
  void reply
    .type(mime)
    .header('content-length', String(bytes))
    .header('content-disposition', disposition(name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'no-store')
  await reply.send(content)
}

/**
 * A Content-Disposition header: a plain ASCII name for old clients and the full name in UTF-8 (RFC
 * 6266).
 */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\w.() -]/g, '_')
  const whole = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

/**
 * Serves bytes only to fetch() calls: a page, frame or script that the browser would render or run
 * gets 404.
 */
export const requireProgram = (request: FastifyRequest): void => {
  const asker = request.headers['sec-fetch-dest']
  if (asker !== undefined && asker !== 'empty') throw new Refusal('NOT_FOUND')
}

import { Readable } from 'node:stream'
import { FeedbackRequest } from '#schema/api/users-service/feedback.ts'
import { Refusal } from '#schema/refusal.ts'
import { imageFacts } from '#schema/rules/files/image-size.ts'
import { FEEDBACK_LIMITS } from '#schema/tables/feedback.ts'
import { readForm } from '../files/read-form.ts'
import { readBytes, readJsonPart, wrongPart } from '../files/read-json-part.ts'
import type { ScanFile } from '../files/scan.ts'
import type { MailFile } from '../mail/mail.ts'

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

/**
 * The image as an attachment of a mail. Its type is detected from its bytes, and its file name is
 * fixed.
 */
const asPicture = async (bytes: Buffer, scan: ScanFile | undefined): Promise<MailFile> => {
  if (bytes.length === 0) throw new Refusal('FILE_EMPTY', { field: 'file' })
  const facts = imageFacts(bytes)
  if (facts === null)
    throw new Refusal('validation.mimes', { field: 'file', detail: { type: '?' } })
  const isFitting =
    facts.width >= 1 &&
    facts.height >= 1 &&
    facts.width <= FEEDBACK_LIMITS.widthPx &&
    facts.height <= FEEDBACK_LIMITS.heightPx
  if (!isFitting)
    throw new Refusal('validation.size', {
      field: 'file',
      detail: { size: FEEDBACK_LIMITS.fileBytes / 1_000 },
    })
  await scan?.(Readable.from([bytes]))
  return {
    filename: `screen.${ENDINGS[facts.kind]}`,
    contentType: facts.kind,
    content: bytes.toString('base64'),
  }
}

interface ReceivedFeedback extends FeedbackRequest {
  picture: MailFile | null
}

/** Receives a form with the part `request` and an optional part `file`, in any order. */
export const receiveFeedback = async (
  body: unknown,
  contentType: string | undefined,
  scan: ScanFile | undefined,
): Promise<ReceivedFeedback> => {
  if (!(body instanceof Readable)) throw wrongPart('body', 'is no form')
  try {
    let request: FeedbackRequest | null = null
    let file: Buffer | null = null
    for await (const part of readForm(body, contentType)) {
      if (part.name === 'request' && request === null)
        request = await readJsonPart(part, FeedbackRequest)
      else if (part.name === 'file' && file === null)
        file = await readBytes(
          part,
          FEEDBACK_LIMITS.fileBytes,
          `${FEEDBACK_LIMITS.fileBytes / 1_000_000} MB`,
        )
      else throw wrongPart('body', 'has a part that is not known, or comes twice')
    }
    if (request === null) throw wrongPart('request', 'is missing')
    return { ...request, picture: file === null ? null : await asPicture(file, scan) }
  } catch (cause) {
    // The connection has ended; this refusal reaches no client.
    if (body.errored !== null && body.errored === cause) throw new Refusal('UNAVAILABLE', { cause })
    throw cause
  } finally {
    // Drain the rest of the body, or the connection cannot be reused.
    body.resume()
  }
}

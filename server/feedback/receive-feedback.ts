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

/** The picture as a mail carries it; its kind is read from its bytes, and its name is ours. */
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

export interface ReceivedFeedback extends FeedbackRequest {
  picture: MailFile | null
}

/** A form of the parts `request` and, where there is a picture, `file`, in any order. */
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
    // The connection is gone, and no answer is needed.
    if (body.errored !== null && body.errored === cause) throw new Refusal('UNAVAILABLE', { cause })
    throw cause
  } finally {
    // What is not wanted still has to be read, or the connection cannot be used again.
    body.resume()
  }
}

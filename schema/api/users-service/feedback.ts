import * as v from 'valibot'
import { Feedback } from '../../entities/user.ts'
import { endpoints } from '../endpoint.ts'

const { text, sendCopy } = Feedback.entries

/** The JSON of the part `request`; the optional part `file` is a screenshot. */
export const FeedbackRequest = v.strictObject({
  feedback: v.pipe(v.string(), v.trim(), text),
  sendCopy: v.optional(sendCopy, false),
})
export type FeedbackRequest = v.InferOutput<typeof FeedbackRequest>

export const feedback = endpoints({
  send: {
    method: 'POST',
    path: '/users-service/users/feedback',
    access: 'user',
    takes: 'form',
    form: { request: FeedbackRequest, required: ['request'] },
    summary:
      'Send feedback to the operator, with a screenshot (PNG, JPEG or WebP) and a copy to the caller: a form of `request` and `file`',
    errors: [
      'FILE_EMPTY',
      'FILE_STORAGE_NOT_CLEAN_REJECTED',
      'INPUT_INVALID',
      'TOO_LARGE',
      'TOO_MANY_REQUESTS',
      'UNAVAILABLE',
      'validation.mimes',
      'validation.size',
    ],
    timeoutMs: 120_000,
  },
})

import type { MessageCode } from './tables/messages.ts'

/** The only domain error: a code of the message table for whatever the person cannot have. */
export class Refusal extends Error {
  readonly code: MessageCode
  /** The values of the text's placeholders. */
  readonly detail: Record<string, string | number>
  /** The dotted path of the input to correct. */
  readonly field: string | undefined

  constructor(
    code: MessageCode,
    options: { detail?: Record<string, string | number>; field?: string; cause?: unknown } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Refusal'
    this.code = code
    this.detail = options.detail ?? {}
    this.field = options.field
  }
}

import type { MessageCode } from './tables/messages.ts'

/** Everything a person cannot have, as a code of the message table. The one domain error. */
export class Refusal extends Error {
  readonly code: MessageCode
  /** What fills the placeholders of the text. */
  readonly detail: Record<string, string | number>
  /** The input that is to be mended, as a dotted path. */
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

/** An answer of S3 that is no success. */
export class S3Answer extends Error {
  readonly status: number
  /** Code of S3, for example NoSuchKey. */
  readonly reason: string

  constructor(status: number, reason: string) {
    super(`S3 answered ${status}${reason === '' ? '' : ` (${reason})`}`)
    this.status = status
    this.reason = reason
  }
}

/** The storage cannot be used now. */
export class S3Unavailable extends Error {
  readonly code = 'FILES_UNAVAILABLE'

  constructor(cause: unknown) {
    super(`The file store cannot be used: ${cause instanceof Error ? cause.message : ''}`, {
      cause,
    })
  }
}

const CREDENTIALS = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied'])
const REGION = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
])

/** Says which variable an operator has to correct. */
export const wordsFor = (error: unknown, { bucket, host }: { bucket: string; host: string }) => {
  const cause = error instanceof S3Unavailable ? error.cause : error
  if (!(cause instanceof S3Answer))
    return `FILES_URL: ${host} cannot be reached (${cause instanceof Error ? codeOf(cause) : ''})`
  const { status, reason } = cause
  if (reason === 'NoSuchBucket' || status === 404)
    return `FILES_URL: there is no bucket ${bucket} at ${host}; create it first`
  if (reason === 'RequestTimeTooSkewed')
    return `FILES_URL: the clocks of this machine and of ${host} differ by too much`
  if (REGION.has(reason) || status === 301 || status === 307)
    return `FILES_URL: the bucket ${bucket} is in another region than region=… says (${reason})`
  if (CREDENTIALS.has(reason) || status === 401 || status === 403)
    return (
      `AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: ${host} refuses them for the bucket ${bucket} ` +
      `(${reason === '' ? status : reason})`
    )
  return `FILES_URL: ${host} answered ${status} ${reason}`
}

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message

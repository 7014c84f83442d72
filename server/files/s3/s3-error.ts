import type { S3Place } from './s3-place.ts'

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

  constructor(cause: unknown, option: string) {
    const reason = cause instanceof Error ? cause.message : ''
    super(`${option}: the file store cannot be used: ${reason}`, { cause })
  }
}

const CREDENTIALS = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied'])
const REGION = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
])

/** Says which variable or option an operator has to correct. */
export const wordsFor = (error: unknown, { bucket, bucketUrl, option }: S3Place): string => {
  const { host } = new URL(bucketUrl)
  const cause = error instanceof S3Unavailable ? error.cause : error
  if (!(cause instanceof S3Answer))
    return `${option}: ${host} cannot be reached (${cause instanceof Error ? codeOf(cause) : ''})`
  const { status, reason } = cause
  if (reason === 'NoSuchBucket' || status === 404)
    return `${option}: there is no bucket ${bucket} at ${host}; create it first`
  if (reason === 'RequestTimeTooSkewed')
    return `${option}: the clocks of this machine and of ${host} differ by too much`
  if (REGION.has(reason) || status === 301 || status === 307)
    return `${option}: the bucket ${bucket} is in another region than region=… says (${reason})`
  if (CREDENTIALS.has(reason) || status === 401 || status === 403)
    return (
      `AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: ${host} refuses them for the bucket ${bucket} ` +
      `of ${option} (${reason === '' ? status : reason})`
    )
  return `${option}: ${host} answered ${status} ${reason}`
}

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message

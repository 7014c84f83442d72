import { describe, expect, it, test } from 'vitest'
import { parseS3Url } from './s3-place.ts'
import { S3Answer, S3Unavailable, wordsFor } from './s3-error.ts'

const PLACE = parseS3Url('s3://tenders/files?endpoint=https://s3.example:9000&region=eu-test-1', {
  accessKeyId: 'id',
  secretAccessKey: 'secret',
})
const OPTION = 'FILES_URL'
const HOST = 's3.example:9000'
const words = (status: number, reason = ''): string =>
  wordsFor(new S3Answer(status, reason), { ...PLACE, option: OPTION })

test('an answer that is no success tells its status, and its code if it has one', () => {
  const answer = new S3Answer(404, 'NoSuchKey')
  expect([answer.message, answer.status, answer.reason]).toEqual([
    ...['S3 answered 404 (NoSuchKey)', 404, 'NoSuchKey'],
  ])
  expect(new S3Answer(502, '').message).toBe('S3 answered 502')
})

test('[FI27] a store that cannot be used keeps the cause and names its option', () => {
  const cause = new Error('connect ECONNREFUSED')
  const error = new S3Unavailable(cause, OPTION)
  expect([error.code, error.cause, error.message]).toEqual([
    ...['FILES_UNAVAILABLE', cause],
    'FILES_URL: the file store cannot be used: connect ECONNREFUSED',
  ])
  expect(new S3Unavailable('nothing', OPTION).message).toBe(
    'FILES_URL: the file store cannot be used: ',
  )
})

describe('[BU26] an operator reads what to correct', () => {
  it('where the bucket does not exist', () => {
    const line = `FILES_URL: there is no bucket tenders at ${HOST}; create it first`
    expect([words(404), words(404, 'NoSuchKey'), words(400, 'NoSuchBucket')]).toEqual([
      ...[line, line, line],
    ])
  })

  it('where the clocks differ', () => {
    expect(words(403, 'RequestTimeTooSkewed')).toBe(
      `FILES_URL: the clocks of this machine and of ${HOST} differ by too much`,
    )
  })

  it('where the region is another one', () => {
    const line = (reason: string): string =>
      `FILES_URL: the bucket tenders is in another region than region=… says (${reason})`
    expect(words(301)).toBe(line(''))
    expect(words(307)).toBe(line(''))
    for (const reason of [
      'AuthorizationHeaderMalformed',
      'PermanentRedirect',
      'TemporaryRedirect',
      'IllegalLocationConstraintException',
    ])
      expect(words(400, reason)).toBe(line(reason))
  })

  it('where the key is refused', () => {
    const line = (reason: string): string =>
      `AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: ${HOST} refuses them for the bucket tenders of ` +
      `FILES_URL (${reason})`
    expect([words(401), words(403)]).toEqual([line('401'), line('403')])
    for (const reason of ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied'])
      expect(words(400, reason)).toBe(line(reason))
  })

  it('where the store answers something else', () => {
    expect(words(500, 'InternalError')).toBe(`FILES_URL: ${HOST} answered 500 InternalError`)
    expect(words(400, 'InvalidRequest')).toBe(`FILES_URL: ${HOST} answered 400 InvalidRequest`)
  })

  it('where nothing answers, with the code of the network', () => {
    const place = { ...PLACE, option: OPTION }
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(wordsFor(refused, place)).toBe(`FILES_URL: ${HOST} cannot be reached (ECONNREFUSED)`)
    const silent = new Error('S3 said nothing for 9 ms')
    expect(wordsFor(new S3Unavailable(silent, OPTION), place)).toBe(
      `FILES_URL: ${HOST} cannot be reached (S3 said nothing for 9 ms)`,
    )
    const numbered = Object.assign(new Error('odd'), { code: 7 })
    expect(wordsFor(numbered, place)).toBe(`FILES_URL: ${HOST} cannot be reached (odd)`)
    expect(wordsFor('nothing', place)).toBe(`FILES_URL: ${HOST} cannot be reached ()`)
    expect(wordsFor(new S3Unavailable(new S3Answer(500, 'InternalError'), OPTION), place)).toBe(
      `FILES_URL: ${HOST} answered 500 InternalError`,
    )
  })
})

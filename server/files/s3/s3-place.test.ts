import { expect, test } from 'vitest'
import { parseFilesUrl } from '../open-store.ts'

const CREDENTIALS = { accessKeyId: 'id', secretAccessKey: 'secret' }
const bucketUrl = (url: string): string => {
  const found = parseFilesUrl(url, CREDENTIALS)
  return found.kind === 's3' ? `${found.place.bucketUrl}/${found.place.prefix}` : found.dir
}

test('[FI26] FILES_URL names a folder, or a bucket of Amazon or of another storage', () => {
  expect(bucketUrl('file:///srv/files')).toBe('/srv/files')
  expect(bucketUrl('s3://tenders?region=eu-west-1')).toBe(
    'https://tenders.s3.eu-west-1.amazonaws.com/',
  )
  expect(bucketUrl('s3://tenders/a/b/?endpoint=https://s3.example:9000')).toBe(
    'https://s3.example:9000/tenders/a/b/',
  )
  expect(bucketUrl('s3://tenders/a?endpoint=https://s3.example&style=host')).toBe(
    'https://tenders.s3.example/a/',
  )
  expect(bucketUrl('s3://tenders?endpoint=http://s3.example&requireTLS=false')).toBe(
    'http://s3.example/tenders/',
  )
})

test.each([
  ['s3://tenders', 'FILES_URL: needs region='],
  ['s3://Tenders_1?region=eu', 'FILES_URL: needs the name of a bucket'],
  ['s3:///files?region=eu', 'FILES_URL: needs the name of a bucket'],
  ['s3://tenders/a b?region=eu', 'FILES_URL: allows letters'],
  ['s3://tenders?region=eu&secure=1', 'FILES_URL: does not know the parameter secure'],
  ['s3://tenders?endpoint=ftp://s3.example', 'FILES_URL: needs a URL with http'],
  ['s3://tenders?endpoint=http://s3.example', 'FILES_URL: needs https://'],
  ['https://s3.example/tenders', 'FILES_URL: has to begin'],
])('[FI26] a wrong FILES_URL is refused with the mend: %s', (url, words) => {
  expect(() => parseFilesUrl(url, CREDENTIALS)).toThrow(words)
})

test('[FI26] S3 without credentials is refused, and the variable is named', () => {
  const url = 's3://tenders?region=eu-west-1'
  expect(() => parseFilesUrl(url, {})).toThrow('AWS_ACCESS_KEY_ID: needed')
  expect(() => parseFilesUrl(url, { accessKeyId: 'id' })).toThrow('AWS_SECRET_ACCESS_KEY: needed')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '#server/files/s3/s3-client.ts'
import { S3Answer } from '#server/files/s3/s3-error.ts'
import { parseS3Url, type S3Credentials } from '#server/files/s3/s3-place.ts'
import { projectRoot } from './project-root.ts'

/** Python of Debian, for which its package python3-swift is. */
const PYTHON = '/usr/bin/python3'
/** Whether OpenStack Swift is installed, whose S3 API the tests use. */
export const hasS3 =
  existsSync(PYTHON) && existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api')

export const CREDENTIALS: S3Credentials = {
  accessKeyId: 'test:tenderbook',
  secretAccessKey: 'secret-of-tests',
}
export const S3_ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
}

export interface S3Server {
  readonly port: number
  /** FILES_URL of a bucket, by default at the server itself. */
  urlOf(bucket: string, port?: number): string
  createBucket(bucket: string): Promise<void>
  close(): Promise<void>
}

/** Starts Swift on a temporary folder. */
export const startS3 = async (): Promise<S3Server> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-s3-'))
  const { accessKeyId, secretAccessKey } = CREDENTIALS
  const child = spawn(
    PYTHON,
    [join(projectRoot, 'tests/support/swift-server.py'), dir, accessKeyId, secretAccessKey],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /^ready (\d+)/.exec(chunk.toString())
      if (found !== null) resolve(Number(found[1]))
    })
    child.once('close', () => reject(new Error(`Swift ended: ${said}`)))
  })
  const urlOf = (bucket: string, at = port): string =>
    `s3://${bucket}/files?endpoint=http://127.0.0.1:${at}&region=eu-test-1`
  return {
    port,
    urlOf,
    createBucket: async (bucket) => {
      const client = new S3Client(parseS3Url(urlOf(bucket), CREDENTIALS))
      await client.call({ method: 'PUT', key: '' }).catch((error: unknown) => {
        // The answer to an earlier attempt was late.
        if (!(error instanceof S3Answer && error.reason === 'BucketAlreadyOwnedByYou')) throw error
      })
    },
    close: async () => {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

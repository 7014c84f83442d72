import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'

test('by default a server that freezes with a lock holds others up for less than ten seconds', () => {
  const { idleMs, lockMs } = readEnvironment({}).databaseTimeouts
  // Up to three transactions of the frozen server get the lock, one after the other.
  expect(3 * idleMs).toBeLessThan(10_000)
  expect(lockMs).toBeLessThan(2 * idleMs)
})

test('a time-out that is no number of milliseconds is refused by its name', () => {
  expect(() => readEnvironment({ DATABASE_LOCK_TIMEOUT_MS: '5 s' })).toThrow(
    'DATABASE_LOCK_TIMEOUT_MS',
  )
})

test('a URL of several hosts is taken, and one that cannot be used is refused without its password', () => {
  const url = 'postgres://u:secret@one:5432,other:5433/tenders'
  const { databaseUrl, databaseDirectUrl } = readEnvironment({ DATABASE_URL: url })
  expect([databaseUrl, databaseDirectUrl]).toEqual([url, url])
  const bad = { DATABASE_URL: `${url}?target_session_attrs=standby` }
  expect(() => readEnvironment(bad)).toThrow('DATABASE_URL: cannot be used: target_session_attrs')
  expect(() => readEnvironment(bad)).not.toThrow('secret')
})

test('the way without a pooler needs the database to which it leads', () => {
  expect(() => readEnvironment({ DATABASE_DIRECT_URL: 'postgres://db/x' })).toThrow('DATABASE_URL')
})

test('[FI26] the key of S3 comes from variables or from files, and only one of the two', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-env-'))
  try {
    const file = join(dir, 'secret')
    await writeFile(file, 'of the file\n')
    const url = { FILES_URL: 's3://tenders?region=eu', AWS_ACCESS_KEY_ID: 'id' }
    const given = { ...url, AWS_SECRET_ACCESS_KEY_FILE: file }
    expect(readEnvironment(given).files).toMatchObject({
      kind: 's3',
      place: { credentials: { accessKeyId: 'id', secretAccessKey: 'of the file' } },
    })
    expect(() => readEnvironment({ ...given, AWS_SECRET_ACCESS_KEY: 'too' })).toThrow(
      'AWS_SECRET_ACCESS_KEY: not together with AWS_SECRET_ACCESS_KEY_FILE',
    )
    expect(() => readEnvironment({ ...given, AWS_SECRET_ACCESS_KEY_FILE: dir })).toThrow(
      'AWS_SECRET_ACCESS_KEY_FILE: cannot be read',
    )
    expect(() => readEnvironment(url)).toThrow('AWS_SECRET_ACCESS_KEY: needed with FILES_URL')
    expect(() => readEnvironment({ FILES_URL: 'https://s3.example' })).toThrow('FILES_URL')
    expect(readEnvironment({ DATA_DIR: '/srv/tb' }).files).toEqual({
      kind: 'folder',
      dir: '/srv/tb/files',
    })
  } finally {
    await rm(dir, { recursive: true })
  }
})

test('monitors get answers on a port of their own, by default on this machine only', () => {
  expect(readEnvironment({}).health).toBeNull()
  expect(readEnvironment({ HEALTH_PORT: '9000' }).health).toEqual({
    port: 9_000,
    host: '127.0.0.1',
  })
})

test('pushes go to the services that are named, to none, or to those of the usual browsers', () => {
  const services = (text?: string) => readEnvironment({ PUSH_SERVICES: text }).pushServices
  expect(services('push.city.example,*.push.example:8443')).toEqual([
    'push.city.example',
    '*.push.example:8443',
  ])
  expect(services('none')).toEqual([])
  expect(services()).toContain('fcm.googleapis.com')
})

test('the keys and the files lie in the data folder, the keys elsewhere if a file is named', () => {
  const given = { DATA_DIR: '/srv/tb' }
  expect(readEnvironment(given)).toMatchObject({
    ...{ keysFile: '/srv/tb/keys.json', filesDir: '/srv/tb/files', mailDir: '/srv/tb/mail' },
  })
  expect(readEnvironment({ ...given, KEYS_FILE: '/etc/tb/keys' }).keysFile).toBe('/etc/tb/keys')
})

test('feedback goes to its own address, else to the administrator, else to the sender of mails', () => {
  const to = (source: NodeJS.ProcessEnv) => readEnvironment(source).feedbackTo
  const [admin, feedback] = ['admin@city.example', 'feedback@city.example']
  expect(to({ ADMIN_EMAIL: admin, FEEDBACK_EMAIL: feedback })).toBe(feedback)
  expect(to({ FEEDBACK_EMAIL: feedback })).toBe(feedback)
  expect(to({ ADMIN_EMAIL: admin })).toBe(admin)
  expect(to({ MAIL_FROM: 'Book <book@city.example>' })).toBe('Book <book@city.example>')
})

import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPrivate } from '#server/private-folder.ts'
import { buildForm, PLAN, sendPiece } from '../api/send-file.ts'
import { signInApi } from '../support/api-client.ts'
import { type ServerOptions, startServer } from '../support/start-server.ts'

const PRODUCTION = { NODE_ENV: 'production' }
let dataDir: string
let former: number
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-modes-'))
  // As on most machines: new files are readable by every user.
  former = process.umask(0o022)
})
afterEach(async () => {
  process.umask(former)
  await rm(dataDir, { recursive: true })
})

const modesIn = async (folder: string): Promise<Record<string, string>> => {
  const names = await readdir(folder, { recursive: true })
  const modes = await Promise.all(
    ['.', ...names].map(async (name) => {
      const found = await stat(join(folder, name))
      return [name, `${found.isDirectory() ? 'd' : ''}${(found.mode & 0o777).toString(8)}`] as const
    }),
  )
  return Object.fromEntries(modes)
}
const wideIn = async (folder: string): Promise<string[]> =>
  Object.entries(await modesIn(folder))
    .filter(([, mode]) => mode !== 'd700' && mode !== '600')
    .map(String)
const refusal = async (options: ServerOptions): Promise<string> => {
  try {
    await (
      await startServer({ dataDir, demo: false, startTimeoutMs: 30_000, ...options })
    ).dispose()
    return 'started'
  } catch (error) {
    return String(error)
  }
}

test("[KF5] only the server's user can read DATA_DIR, whatever created it", async () => {
  await chmod(dataDir, 0o755)
  await mkdir(join(dataDir, 'files/whole/ab'), { recursive: true })
  for (const name of ['files/whole/ab/abcd', 'tenderbook.sqlite-journal', 'keys.json.half']) {
    await writeFile(join(dataDir, name), 'x', { mode: 0o666 })
  }
  expect((await wideIn(dataDir)).length).toBe(7)
  const server = await startServer({ dataDir })
  const owner = await signInApi(server.url, 'owner', 'Tenderbook-2026')
  const form = buildForm(null, { feedback: 'It works' })
  const headers = { 'content-type': form.contentType, 'x-auth-token': owner.token }
  const body = new Uint8Array(form.payload)
  await fetch(`${server.url}/api/users-service/users/feedback`, { method: 'POST', headers, body })
  expect((await sendPiece(owner, PLAN)).status).toBe(200)
  await expect.poll(() => readdir(join(dataDir, 'mail')).catch(() => [])).not.toEqual([])
  const names = Object.keys(await modesIn(dataDir))
  expect(names).toEqual(
    expect.arrayContaining([
      'tenderbook.sqlite',
      'tenderbook.sqlite-wal',
      'tenderbook.sqlite-shm',
      'keys.json',
      'mail',
      'files',
    ]),
  )
  expect(await wideIn(dataDir)).toEqual([])
  await server.dispose()
})

test('[KF6] in production a wider mode stops the start, and the message names path and command', async () => {
  const start = { env: PRODUCTION }
  await chmod(dataDir, 0o750)
  const wide = await refusal(start)
  expect(wide).toContain(`DATA_DIR ${dataDir} has mode 0750: other users of this machine can`)
  expect(wide).toContain(`Run: chmod 0700 '${dataDir}'`)
  expect(await modesIn(dataDir)).toEqual({ '.': 'd750' })
  await chmod(dataDir, 0o700)
  expect(await refusal(start)).toBe('started')
  const keysFile = join(dataDir, 'keys.json')
  await chmod(keysFile, 0o640)
  expect(await refusal(start)).toContain(`The key file ${keysFile} has mode 0640`)
  expect(await refusal(start)).toContain(`chmod 0600 '${keysFile}'`)
  expect(await refusal({})).toBe('started')
  expect(await wideIn(dataDir)).toEqual([])
  await chmod(keysFile, 0o400)
  expect(await refusal(start)).toBe('started')
})

test('[KF6] the server refuses a folder of the whole machine as DATA_DIR and does not change it', async () => {
  const before = (await stat(tmpdir())).mode
  const keysFile = join(tmpdir(), 'keys.json')
  await expect(
    keepPrivate({
      dataDir: tmpdir(),
      keysFile,
      isProduction: false,
      files: { kind: 'folder', dir: join(tmpdir(), 'files') },
    }),
  ).rejects.toThrow(/belongs to the whole machine/)
  expect((await stat(tmpdir())).mode).toBe(before)
})

test('[KF7] the server prints no secret of the environment, however malformed it is', async () => {
  const secret = 'c2VjcmV0LXNlY3JldA'
  const wrong: Record<string, string>[] = [
    { KEYS: secret },
    { KEYS: `{"pepper":["${secret}"]}` },
    { DATABASE_URL: `mysql://me:${secret}@host/db` },
    { DATABASE_URL: `postgres://me:${secret}@127.0.0.1:1/db` },
    { SMTP_URL: `smpt://me:${secret}@host` },
    { SMTP_URL: `smtp://me:${secret}@host`, BASE_URL: 'tenders' },
    { KEYS: secret, KEYS_FILE: 'x' },
  ]
  for (const env of wrong) {
    const told = await refusal({ env })
    expect(told, JSON.stringify(env)).toMatch(/KEYS|DATABASE_URL|SMTP_URL|BASE_URL|The database/)
    expect(told).not.toContain(secret)
  }
})

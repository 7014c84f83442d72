import { readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { readKeyFile } from '#server/security/key-file.ts'
import { type Keys, keyId } from '#server/security/keys.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { keysCommand, type Told } from '../support/keys-command.ts'
import { hasOathtool, oathCode } from '../support/oathtool.ts'
import { ask, linkTokens } from './identity-calls.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

// Each test starts servers and runs the command, which takes a minute on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let world: World
let place: { dataDir: string; databaseUrl: string | undefined }
let clean: (() => Promise<void>)[]
beforeEach(async () => {
  world = await buildWorld()
  place = { dataDir: dirname(world.filesDir), databaseUrl: world.databaseUrl }
  clean = [() => world.close()]
})
afterEach(async () => {
  for (const step of clean.reverse()) await step()
})

const keysNow = async (): Promise<Keys> => {
  const keys = await readKeyFile(join(place.dataDir, 'keys.json'))
  if (keys === null) throw new Error('there is no key file')
  return keys
}
const command = async (...args: string[]): Promise<Told> => await keysCommand(place, ...args)
const rotate = async (): Promise<void> => {
  expect(await command('rotate')).toMatchObject({ code: 0 })
}
/** Starts the next process on the same data, with the keys now in the file. */
const restart = async (): Promise<void> => {
  await world.app.close()
  const database = await openDatabase(place)
  const app = await buildApp({
    database,
    databaseUrl: place.databaseUrl,
    filesDir: world.filesDir,
    clock: () => world.clock.now,
    baseUrl: 'https://tenders.example',
    sendMail: async (mail) => void world.mails.push(mail),
  })
  clean.push(async () => {
    await app.close()
    await database.close()
  })
  world = { ...world, app, database, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}
const signIn = async (
  username: Username,
  { password = PASSWORD, otp }: { password?: string; otp?: string } = {},
) => {
  const hash = await hashForSignIn(world.url, username, password)
  const body = { username, hash, ...(otp === undefined ? {} : { otp }) }
  const { status, body: answer } = await ask(world, API.auth.authenticate, { body })
  return {
    status,
    hash,
    sealKey: answer['sealKey'],
    formerSealKeys: answer['formerSealKeys'],
    token: String(answer['token']),
  }
}
const stored = async (username: Username) =>
  await world.database.queries
    .selectFrom('users')
    .select(['password', 'otp_secret'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
const turnOn = async (username: Username): Promise<string> => {
  const body = { username, hash: await hashForSignIn(world.url, username, PASSWORD) }
  const { secret } = (await ask(world, API.twoFactor.init, { body })).body as { secret: string }
  const otp = oathCode(secret, world.clock.now)
  expect((await ask(world, API.twoFactor.enable, { body: { ...body, otp } })).status).toBe(200)
  world.clock.now += 60_000
  return secret
}
const prelogin = async (username: string) =>
  (await ask(world, API.auth.prelogin, { body: { username } })).body

test('[KF8] passwords, salts and sealed work survive a rotation; a sign-in moves to the new pepper', async () => {
  const [before, salts] = [
    await signIn('alpha-primary'),
    [await prelogin('nobody'), await prelogin('alpha-primary')],
  ]
  const [former] = (await keysNow()).pepper
  expect((await stored('alpha-primary')).password).toContain(`keyid=${keyId(former)}$`)
  await rotate()
  await restart()
  const [newest, second] = (await keysNow()).pepper
  expect(second).toBe(former)
  expect([await prelogin('nobody'), await prelogin('alpha-primary')]).toEqual(salts)
  expect((await signIn('alpha-primary', { password: 'wrong' })).status).toBe(401)
  expect((await stored('alpha-primary')).password).toContain(`keyid=${keyId(former)}$`)

  const after = await signIn('alpha-primary')
  expect(after.status).toBe(200)
  expect((await stored('alpha-primary')).password).toContain(`keyid=${keyId(newest)}$`)
  expect((await stored('beta-primary')).password).toContain(`keyid=${keyId(former)}$`)
  expect(before.formerSealKeys).toEqual([])
  expect(after.sealKey).not.toBe(before.sealKey)
  expect(after.formerSealKeys).toEqual([before.sealKey])
  expect((await signIn('beta-primary')).status).toBe(200)
})

test('[KF8] a password from before a rotation cannot be set again', async () => {
  const { token, hash: oldHash } = await signIn('owner')
  const newHash = await hashForSignIn(world.url, 'owner', 'Another-password-1')
  expect(
    (await ask(world, API.passwords.change, { body: { oldHash, newHash } }, token)).status,
  ).toBe(204)
  await rotate()
  await restart()
  const second = await signIn('owner', { password: 'Another-password-1' })
  expect(second.status).toBe(200)
  const body = { oldHash: newHash, newHash: oldHash }
  const back = await ask(world, API.passwords.change, { body }, second.token)
  expect(back.body).toMatchObject({ messageCodes: ['PASSWORD_ALREADY_USED'] })
})

test.skipIf(!hasOathtool)(
  '[KF8] the next start encrypts the secrets of authenticators with the new key',
  async () => {
    const secret = await turnOn('reviewer')
    const { otp_secret: former } = await stored('reviewer')
    await rotate()
    await restart()
    const { otp_secret: now } = await stored('reviewer')
    expect(now).toContain(`v2.${keyId((await keysNow()).otpKey[0])}.`)
    expect(now).not.toBe(former)
    expect((await signIn('reviewer')).status).toBe(422)
    expect((await signIn('reviewer', { otp: oathCode(secret, world.clock.now) })).status).toBe(200)
  },
)

test('[KF9] the command names keys without showing them, and drops one in use only on demand', async () => {
  await rotate()
  await restart()
  await signIn('owner')
  const keys = await keysNow()
  const [newest, former] = keys.pepper.map(keyId)
  const { code, text } = await command()
  expect(code).toBe(0)
  expect(text).toMatch(new RegExp(`pepper +${escaped(newest)} +newest +1 passwords`))
  expect(text).toMatch(new RegExp(`pepper +${escaped(former)} +former +13 passwords`))
  for (const key of [...keys.pepper, ...keys.otpKey, ...keys.sealSecret, keys.saltSecret])
    expect(text).not.toContain(key.slice(0, 12))

  expect(await command('drop', former ?? '')).toMatchObject({
    code: 1,
    text: expect.stringContaining('opens 13 passwords, which are lost without it'),
  })
  expect(await command('drop', newest ?? '')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Only former keys can be dropped'),
  })
  expect((await keysNow()).pepper).toHaveLength(2)
  expect(await command('drop', former ?? '', '--in-use')).toMatchObject({ code: 0 })
  expect(await command('drop', keyId(keys.otpKey[1] ?? ''))).toMatchObject({ code: 0 })
  await restart()
  expect([(await signIn('owner')).status, (await signIn('author')).status]).toEqual([200, 401])
  expect((await stat(join(place.dataDir, 'keys.json'))).mode & 0o777).toBe(0o600)
  expect((await readdir(place.dataDir)).filter((name) => name.startsWith('keys'))).toEqual([
    'keys.json',
  ])
})

test('[KF10] a database without its keys starts over on demand; people get in by mail', async () => {
  expect(await command('start-over', '--yes')).toMatchObject({
    code: 1,
    text: expect.stringContaining('move them away first'),
  })
  await rename(join(place.dataDir, 'keys.json'), join(place.dataDir, 'gone'))
  expect(await command()).toMatchObject({ code: 1, text: expect.stringContaining('Lost keys') })
  const asked = await command('start-over')
  expect(asked).toMatchObject({
    code: 0,
    text: expect.stringContaining('Every password becomes invalid'),
  })
  expect(await readKeyFile(join(place.dataDir, 'keys.json'))).toBeNull()
  expect(await command('start-over', '--yes')).toMatchObject({
    code: 0,
    text: expect.stringContaining('second factors are turned off'),
  })
  await restart()
  expect((await signIn('owner')).status).toBe(401)
  await ask(world, API.passwords.resetRequest, { body: { username: 'owner' } })
  const [resetToken = ''] = await linkTokens(world, 'owner@city.example')
  const newPasswordHash = await hashForSignIn(world.url, 'owner', 'Fresh-password-1')
  const body = { resetToken, newPasswordHash }
  expect((await ask(world, API.passwords.setNew, { body })).status).toBe(204)
  expect((await signIn('owner', { password: 'Fresh-password-1' })).status).toBe(200)
  expect(await command('start-over')).toMatchObject({ code: 1 })
})

test('[KF9] keys from the environment are rotated in a file only', async () => {
  const keys = await keysNow()
  const inEnvironment = await keysCommand(
    { ...place, env: { KEYS: JSON.stringify(keys) } },
    'rotate',
  )
  expect(inEnvironment).toMatchObject({
    code: 1,
    text: expect.stringContaining('run this with KEYS_FILE instead'),
  })
  expect(await command('rotte')).toMatchObject({ code: 1, text: expect.stringContaining('usage') })
  expect(await keysNow()).toEqual(keys)
})

const escaped = (text = ''): string => text.replaceAll('+', '\\+')

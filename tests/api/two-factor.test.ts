import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { buildApp } from '#server/app.ts'
import { replaceRecoveryCodes, takeStep } from '#server/identity/second-factor.ts'
import { hashOfRecoveryCode, stepOf } from '#server/identity/totp.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { hasOathtool, oathCode } from '../support/oathtool.ts'
import { ask, type Asked, mailsSent } from './identity-calls.ts'
import { newPerson } from './people.ts'
import { buildWorld, PASSWORD, START, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
/** Each test begins in a new window of tries, with a code of its own. */
beforeEach(() => {
  world.clock.now += 3_600_000
})

const credentials = async (username: Username, password = PASSWORD) => ({
  username,
  hash: await hashForSignIn(world.url, username, password),
})
const code = (secret: string, ms = 0): string => oathCode(secret, world.clock.now + ms)
const signIn = async (username: Username, otp?: string | null, password = PASSWORD) =>
  await ask(world, API.auth.authenticate, {
    body: { ...(await credentials(username, password)), ...(otp === undefined ? {} : { otp }) },
  })
const turnOn = async (username: Username): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const body = await credentials(username)
  const { secret } = (await ask(world, API.twoFactor.init, { body })).body as { secret: string }
  const { status, body: reply } = await ask(world, API.twoFactor.enable, {
    body: { ...body, otp: code(secret) },
  })
  expect(status).toBe(200)
  world.clock.now += 60_000
  return { secret, recoveryCodes: reply['recoveryCodes'] as string[] }
}
const codesOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  (body['messageCodes'] as string[] | undefined)?.[0],
]

test.skipIf(!hasOathtool)(
  '[TF1] codes of an independent generator sign in; a missing, empty, wrong or used code is answered with 422 and the reason',
  async () => {
    const { secret } = await turnOn('reviewer')
    expect(codesOf(await signIn('reviewer'))).toEqual([422, 'OTP_REQUIRED'])
    expect(codesOf(await signIn('reviewer', null))).toEqual([422, 'OTP_REQUIRED'])
    expect(codesOf(await signIn('reviewer', ' - '))).toEqual([422, 'OTP_MISSING'])
    expect(codesOf(await signIn('reviewer', '000000'))).toEqual([422, 'OTP_INVALID'])
    const right = code(secret)
    expect((await signIn('reviewer', `${right.slice(0, 3)} ${right.slice(3)}`)).body).toMatchObject(
      { session: { username: 'reviewer', otpActivated: true } },
    )
    expect(codesOf(await signIn('reviewer', right))).toEqual([422, 'OTP_INVALID'])
    // Without the password a caller learns nothing of the second factor.
    expect(codesOf(await signIn('reviewer', code(secret, 30_000), 'wrong'))).toEqual([
      401,
      'BAD_CREDENTIALS',
    ])
  },
)

test.skipIf(!hasOathtool)(
  '[TF2] only the steps directly before and after count, and no older one after a newer',
  async () => {
    const { secret } = await turnOn('approver')
    const at = (ms: number) => stepOf(secret, code(secret, ms), world.clock.now)
    const present = Math.floor(world.clock.now / 30_000)
    expect([-60_000, -30_000, 0, 30_000, 60_000].map(at)).toEqual([
      null,
      present - 1,
      present,
      present + 1,
      null,
    ])
    expect((await signIn('approver', code(secret, 30_000))).status).toBe(200)
    expect(codesOf(await signIn('approver', code(secret)))).toEqual([422, 'OTP_INVALID'])
  },
)

test.skipIf(!hasOathtool)(
  '[TF3] of fifty simultaneous requests with one code one succeeds',
  async () => {
    const { secret } = await turnOn('admin')
    const { id } = await world.database.queries
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const step = stepOf(secret, code(secret), world.clock.now)
    expect(
      (
        await Promise.all(Array.from({ length: 50 }, () => takeStep(world.database, id, step)))
      ).filter(Boolean),
    ).toHaveLength(1)
    world.clock.now += 60_000
    const body = { ...(await credentials('admin')), otp: code(secret) }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(world, API.auth.authenticate, { body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 422, 429].includes(status))).toBe(true)
  },
)

test.skipIf(!hasOathtool)(
  '[TF4] after three wrong codes come "too many attempts", for five minutes and for that account only',
  async () => {
    const { secret: others } = await turnOn('alpha-restricted')
    const { secret } = await turnOn('author')
    for (let index = 0; index < 3; index += 1)
      expect(codesOf(await signIn('author', '111111'))).toEqual([422, 'OTP_INVALID'])
    expect(codesOf(await signIn('author', code(secret)))).toEqual([429, 'session.attempts'])
    expect((await signIn('alpha-restricted', code(others))).status).toBe(200)
    world.clock.now += 5 * 60_000 - 1
    expect(codesOf(await signIn('author', code(secret)))).toEqual([429, 'session.attempts'])
    world.clock.now += 1
    expect((await signIn('author', code(secret))).status).toBe(200)
  },
)

test.skipIf(!hasOathtool)(
  '[TF5] each recovery code works once, and only its hash is stored',
  async () => {
    const { recoveryCodes } = await turnOn('owner')
    expect(new Set(recoveryCodes).size).toBe(10)
    // Each code has 120 bits.
    for (const one of recoveryCodes) expect(one).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn('owner', first.toLowerCase())).status).toBe(200)
    expect(codesOf(await signIn('owner', first))).toEqual([422, 'OTP_INVALID'])
    expect((await signIn('owner', second.replaceAll('-', ' '))).status).toBe(200)
    const stored = JSON.stringify(
      await world.database.queries.selectFrom('recovery_codes').selectAll().execute(),
    )
    for (const one of recoveryCodes) expect(stored).not.toContain(one.replaceAll('-', ''))
  },
)

test.skipIf(!hasOathtool)(
  '[TF10] new recovery codes need password and code, and void the old ones',
  async () => {
    const { token } = await world.as('alpha-ungranted')
    const { secret, recoveryCodes } = await turnOn('alpha-ungranted')
    const renew = async (body: { hash: string; otp: string }) =>
      await ask(world, API.twoFactor.newCodes, { body }, token)
    const { hash } = await credentials('alpha-ungranted')
    expect(codesOf(await renew({ hash: 'wrong', otp: code(secret, 30_000) }))).toEqual([
      403,
      'PASSWORD_NOT_MATCH_CURRENT',
    ])
    expect(codesOf(await renew({ hash, otp: '000000' }))).toEqual([422, 'OTP_INVALID'])
    const { recoveryCodes: made } = (await renew({ hash, otp: code(secret, 30_000) })).body as {
      recoveryCodes: string[]
    }
    expect(made).toHaveLength(recoveryCodes.length)
    world.clock.now += 3_600_000
    expect(codesOf(await signIn('alpha-ungranted', recoveryCodes[0]))).toEqual([422, 'OTP_INVALID'])
    expect((await signIn('alpha-ungranted', made[0])).status).toBe(200)
  },
)

test.skipIf(!hasOathtool)(
  '[TF6] a new authenticator needs a code of the old one, which counts until the new one has given its first',
  async () => {
    const { secret } = await turnOn('beta-primary')
    const body = await credentials('beta-primary')
    expect(codesOf(await ask(world, API.twoFactor.init, { body }))).toEqual([
      409,
      'TWO_FACTOR_ACTIVE',
    ])
    expect(codesOf(await ask(world, API.twoFactor.reset, { body }))).toEqual([422, 'OTP_REQUIRED'])
    const { body: fresh } = await ask(world, API.twoFactor.reset, {
      body: { ...body, otp: code(secret) },
    })
    const next = String(fresh['secret'])
    expect(String(fresh['url'])).toBe(
      `otpauth://totp/Tenderbook%3Abeta-primary?secret=${next}&issuer=Tenderbook`,
    )
    world.clock.now += 60_000
    expect((await signIn('beta-primary', code(secret))).status).toBe(200)
    expect(
      codesOf(await ask(world, API.twoFactor.enable, { body: { ...body, otp: code(secret) } })),
    ).toEqual([422, 'OTP_INVALID'])
    expect(
      (await ask(world, API.twoFactor.enable, { body: { ...body, otp: code(next) } })).status,
    ).toBe(200)
    world.clock.now += 60_000
    expect(codesOf(await signIn('beta-primary', code(secret)))).toEqual([422, 'OTP_INVALID'])
    expect((await signIn('beta-primary', code(next))).status).toBe(200)
  },
)

test.skipIf(!hasOathtool)(
  '[TF7] turning it off needs password and code, or an administrator, who ends the sessions; the person is told',
  async () => {
    const { secret } = await turnOn('alpha-contact')
    const { body: signedIn } = await signIn('alpha-contact', code(secret))
    const [token, hash] = [String(signedIn['token']), (await credentials('alpha-contact')).hash]
    world.clock.now += 60_000
    expect(
      codesOf(
        await ask(
          world,
          API.twoFactor.disable,
          { body: { hash: 'wrong', otp: code(secret) } },
          token,
        ),
      ),
    ).toEqual([403, 'PASSWORD_NOT_MATCH_CURRENT'])
    expect(
      codesOf(await ask(world, API.twoFactor.disable, { body: { hash, otp: '123456' } }, token)),
    ).toEqual([422, 'OTP_INVALID'])
    expect(
      (await ask(world, API.twoFactor.disable, { body: { hash, otp: code(secret) } }, token))
        .status,
    ).toBe(204)
    expect((await signIn('alpha-contact')).status).toBe(200)
    await turnOn('colleague')
    const admin = await signInApi(world.url, 'village-admin', PASSWORD)
    expect(
      (await admin.raw('POST', `/users-service/auth/disable-2fa/${world.users.colleague}`)).status,
    ).toBe(404)
    await world.database.write(async (tx) => {
      await tx.updateTable('users').set({ otp_active: 0 }).where('username', '=', 'admin').execute()
    })
    await (
      await signInApi(world.url, 'admin', PASSWORD)
    ).call(API.twoFactor.disableFor, { params: { id: String(world.users.colleague) } })
    expect((await signIn('colleague')).status).toBe(200)
    await mailsSent(world)
    expect(
      world.mails
        .filter(
          ({ to, subject }) => to === 'colleague@city.example' && subject.startsWith('Two-factor'),
        )
        .map(({ subject }) => subject),
    ).toEqual(['Two-factor sign-in is on', 'Two-factor sign-in is off'])
  },
)

test.skipIf(!hasOathtool)(
  '[TF8] if the organization requires a second factor, no person gets in without it, and none turns it off',
  async () => {
    const params = { id: String(world.companies.village) }
    // A caller without a second factor would lock themselves out.
    expect(
      codesOf(
        await ask(
          world,
          API.twoFactor.setPolicy,
          { params, body: { isRequired: true } },
          (await world.as('village-admin')).token,
        ),
      ),
    ).toEqual([409, 'TWO_FACTOR_FIRST'])
    const { secret } = await turnOn('village-admin')
    const admin = await ask(world, API.auth.authenticate, {
      body: { ...(await credentials('village-admin')), otp: code(secret) },
    })
    const token = String(admin.body['token'])
    expect(
      (await ask(world, API.twoFactor.setPolicy, { params, body: { isRequired: true } }, token))
        .status,
    ).toBe(204)
    expect((await ask(world, API.twoFactor.policy, { params }, token)).body).toEqual({
      isRequired: true,
    })
    world.clock.now += 60_000
    const { hash } = await credentials('village-admin')
    expect(
      codesOf(
        await ask(world, API.twoFactor.disable, { body: { hash, otp: code(secret) } }, token),
      ),
    ).toEqual([403, 'TWO_FACTOR_REQUIRED'])
    await world.database.write(async (tx) => {
      await tx
        .updateTable('users')
        .set({ otp_active: 0 })
        .where('username', '=', 'village-admin')
        .execute()
    })
    expect(codesOf(await signIn('village-admin'))).toEqual([403, 'TWO_FACTOR_REQUIRED'])
    // Name and password suffice to set the second factor up, so no person is locked out.
    await turnOn('village-admin')
  },
)

test.skipIf(!hasOathtool)(
  '[TF9] the secret of an authenticator is stored encrypted; the next start encrypts one that an older version stored as plain text',
  async () => {
    const stored = async (username: Username) =>
      await world.database.queries
        .selectFrom('users')
        .select(['id', 'otp_secret', 'otp_pending'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    const { secret } = await turnOn('gamma-primary')
    // The secret has 160 bits.
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const { id, otp_secret: kept } = await stored('gamma-primary')
    expect(kept).toMatch(/^v2\./)
    expect(kept).not.toContain(secret)
    await ask(world, API.twoFactor.reset, {
      body: { ...(await credentials('gamma-primary')), otp: code(secret) },
    })
    expect((await stored('gamma-primary')).otp_pending).toMatch(/^v2\./)
    const setSecret = async (of: number, otp_secret: string) =>
      await world.database.write(async (tx) => {
        await tx
          .updateTable('users')
          .set({ otp_secret, otp_active: 1 })
          .where('id', '=', of)
          .execute()
      })
    // A secret copied from another person's row opens nothing.
    await setSecret(world.users['alpha-primary'], kept ?? '')
    world.clock.now += 60_000
    expect((await signIn('alpha-primary', code(secret))).status).toBe(500)
    await setSecret(id, secret)
    expect((await signIn('gamma-primary', code(secret))).status).toBe(200)
    await (await buildApp({ database: world.database, filesDir: world.filesDir })).close()
    expect((await stored('gamma-primary')).otp_secret).toMatch(/^v2\./)
    world.clock.now += 60_000
    expect((await signIn('gamma-primary', code(secret))).status).toBe(200)
  },
)

/** A person acting in City who also belongs to Village, which requires a second factor. */
const personOfTwo = async (): Promise<{
  id: number
  username: string
  isIn: (id: number) => Promise<boolean>
}> => {
  const { id, username } = await newPerson(world, 'city', ['role-org-power-user'])
  await world.database.write(async (tx) => {
    await tx
      .insertInto('organization_members')
      .values({
        organization_id: world.companies.village,
        user_id: id,
        roles: '[]',
        is_primary_contact: 0,
        created_on: START,
      })
      .execute()
    await tx
      .updateTable('organizations')
      .set({ two_factor_required: 1 })
      .where('id', '=', world.companies.village)
      .execute()
  })
  const active = () =>
    world.database.queries
      .selectFrom('users')
      .select('active_organization_id as id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { id, username, isIn: async (place) => (await active()).id === place }
}
const enter = async (username: string) =>
  await ask(world, API.auth.authenticate, {
    body: { username, hash: await hashForSignIn(world.url, username, PASSWORD) },
  })

test('[TF11] a person removed from one organization cannot enter another that requires a second factor with the password alone', async () => {
  const { id, username, isIn } = await personOfTwo()
  expect((await enter(username)).status).toBe(200)
  await world.database.write(async (tx) => {
    await tx
      .deleteFrom('organization_members')
      .where('user_id', '=', id)
      .where('organization_id', '=', world.companies.city)
      .execute()
  })
  expect(codesOf(await enter(username))).toEqual([403, 'TWO_FACTOR_REQUIRED'])
  expect(await isIn(world.companies.village)).toBe(true)
})

test('[TF11] switching to an organization that requires a second factor needs one', async () => {
  const { username, isIn } = await personOfTwo()
  const client = await signInApi(world.url, username, PASSWORD)
  const params = { id: String(world.companies.village) }
  const change = await ask(world, API.members.setActiveOrganization, { params }, client.token)
  expect(codesOf(change)).toEqual([409, 'TWO_FACTOR_FIRST'])
  expect(await isIn(world.companies.city)).toBe(true)
  expect((await client.raw('GET', '/users-service/auth/session')).status).toBe(200)
})

test("[TF12] only an organization's own people read whether it requires a second factor, vendors do not, and neither does it of its vendors", async () => {
  const [member, contact] = [
    await newPerson(world, 'city', []),
    await newPerson(world, 'alpha', ['role-vendor-contact']),
  ]
  const statusOf = async (
    { signIn: enterAs }: typeof member,
    company: keyof World['companies'],
  ) => {
    const params = { id: String(world.companies[company]) }
    return (await ask(world, API.twoFactor.policy, { params }, (await enterAs()).token)).status
  }
  expect([await statusOf(member, 'city'), await statusOf(contact, 'alpha')]).toEqual([200, 200])
  expect([await statusOf(contact, 'city'), await statusOf(member, 'alpha')]).toEqual([403, 403])
  expect([await statusOf(member, 'gamma'), await statusOf(contact, 'village')]).toEqual([403, 404])
})

/** Each request comes from another address, so that no limit of tries stands in for the rule. */
const fromEverywhere = async (count: number, url: string, payload: object): Promise<Asked[]> =>
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer = await world.app.inject({
        method: 'POST',
        url: `/api/users-service/auth/${url}`,
        remoteAddress: `192.0.2.${index + 1}`,
        payload,
      })
      return {
        status: answer.statusCode,
        body: answer.body === '' ? {} : answer.json<Record<string, unknown>>(),
      }
    }),
  )
const accountOf = (username: string) =>
  world.database.queries
    .selectFrom('users')
    .select(['id', 'otp_active', 'otp_pending'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

test.skipIf(!hasOathtool)(
  '[TF13] of ten simultaneous first codes one turns the second factor on, and its recovery codes work',
  async () => {
    const { username } = await newPerson(world, 'city', [])
    const body = { username, hash: await hashForSignIn(world.url, username, PASSWORD) }
    const { secret } = (await ask(world, API.twoFactor.init, { body })).body as { secret: string }
    const answers = await fromEverywhere(10, 'enable-2fa', { ...body, otp: code(secret) })
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9)
    const won = answers.find(({ status }) => status === 200)?.body['recoveryCodes'] as string[]
    const { id } = await accountOf(username)
    const stored = await world.database.queries
      .selectFrom('recovery_codes')
      .select('hash')
      .where('user_id', '=', id)
      .execute()
    expect(stored.map(({ hash }) => hash).toSorted()).toEqual(
      won.map(hashOfRecoveryCode).toSorted(),
    )
    const entered = await ask(world, API.auth.authenticate, {
      body: { ...body, otp: won[0] ?? '' },
    })
    expect(entered.status).toBe(200)
  },
)

test.skipIf(!hasOathtool)(
  '[TF13] a secret requested while the second factor was being turned on replaces nothing',
  async () => {
    const { username } = await newPerson(world, 'city', [])
    const body = { username, hash: await hashForSignIn(world.url, username, PASSWORD) }
    for (let round = 0; round < 5; round += 1) {
      const { secret } = (await ask(world, API.twoFactor.init, { body })).body as { secret: string }
      await Promise.all([
        fromEverywhere(1, 'enable-2fa', { ...body, otp: code(secret) }),
        fromEverywhere(15, 'init-2fa', body),
      ])
      const { id, otp_active, otp_pending } = await accountOf(username)
      expect(otp_active === 1 ? otp_pending : null).toBeNull()
      await world.database.write(async (tx) => {
        await tx
          .updateTable('users')
          .set({ otp_active: 0, otp_secret: null, otp_step: 0 })
          .where('id', '=', id)
          .execute()
      })
      world.clock.now += 3_600_000
    }
  },
)

test.skipIf(!hasOathtool)('[TF13] a secret waits half an hour for its first code', async () => {
  const { username } = await newPerson(world, 'city', [])
  const body = { username, hash: await hashForSignIn(world.url, username, PASSWORD) }
  const { secret } = (await ask(world, API.twoFactor.init, { body })).body as { secret: string }
  world.clock.now += 30 * 60_000
  const late = await ask(world, API.twoFactor.enable, { body: { ...body, otp: code(secret) } })
  expect(codesOf(late)).toEqual([422, 'OTP_INVALID'])
})

test.skipIf(!hasOathtool)(
  '[TF14] of thirty simultaneous requests with one recovery code one succeeds, and no other call accepts it too',
  async () => {
    const { username } = await newPerson(world, 'city', [])
    const body = { username, hash: await hashForSignIn(world.url, username, PASSWORD) }
    const { secret } = (await ask(world, API.twoFactor.init, { body })).body as { secret: string }
    const enabled = await ask(world, API.twoFactor.enable, { body: { ...body, otp: code(secret) } })
    const [first = '', second = ''] = enabled.body['recoveryCodes'] as string[]
    const entered = await fromEverywhere(30, 'authenticate', { ...body, otp: first })
    expect(entered.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(entered.filter(({ status }) => status === 422)).toHaveLength(29)
    const mixed = (
      await Promise.all([
        fromEverywhere(10, 'authenticate', { ...body, otp: second }),
        fromEverywhere(10, 'reset-2fa', { ...body, otp: second }),
      ])
    ).flat()
    expect(mixed.filter(({ status }) => status === 200)).toHaveLength(1)
  },
)

test.skipIf(!hasOathtool)(
  '[TF10] two simultaneous requests for new recovery codes leave ten that work',
  async () => {
    const { id, username } = await newPerson(world, 'city', [])
    const body = { username, hash: await hashForSignIn(world.url, username, PASSWORD) }
    const { secret } = (await ask(world, API.twoFactor.init, { body })).body as { secret: string }
    await ask(world, API.twoFactor.enable, { body: { ...body, otp: code(secret) } })
    await Promise.all(
      Array.from({ length: 10 }, () => world.database.write((tx) => replaceRecoveryCodes(tx, id))),
    )
    const kept = await world.database.queries
      .selectFrom('recovery_codes')
      .select('hash')
      .where('user_id', '=', id)
      .execute()
    expect(kept).toHaveLength(10)
  },
)

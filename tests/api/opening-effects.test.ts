import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { readChain } from '#server/database/project-log/read-chain.ts'
import { newest } from './newest.ts'
import { mailsSent } from './identity-calls.ts'
import {
  ALPHA,
  ANSWER,
  build,
  closeWorld,
  confirm,
  DAY_MS,
  END,
  hashOf,
  params,
  PATH,
  pendingOf,
  readsAnswers,
  REASON,
  refusal,
  request,
  requestId,
  stateOf,
} from './opening-world.ts'
import { PROJECT as id, type Username } from './world.ts'

beforeEach(closeWorld)
afterAll(closeWorld)

test('[OP35] of many simultaneous confirmations one opens the answers and sends the mails once', async () => {
  const of = await build()
  const asked = await requestId(of)
  const body = { requestId: asked, hash: await hashOf(of, 'admin') }
  const admin = await of.as('admin')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.raw('POST', `${PATH}/opening-request/confirm`, body)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 409),
  ])
  expect((await (await of.as('owner')).call(API.projects.get, { params })).openings).toHaveLength(1)
  await mailsSent(of)
  expect(of.mails.filter(({ to }) => to === 'alpha-primary@alpha.example')).toHaveLength(1)
})

test('[OP36] if one person alone could act, the request is refused and says what to do', async () => {
  const of = await build()
  await of.database.write(async (tx) => {
    await tx
      .updateTable('organization_members')
      .set({ roles: '[]' })
      .where('user_id', '=', of.users.admin)
      .execute()
  })
  const { status, text } = await (
    await of.as('owner')
  ).raw('POST', `${PATH}/opening-request`, { reason: REASON })
  expect([status, JSON.parse(text)]).toMatchObject([
    409,
    {
      messageCodes: ['OPENING_NEEDS_COLLEAGUE'],
      message: expect.stringContaining('Give a colleague the role'),
    },
  ])
  expect(await pendingOf(of)).toBeNull()
})

test('[OP36] a request needs a reason, and sealed answers that are still closed', async () => {
  const of = await build()
  const owner = await of.as('owner')
  const asking = (reason: string) =>
    refusal(owner.raw('POST', `${PATH}/opening-request`, { reason }))
  expect([await asking('  '), await asking('x'.repeat(2_001))]).toEqual([
    [400, 'INPUT_INVALID'],
    [400, 'INPUT_INVALID'],
  ])
  await of.setProject({ sealed: false })
  expect(await asking(REASON)).toEqual([409, 'STATE_FORBIDS'])
  await of.setProject({ sealed: true, state: 'VALIDATION' })
  expect(await asking(REASON)).toEqual([409, 'STATE_FORBIDS'])
})

test('[OP37] each contact of the project gets a mail of their own, in their own language', async () => {
  const of = await build()
  await of.database.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ language: 'sk' })
      .where('id', '=', of.users['alpha-contact'])
      .execute()
  })
  const asked = await requestId(of)
  await mailsSent(of)
  expect(of.mails.map(({ to }) => to)).toEqual(['admin@city.example'])
  expect(of.mails[0]?.text).toContain(REASON)
  of.mails.length = 0
  await confirm(of, 'admin', { requestId: asked })
  // People of the requestor get the notification by mail; vendors get this mail only.
  const toVendors = () => of.mails.filter(({ to }) => !to.endsWith('@city.example'))
  await vi.waitFor(() => expect(toVendors()).toHaveLength(4))
  expect(
    toVendors()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([
    'alpha-contact@alpha.example',
    'alpha-primary@alpha.example',
    'alpha-restricted@alpha.example',
    'beta-primary@beta.example',
  ])
  for (const { to, subject, text } of toVendors()) {
    expect(subject).toBe(
      to.startsWith('alpha-contact')
        ? 'Odpovede otvorené pred termínom: Groupware'
        : 'Answers opened before the deadline: Groupware',
    )
    for (const word of [
      REASON,
      'owner Person',
      'admin Person',
      'City',
      `https://tenders.example/project/${id}/detail`,
    ])
      expect(text).toContain(word)
    expect(text).not.toMatch(/Alpha|Beta|Gamma|alpha-|beta-/)
  }
})

test('[OP37] the same for the opening at the deadline', async () => {
  const of = await build()
  of.clock.now = END
  expect(await stateOf(of)).toBe('VALIDATION')
  await mailsSent(of)
  // People of the requestor get the notification by mail; vendors get this mail only.
  const toVendors = of.mails.filter(({ to }) => !to.endsWith('@city.example'))
  expect(toVendors).toHaveLength(4)
  expect(new Set(toVendors.map(({ subject }) => subject))).toEqual(
    new Set(['Answers opened: Groupware']),
  )
})

test('[OP38] archiving a published project opens its answers to no person, by any call', async () => {
  const of = await build()
  await (await of.as('owner')).call(API.stateTransitions.moveToArchived, { params })
  expect(await stateOf(of)).toBe('ARCHIVED')
  const others = Object.keys(of.users).filter((name) => !name.startsWith('alpha-')) as Username[]
  expect(others).toHaveLength(10)
  for (const username of others)
    expect([username, await readsAnswers(of, username)]).toEqual([username, false])
  expect(await readsAnswers(of, 'alpha-contact')).toBe(true)
  const owner = await of.as('owner')
  expect(await refusal(owner.raw('GET', `${PATH}/vendor-commitments/${ALPHA}`))).toEqual([
    403,
    'NOT_ALLOWED',
  ])
  for (const path of [
    `${PATH}/overview`,
    `${PATH}/vendors`,
    '/projects-service/documents/d1/statistics',
    '/projects-service/requirements/r1',
  ]) {
    const { status, text } = await owner.raw('GET', path)
    expect([status, text.includes(ANSWER), /"(?:answered|submitted)":\d/.test(text)], path).toEqual(
      [200, false, false],
    )
  }
})

test("[OP43] the team's log has requests; every log has openings and deadlines", async () => {
  const of = await build()
  const { expireOpenings } = await import('#server/jobs/expire-openings.ts')
  await request(of)
  of.clock.now += DAY_MS
  await expireOpenings({
    database: of.database,
    clock: () => of.clock.now,
    publish: () => undefined,
  })
  await request(of)
  const owner = await of.as('owner')
  await owner.call(API.openings.withdraw, { params })
  await owner.call(API.projects.update, {
    body: {
      id,
      updatedOn: await newest(of, 'project', id),
      deadline: { date: '2030-02-28', zone: 'UTC' },
      deadlineReason: 'More time',
    },
  })
  const expiresOn = of.clock.now + DAY_MS
  await confirm(of, 'admin', { requestId: await requestId(of) })
  const chain = async (audience: 'team' | `v${number}`) =>
    (
      await readChain(of.database.queries, { projectId: id, audience }, { after: 0, limit: 1_000 })
    ).map(({ kind, actorId, detail }) => ({ kind, actorId, detail }))
  const [asker, second] = [of.users.owner, of.users.admin]
  const detail = { isEarly: true, reason: REASON, requestedBy: asker, confirmedBy: second }
  const extended = {
    from: { date: '2030-01-31', zone: 'UTC' },
    to: { date: '2030-02-28', zone: 'UTC' },
    reason: 'More time',
  }
  expect(await chain('team')).toMatchObject([
    { kind: 'created' },
    { kind: 'openingRequested', actorId: asker, detail: { reason: REASON } },
    { kind: 'openingExpired', actorId: null },
    { kind: 'openingRequested' },
    { kind: 'openingWithdrawn', actorId: asker },
    { kind: 'deadlineExtended', actorId: asker, detail: extended },
    { kind: 'openingRequested', detail: { reason: REASON, expiresOn } },
    { kind: 'moved', actorId: second },
    { kind: 'opened', actorId: second, detail },
  ])
  for (const vendorId of [of.companies.alpha, of.companies.beta]) {
    expect((await chain(`v${vendorId}`)).slice(1)).toMatchObject([
      { kind: 'deadlineExtended', detail: extended },
      { kind: 'moved' },
      { kind: 'opened', detail },
    ])
  }
})

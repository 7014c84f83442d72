import { afterEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

const DAY_MS = 86_400_000
let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** A published project whose deadline is this many days ahead. */
const build = async (days: number): Promise<World> => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  await world.setProject({ deadlineAt: world.clock.now + days * DAY_MS })
  return world
}
const waitingOf = async ({ as }: World, username: Username) => {
  const found = await (await as(username)).call(API.projects.waiting, {})
  return Object.fromEntries(found.map(({ kind, count }) => [kind, count]))
}
const place = { kind: 'requirement', id: 'r1' } as const

/**
 * Writes a question and two pain points of Alpha, a question of Beta, and a discussion of the team.
 */
const comment = async ({ as }: World): Promise<void> => {
  const alpha = new SyncDevice(await as('alpha-contact'))
  const beta = new SyncDevice(await as('beta-primary'))
  const author = new SyncDevice(await as('author'))
  const said = { projectId, place, severity: null }
  await alpha.push(
    alpha.edit('comments.create', { ...said, id: 'asked', type: 'Q', text: 'ALPHA-ASKS' }),
    alpha.edit('comments.create', {
      ...said,
      id: 'pain',
      type: 'PP',
      severity: 'MAJOR',
      text: 'A "officialReplies":["x"]',
    }),
    alpha.edit('comments.create', {
      ...said,
      id: 'pain-2',
      type: 'PP',
      severity: 'MINOR',
      text: 'P',
    }),
  )
  await beta.push(beta.edit('comments.create', { ...said, id: 'asked-2', type: 'Q', text: 'BETA' }))
  await author.push(
    author.edit('comments.create', { ...said, id: 'talk', type: 'D', text: 'TALK' }),
  )
}

test('[WG1] questions and pain points without an official reply are counted, and none of their text is sent', async () => {
  const built = await build(30)
  await comment(built)
  for (const username of ['owner', 'author', 'reviewer', 'approver'] as const) {
    expect(await waitingOf(built, username)).toEqual({ openQuestions: 2, painPoints: 2 })
  }
  const owner = new SyncDevice(await built.as('owner'))
  const asked = `asked.${built.companies.alpha}`
  await owner.push(
    owner.edit('comments.reply', { projectId, id: 'reply', commentId: asked, text: 'So it is' }),
    owner.edit('comments.markOfficial', { projectId, id: asked, replyId: 'reply' }),
  )
  expect(await waitingOf(built, 'owner')).toEqual({ openQuestions: 1, painPoints: 2 })
  const { text } = await (await built.as('owner')).raw('GET', '/projects-service/waiting')
  for (const words of ['ALPHA', 'BETA', 'So it is', 'vendor-']) expect(text).not.toContain(words)
})

test('[WG2] a contact of a vendor and a person without a project learn nothing', async () => {
  const built = await build(3)
  await comment(built)
  for (const username of [
    'alpha-primary',
    'alpha-contact',
    'beta-primary',
    'gamma-primary',
  ] as const) {
    const { status, text } = await (
      await built.as(username)
    ).raw('GET', '/projects-service/waiting')
    expect([status, text.includes('NOT_ALLOWED')]).toEqual([403, true])
  }
  for (const username of ['colleague', 'village-admin'] as const) {
    expect(await waitingOf(built, username)).toEqual({})
  }
})

test('[WG2] a request to open answers early waits for the people who can confirm it', async () => {
  const built = await build(30)
  const owner = await built.as('owner')
  await owner.call(API.openings.request, { params: { id: projectId }, body: { reason: 'All in' } })
  expect(await waitingOf(built, 'admin')).toEqual({ openingToConfirm: 1 })
  expect(await waitingOf(built, 'owner')).toEqual({})
  expect(await waitingOf(built, 'author')).toEqual({})
})

test('[WG2] late answers wait for the people who can open the project again', async () => {
  const built = await build(30)
  await built.setProject({ state: 'VALIDATION' })
  const alpha = new SyncDevice(await built.as('alpha-contact'))
  await alpha.push(
    alpha.edit('commitments.update', {
      projectId,
      requirementId: 'r1',
      vendorId: built.companies.alpha,
      values: { note: 'LATE' },
    }),
  )
  expect(await waitingOf(built, 'owner')).toEqual({ lateAnswers: 1 })
  expect(await waitingOf(built, 'admin')).toEqual({ lateAnswers: 1 })
  expect(await waitingOf(built, 'approver')).toEqual({})
})

test('[WG2] an invitation waits for the people who can send it again, until it is accepted or withdrawn', async () => {
  const built = await build(30)
  const admin = await built.as('admin')
  const { alpha, gamma } = built.companies
  const invite = async (email: string, organizationId: number) =>
    await admin.call(API.invitations.invite, {
      body: { email, organizationId, roles: ['role-vendor-contact'], language: 'en' },
    })
  await invite('first@vendor.example', alpha)
  await invite('first@vendor.example', alpha)
  await invite('second@vendor.example', alpha)
  await invite('third@vendor.example', gamma)
  expect(await waitingOf(built, 'admin')).toEqual({ invitations: 2 })
  expect(await waitingOf(built, 'reviewer')).toEqual({})
  await admin.call(API.invitations.cancel, {
    body: { emailTo: 'second@vendor.example', organizationId: alpha },
  })
  expect(await waitingOf(built, 'admin')).toEqual({ invitations: 1 })
})

test('[WG3] vendors that have not started are counted in the last week, for the owner only', async () => {
  const built = await build(8)
  expect(await waitingOf(built, 'owner')).toEqual({})
  built.clock.now += 2 * DAY_MS
  expect(await waitingOf(built, 'owner')).toEqual({ vendorsNotStarted: 2 })
  expect(await waitingOf(built, 'author')).toEqual({})
  const alpha = new SyncDevice(await built.as('alpha-contact'))
  await alpha.push(
    alpha.edit('commitments.update', {
      projectId,
      requirementId: 'r1',
      vendorId: built.companies.alpha,
      values: { note: 'Begun' },
    }),
  )
  expect(await waitingOf(built, 'owner')).toEqual({ vendorsNotStarted: 1 })
})

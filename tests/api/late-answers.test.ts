import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { attachmentArgs, PLAN, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, DEADLINE, PROJECT as projectId, type World } from './world.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({
    project: {
      state: 'PUBLISHED',
      publishedOn: 0,
      deadline: DEADLINE,
      deadlineAt: deadlineInstant(DEADLINE),
    },
  })
})
afterAll(async () => {
  await world.close()
})

test('[LA1] the owner sees how many answers came too late, and none of their text; once sent again they no longer count', async () => {
  const { alpha } = world.companies
  const lateOf = async () =>
    await (await world.as('owner')).call(API.projects.lateAnswers, { params: { id: projectId } })
  const answer = (requirementId: string, note: string) => ({
    projectId,
    requirementId,
    vendorId: alpha,
    values: { note },
  })
  const device = new SyncDevice(await world.as('alpha-contact'))
  await device.push(device.edit('commitments.update', answer('r1', 'in time')))
  expect(await lateOf()).toEqual([])
  // An edit that is refused for another reason is not late.
  await device.push(device.edit('commitments.update', answer('unknown', 'in time')))
  await device.pull(projectId)
  expect(device.results.at(-1)?.status).toBe('refused')
  expect(await lateOf()).toEqual([])

  await world.setProject({ state: 'VALIDATION' })
  world.clock.now += 1_000
  await device.push(
    device.edit('commitments.update', answer('r1', 'LATE-TEXT'), {
      [`commitment/r1.${alpha}#values.note`]: 'in time',
    }),
    device.edit('commitments.update', answer('r2', 'LATE-TEXT')),
  )
  await device.pull(projectId)
  expect(device.results.slice(-2).map(({ status, reason }) => [status, reason])).toEqual([
    ['refused', 'STATE_FORBIDS'],
    ['refused', 'STATE_FORBIDS'],
  ])
  const { beta } = world.companies
  const rival = new SyncDevice(await world.as('beta-primary'))
  await rival.push(
    rival.edit('commitments.update', { ...answer('r1', 'LATE-TEXT'), vendorId: beta }),
  )
  const late = (vendorId: number, requirements: number) => ({
    vendorId,
    name: expect.stringContaining('Vendor'),
    requirements,
    files: 0,
    comments: 0,
    latestOn: world.clock.now,
  })
  expect(await lateOf()).toEqual([late(alpha, 2), late(beta, 1)])
  const path = `/projects-service/projects/${projectId}/late-answers`
  for (const [username, status] of [
    ['admin', 200],
    ['author', 403],
    ['reviewer', 403],
    ['alpha-primary', 403],
    ['beta-primary', 403],
  ] as const)
    expect([username, (await (await world.as(username)).raw('GET', path)).status]).toEqual([
      username,
      status,
    ])
  expect(
    (
      await (
        await world.as('owner')
      ).raw('GET', `/projects-service/projects/${projectId}/late-answers`)
    ).text,
  ).not.toContain('LATE-TEXT')

  await world.setProject({ state: 'PUBLISHED' })
  world.clock.now += 1_000
  await device.push(device.edit('commitments.update', answer('r2', 'LATE-TEXT')))
  await rival.push(
    rival.edit('commitments.update', { ...answer('r1', 'LATE-TEXT'), vendorId: beta }),
  )
  expect(await lateOf()).toMatchObject([{ vendorId: alpha, requirements: 1 }])
})

test('[LA1] the same for late files, questions and replies, of vendors only, until they arrive in time', async () => {
  const { alpha } = world.companies
  const lateOf = async () =>
    await (await world.as('owner')).call(API.projects.lateAnswers, { params: { id: projectId } })
  await world.setProject({ state: 'PUBLISHED' })
  const client = await world.as('alpha-contact')
  await sendPiece(client, PLAN)
  const device = new SyncDevice(client)
  const before = await lateOf()
  const place = { kind: 'project', id: projectId } as const
  const question = (id: string) =>
    device.edit('comments.create', {
      projectId,
      id,
      place,
      type: 'Q',
      severity: null,
      text: 'LATE-TEXT',
    })
  await device.push(question('asked'))

  await world.setProject({ state: 'VALIDATION' })
  const late = () => [
    device.edit('attachments.create', attachmentArgs('late-file', PLAN)),
    question('late-question'),
    device.edit('comments.reply', {
      projectId,
      id: 'late-reply',
      commentId: `asked.${alpha}`,
      text: 'LATE-TEXT',
    }),
  ]
  await device.push(...late())
  await world.setProject({ state: 'CLOSED' })
  const requestor = new SyncDevice(await world.as('author'))
  await requestor.push(
    requestor.edit('comments.create', {
      projectId,
      id: 'late-discussion',
      place,
      type: 'D',
      severity: null,
      text: 'LATE-TEXT',
    }),
  )
  expect(await lateOf()).toMatchObject([
    { vendorId: alpha, requirements: before[0]?.requirements ?? 0, files: 1, comments: 2 },
  ])
  expect(
    (
      await (
        await world.as('owner')
      ).raw('GET', `/projects-service/projects/${projectId}/late-answers`)
    ).text,
  ).not.toMatch(/LATE-TEXT|plan\.pdf/)

  await world.setProject({ state: 'PUBLISHED' })
  await device.push(...late())
  expect((await lateOf()).map(({ files, comments }) => [files, comments])).toEqual(
    before.length === 0 ? [] : [[0, 0]],
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, DEADLINE, PROJECT as projectId, type World } from './world.ts'
import { deadlineInstant } from '#schema/rules/deadline.ts'

let world: World
beforeAll(async () => { world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0, deadline: DEADLINE, deadlineAt: deadlineInstant(DEADLINE) } }) })
afterAll(async () => { await world.close() })

test('[LA1] the owner sees how many answers came too late, and no text of them; once they are sent again they no longer count', async () => {
  const { alpha } = world.companies
  const lateOf = async () => await (await world.as('owner')).call(API.projects.lateAnswers, { params: { id: projectId } })
  const answer = (requirementId: string, note: string) => ({ projectId, requirementId, vendorId: alpha, values: { note } })
  const device = new SyncDevice(await world.as('alpha-contact'))
  await device.push(device.edit('commitments.update', answer('r1', 'in time')))
  expect(await lateOf()).toEqual([])

  await world.setProject({ state: 'VALIDATION' })
  world.clock.now += 1_000
  await device.push(device.edit('commitments.update', answer('r1', 'LATE-TEXT'), { [`commitment/r1.${alpha}#values.note`]: 'in time' }), device.edit('commitments.update', answer('r2', 'LATE-TEXT')))
  await device.pull(projectId)
  expect(device.results.slice(-2).map(({ status, reason }) => [status, reason])).toEqual([['refused', 'STATE_FORBIDS'], ['refused', 'STATE_FORBIDS']])
  expect(await lateOf()).toEqual([{ vendorId: alpha, name: expect.stringContaining('Vendor'), requirements: 2, latestOn: expect.any(Number) }])
  expect((await (await world.as('owner')).raw('GET', `/projects-service/projects/${projectId}/late-answers`)).text).not.toContain('LATE-TEXT')

  await world.setProject({ state: 'PUBLISHED' })
  world.clock.now += 1_000
  await device.push(device.edit('commitments.update', answer('r2', 'LATE-TEXT')))
  expect(await lateOf()).toMatchObject([{ vendorId: alpha, requirements: 1 }])
})

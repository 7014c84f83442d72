import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../support/project-rows.ts'
import { expectRefused } from './people.ts'
import { buildWorld, PROJECT, type Username, type World } from './world.ts'

const flag = (value?: boolean) =>
  buildParameter({
    id: 'urgent',
    key: 'urgent',
    name: 'Urgent',
    type: 'FLAG',
    ...(value === undefined ? {} : { value }),
  })
const [flaggedContent, flaggedAnswer] = [
  buildDefinition({ content: [flag(true)] }),
  buildDefinition({ answer: [flag()] }),
]
let world: World
beforeAll(async () => {
  // Alpha and Beta are the organizations 3 and 4.
  world = await buildWorld({
    rows: {
      requirement: [
        buildRequirement({ definition: flaggedContent }),
        buildRequirement({ id: 'r2', definition: flaggedAnswer }),
        buildRequirement({
          id: 'r3',
          definition: flaggedAnswer,
          documentId: 'd2',
          packageId: 'p2',
        }),
        buildRequirement({ id: 'r4' }),
      ],
      commitment: [
        buildCommitment({ requirementId: 'r2', vendorId: 3, values: { urgent: true } }),
        buildCommitment({ requirementId: 'r2', vendorId: 4, values: { urgent: false } }),
        buildCommitment({
          requirementId: 'r3',
          vendorId: 4,
          values: { urgent: true },
          documentId: 'd2',
          packageId: 'p2',
        }),
      ].map((row) => ({ ...row, submitted: true })),
    },
  })
})
afterAll(async () => {
  await world.close()
})

const ask = async (username: Username, more: { documentId?: string; vendorId?: number } = {}) =>
  await (
    await world.as(username)
  ).call(API.projects.hasFlag, { params: { id: PROJECT }, body: { flag: 'urgent', ...more } })
const count = async (...args: Parameters<typeof ask>) => (await ask(...args)).count

test('[HF1] counts the requirements whose flag is set in the content or in an answer that the caller reads', async () => {
  expect(world.companies).toMatchObject({ alpha: 3, beta: 4 })
  await world.setProject({ state: 'EVALUATION', publishedOn: 1 })
  expect(await ask('owner')).toEqual({ hasFlag: true, count: 3 })
  expect(await count('owner', { documentId: 'd1' })).toBe(2)
  expect(await count('owner', { vendorId: 3 })).toBe(1)
  expect(await count('owner', { vendorId: 4, documentId: 'd2' })).toBe(1)
  expect(await count('owner', { vendorId: 3, documentId: 'd2' })).toBe(0)
  const client = await world.as('owner')
  const none = await client.call(API.projects.hasFlag, {
    params: { id: PROJECT },
    body: { flag: 'text' },
  })
  expect(none).toEqual({ hasFlag: false, count: 0 })
})

test('[HF2] discloses neither sealed answers nor those of another vendor', async () => {
  await world.setProject({ state: 'PUBLISHED', publishedOn: 1, sealed: true })
  expect(await count('owner')).toBe(1)
  await expectRefused(ask('owner', { vendorId: 3 }), 'NOT_ALLOWED')
  expect(await count('alpha-primary')).toBe(2)
  expect(await count('alpha-primary', { vendorId: 3 })).toBe(1)
  await expectRefused(ask('alpha-primary', { vendorId: 4 }), 'NOT_ALLOWED')
  await expectRefused(ask('alpha-primary', { vendorId: 999 }), 'NOT_ALLOWED')
  await expect(ask('village-admin')).rejects.toThrow('ACCESS_TO_PROJECT_IS_DENIED')
})

test('[HF3] an override of the flag counts in place of the answer', async () => {
  await world.setProject({ state: 'EVALUATION', publishedOn: 1 })
  const approver = await world.as('approver')
  const override = async (vendorId: number, value: boolean) => {
    const body = { requirementId: 'r2', vendorId, parameterId: 'urgent', value, reason: 'Checked' }
    await approver.call(API.overrides.set, { body })
  }
  const counts = async () => [
    await count('owner', { vendorId: 3 }),
    await count('owner', { vendorId: 4 }),
  ]
  expect(await counts()).toEqual([1, 1])
  await override(3, false)
  expect(await counts()).toEqual([0, 1])
  await override(4, true)
  expect(await counts()).toEqual([0, 2])
})

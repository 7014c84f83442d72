import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_STATES, type ProjectState } from '#schema/entities/project.ts'
import { buildWorld, PROJECT, type World } from '../world.ts'
import { expectRefused } from './hostile-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

/**
 * The call of each move, its body, and every state in which the owner may make it; written by hand
 * from the specification.
 */
const MOVES: readonly [string, () => object, readonly ProjectState[]][] = [
  ['move-to-preparation', () => ({ vendorIds: [world.companies.alpha] }), ['DRAFT']],
  ['add-vendor', () => ({ vendorIds: [world.companies.gamma] }), ['PREPARATION']],
  ['move-to-published', () => ({}), ['PREPARATION', 'PUBLISHED']],
  ['move-to-validation', () => ({}), ['PUBLISHED']],
  ['move-back-to-published', () => ({}), ['VALIDATION']],
  ['move-to-evaluation', () => ({}), ['VALIDATION']],
  ['move-back-to-preparation', () => ({}), ['EVALUATION', 'CLOSED']],
  ['move-to-closed', () => ({}), ['EVALUATION']],
  [
    'move-to-archived',
    () => ({}),
    ['PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'CLOSED'],
  ],
]
const WRONG = MOVES.flatMap(([path, body, from]) =>
  PROJECT_STATES.filter((state) => !from.includes(state)).map((state) => ({ state, path, body })),
)

test.each(WRONG)('[AT64] in $state the call $path is refused', async ({ state, path, body }) => {
  await world.setProject({ state })
  const address = `/projects-service/projects/${PROJECT}/state-transition/${path}`
  const hostile = { by: 'owner', method: 'PUT', path: address, body: body() } as const
  await expectRefused(world, hostile, [[403, 404, 409]])
  const row = await world.database.queries
    .selectFrom('projects')
    .select('state')
    .where('id', '=', PROJECT)
    .executeTakeFirstOrThrow()
  expect(row.state).toBe(state)
})

test('[AT64] nine states and nine calls make the grid', () => {
  expect(WRONG).toHaveLength(9 * MOVES.length - MOVES.flatMap(([, , from]) => from).length)
})

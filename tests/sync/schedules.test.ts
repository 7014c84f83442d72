import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWorld, type World } from '../api/world.ts'
import { repetitions } from '../support/repetitions.ts'
import { buildRequirement, buildRows } from '../support/project-rows.ts'
import { type Played, play } from './schedules/play.ts'
import { ANSWER_DEFINITION } from './simulator/template.ts'

const SCHEDULES = Number(process.env['SYNC_SCHEDULES'] ?? repetitions({ few: 40, many: 400 }))
const FIRST = Number(process.env['SYNC_FIRST_SCHEDULE'] ?? 1)
/** Servers that run side by side, each with its own database, because a schedule mostly waits. */
const SERVERS = 4
const isOtherRun = process.env['TEST_DATABASE'] === 'postgres'

const worlds: World[] = []
beforeAll(async () => {
  if (isOtherRun) return
  const requirement = (buildRows().requirement ?? []).map((row) =>
    buildRequirement({ ...row, definition: ANSWER_DEFINITION }),
  )
  while (worlds.length < SERVERS)
    worlds.push(await buildWorld({ project: { state: 'PUBLISHED' }, rows: { requirement } }))
})
afterAll(() => Promise.all(worlds.map((world) => world.close())))

it.skipIf(isOtherRun)(
  `[I1 I2 I3 L1] ${SCHEDULES} schedules of broken connections between the shipped parts of a device and the server lose no edit`,
  { timeout: repetitions({ few: 600_000, many: 5_400_000 }) },
  async () => {
    const played: Played[] = []
    await Promise.all(
      worlds.map(async (world, lane) => {
        for (let seed = FIRST + lane; seed < FIRST + SCHEDULES; seed += SERVERS)
          played.push(await play(world, seed))
      }),
    )
    const total = (of: (one: Played) => number): number =>
      played.reduce((sum, one) => sum + of(one), 0)
    expect(
      played.flatMap(({ seed, violations }) =>
        violations.map((violation) => `schedule ${seed}: ${violation}`),
      ),
    ).toEqual([])
    expect(total(({ edits }) => edits)).toBeGreaterThan(SCHEDULES * 4)
    expect(total(({ struck }) => struck)).toBeGreaterThan(SCHEDULES)
  },
)

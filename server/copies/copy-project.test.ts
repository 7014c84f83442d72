import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildProject,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import type { CommandServices } from '../commands/execute.ts'
import { readPerson } from '../database/access/read-actor.ts'
import { cloneProject } from './clone-project.ts'

describe('a clone of a large project', () => {
  let town: Town
  let olga: number
  beforeAll(async () => {
    town = await openTown()
    olga = await town.person('olga', town.city, 'role-org-power-user')
    const own = { organizationId: town.city, ownerId: olga, ownerName: 'olga Person' }
    await storeRows(
      town.rows,
      buildRows({
        project: [buildProject(own)],
        projectVendor: [],
        requirement: Array.from({ length: 1_001 }, (_, n) =>
          buildRequirement({ id: `r${n}`, fullId: `FUN-${n}` }),
        ),
      }),
    )
    town.calls.now = NOW + 1_000
  })
  afterAll(() => town.rows.close())
  const count = async (id: string) =>
    (
      await town.rows.database.queries
        .selectFrom('requirements')
        .select('id')
        .where('project_id', '=', id)
        .execute()
    ).length
  const stateOf = async (id: string) =>
    (
      await town.rows.database.queries
        .selectFrom('projects')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.state
  /** A database that does this each time that a copy has read its source. */
  const afterReading = (act: () => Promise<unknown>): Partial<CommandServices> => {
    const { database } = town.rows
    const readApart: typeof database.readApart = async (run) => {
      const read = await database.readApart(run)
      await act()
      return read
    }
    return { database: Object.assign(Object.create(database), { readApart }) }
  }
  const clone = async (services: Partial<CommandServices>, id: string) => {
    const person = await readPerson(town.rows.database.queries, olga)
    if (person === null) throw new Error('unknown')
    const given = { name: 'Copy', description: '', tags: [], version: '1', deadline: null, id }
    const options = { requirements: true, vendorAnswers: false, roles: false }
    await cloneProject({ ...town.calls.services.commands, ...services }, person, {
      ...{ sourceId: PROJECT_ID, given },
      options: { ...options, members: false, owners: false },
    })
  }
  const block = () =>
    town.rows.database.queries
      .updateTable('organization_members')
      .set({ state: 'BLOCKED' })
      .where('user_id', '=', olga)
      .execute()
  /** Moves a requirement to a new position of the log, as an edit does. */
  const edit = async () => {
    const { queries } = town.rows.database
    const sync = queries.selectFrom('project_sync').select('head')
    const { head } = await sync.where('project_id', '=', PROJECT_ID).executeTakeFirstOrThrow()
    await queries
      .updateTable('sync_row')
      .set({ seq: head + 1 })
      .where('project_id', '=', PROJECT_ID)
      .where('entity_id', '=', 'r0')
      .execute()
    await queries
      .updateTable('project_sync')
      .set({ head: head + 1 })
      .where('project_id', '=', PROJECT_ID)
      .execute()
  }

  it('is written in turns, and opened when it is whole', async () => {
    const states: unknown[] = []
    const look = async () => void states.push(await stateOf('whole'))
    await clone(afterReading(look), 'whole')
    expect(states).toEqual(['INITIALIZING'])
    expect([await stateOf('whole'), await count('whole')]).toEqual(['DRAFT', 1_001])
    expect(await count(PROJECT_ID)).toBe(1_001)
  })

  it('begins again when its source changes, the third time in one transaction', async () => {
    let readings = 0
    const change = async () => {
      readings += 1
      await edit()
    }
    await clone(afterReading(change), 'again')
    expect(readings).toBe(2)
    expect([await stateOf('again'), await count('again')]).toEqual(['DRAFT', 1_001])
    const projects = town.rows.database.queries.selectFrom('projects').select('id').orderBy('id')
    expect((await projects.execute()).map(({ id }) => id)).toEqual(['again', PROJECT_ID, 'whole'])
  })

  it('leaves nothing when its person loses the right to it in the meantime', async () => {
    const outcome = await outcomeOf(clone(afterReading(block), 'lost'))
    expect(outcome).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect([await stateOf('lost'), await count('lost')]).toEqual([undefined, 0])
  })
})

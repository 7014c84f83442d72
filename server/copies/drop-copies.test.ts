import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectState } from '#schema/entities/project.ts'
import { openCalls } from '../../tests/support/call-context.ts'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { buildProject, buildRequirement, buildRows } from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import type { CommandServices } from '../commands/execute.ts'
import { dropCopy } from './drop-copies.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

const store = async (id: string, requirements: number, state: ProjectState = 'INITIALIZING') => {
  const requirement = Array.from({ length: requirements }, (_, n) =>
    buildRequirement({ id: `r${n}` }),
  )
  await storeRows(
    rows,
    inProject(buildRows({ project: [buildProject({ state })], requirement }), id),
  )
}
const count = async (table: 'requirements' | 'sync_row' | 'projects', id: string) =>
  (
    await rows.database.queries
      .selectFrom(table)
      .select('project_id')
      .where('project_id', '=', id)
      .execute()
  ).length
/** Drops the copy. @returns how many requirements each transaction deleted */
const drop = async (id: string) => {
  const deleted: number[] = []
  const write: typeof rows.database.write = async (run) => {
    const before = await count('requirements', id)
    const answer = await rows.database.write(run)
    deleted.push(before - (await count('requirements', id)))
    return answer
  }
  const { services } = await openCalls(rows)
  const database = Object.assign(Object.create(rows.database), { write })
  await dropCopy({ ...services.commands, database } as CommandServices, id)
  return deleted.filter((many) => many > 0)
}

describe('an unfinished copy', () => {
  it.each([
    [0, []],
    [1, [1]],
    [500, [500]],
    [501, [500, 1]],
    [1_001, [500, 500, 1]],
  ])('of %i requirements is removed, at most 500 in one transaction', async (many, turns) => {
    await store('copy', many)
    await store('other', 2)
    expect(await drop('copy')).toEqual(turns)
    for (const table of ['requirements', 'sync_row', 'projects'] as const)
      expect(await count(table, 'copy'), table).toBe(0)
    expect([await count('requirements', 'other'), await count('projects', 'other')]).toEqual([2, 1])
  })

  it('is no project that people work in', async () => {
    await store('whole', 2, 'DRAFT')
    expect([await drop('whole'), await count('requirements', 'whole')]).toEqual([[], 2])
  })
})

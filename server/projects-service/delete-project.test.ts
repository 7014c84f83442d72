import type { TableMetadata } from 'kysely'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { CommandServices } from '../commands/execute.ts'
import type { ProjectCommit } from '../commands/project-unit.ts'
import { deleteProject } from './delete-project.ts'

let rows: EmptyDatabase
let [city, owner, admin, author] = [0, 0, 0, 0]
let published: ProjectCommit[]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  published = []
  city = await rows.organization('City')
  const person = async (name: string, roles: string) => {
    const id = await rows.person(name, { active_organization_id: city })
    await rows.member(city, id, { roles })
    return id
  }
  owner = await person('owner', '[]')
  admin = await person('admin', '["role-org-admin"]')
  author = await person('author', '[]')
  for (const id of ['p', 'q']) await project(id)
})
afterEach(() => rows.close())

const project = async (id: string, state = 'PREPARATION'): Promise<void> => {
  const body = { id, organizationId: city, ownerId: owner, state, publishedOn: null }
  await rows.project(id, city, { owner_id: owner, state, body: JSON.stringify(body) })
  await rows.database.queries
    .insertInto('project_members')
    .values({
      project_id: id,
      user_id: author,
      roles: '["role-project-req-author"]',
      created_on: 0,
    })
    .execute()
}
const remove = (userId: number, id: string): Promise<void> =>
  deleteProject(
    {
      database: rows.database,
      clock: () => NOW,
      publish: (commit: ProjectCommit) => void published.push(commit),
    } as unknown as CommandServices,
    userId,
    id,
  )

/** Tables whose rows outlive their project, because others need them. */
const STAYING = ['project_log', 'project_log_heads', 'mutation_result', 'invitations']
const tablesOfProjects = async (): Promise<TableMetadata[]> =>
  (await rows.database.queries.introspection.getTables()).filter(
    ({ name, columns }) =>
      !STAYING.includes(name) && columns.some((column) => column.name === 'project_id'),
  )
/** Adds a row of the project to a table, with any value in its other columns. */
const addRow = async ({ name, columns }: TableMetadata, id: string): Promise<void> => {
  const values = columns.map(({ name: column, dataType }) =>
    column === 'project_id' ? id : /int/i.test(dataType) ? 999 : `${id}-${column}`,
  )
  await sql`insert into ${sql.table(name)}
    (${sql.join(columns.map((column) => sql.ref(column.name)))})
    values (${sql.join(values)})`.execute(rows.database.queries)
}
const countOf = async (name: string, id: string): Promise<number> => {
  const { rows: found } = await sql<{ count: number }>`select count(*) as count
    from ${sql.table(name)} where project_id = ${id}`.execute(rows.database.queries)
  return Number(found[0]?.count)
}

it('[AC4] a deleted project leaves no row in any table but the known ones, and every row of others', async () => {
  const tables = await tablesOfProjects()
  expect(tables.length).toBeGreaterThan(20)
  for (const table of tables)
    for (const id of ['p', 'q']) if ((await countOf(table.name, id)) === 0) await addRow(table, id)
  await remove(owner, 'p')
  for (const { name } of tables) {
    expect([name, await countOf(name, 'p')]).toEqual([name, 0])
    expect([name, await countOf(name, 'q')]).toEqual([name, 1])
  }
  const last = await rows.database.queries
    .selectFrom('project_log')
    .select(['project_id', 'kind', 'actor_id'])
    .orderBy('serial', 'desc')
    .executeTakeFirst()
  expect(last).toEqual({ project_id: 'p', kind: 'deleted', actor_id: owner })
  // Devices and sockets read again what they may see.
  expect(published).toMatchObject([
    { projectId: 'p', isVisibilityChanged: true, visibility: 2, headBefore: null, rows: [] },
  ])
  expect(published[0]?.head).toBe(published[0]?.firstSeq)
})

it.each([
  ['DRAFT', 'deleted'],
  ['PREPARATION', 'deleted'],
  ['PUBLISHED', 'STATE_FORBIDS'],
  ['VALIDATION', 'STATE_FORBIDS'],
  ['EVALUATION', 'STATE_FORBIDS'],
  ['CLOSED', 'STATE_FORBIDS'],
  ['ARCHIVED', 'deleted'],
])(
  '[AT64] a project in %s is %s, by its owner or an administrator only',
  async (state, outcome) => {
    await project('own', state)
    await project('second', state)
    const outcomeOf = (userId: number, id: string): Promise<string> =>
      remove(userId, id).then(
        () => 'deleted',
        ({ code }: { code: string }) => code,
      )
    // Members do not see a draft.
    expect(await outcomeOf(author, 'own')).toBe(
      state === 'DRAFT' ? 'ACCESS_TO_PROJECT_IS_DENIED' : 'NOT_ALLOWED',
    )
    expect(await outcomeOf(999, 'own')).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await outcomeOf(owner, 'own')).toBe(outcome)
    expect(await outcomeOf(admin, 'second')).toBe(outcome)
    expect(await countOf('projects', 'own')).toBe(outcome === 'deleted' ? 0 : 1)
  },
)

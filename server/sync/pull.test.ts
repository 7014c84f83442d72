import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PullPage, PullRequest } from '#schema/api/sync.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { buildCommitment, buildSection, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { pull } from './pull.ts'

/** City's project with answers of Alpha and Beta, and Village's with the same ids. */
let town: ContentTown
let bob: number
beforeEach(async () => {
  town = await openContentTown({ state: 'PUBLISHED', publishedOn: 1 }, ({ alpha, beta }) => ({
    commitment: [alpha, beta].map((vendorId) =>
      buildCommitment({ vendorId, values: { met: vendorId } }),
    ),
    section: ['s1', 's2', 's3'].map((id) => buildSection({ id, name: id })),
  }))
  bob = await town.person('bob', town.beta, 'role-vendor-primary-contact')
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries

const requestOf = (more: Partial<PullRequest> = {}): PullRequest => ({
  ...{ clientId: 'device', schemaVersion: 7, serverId: 'server', ackMid: 0, home: null },
  projects: { [PROJECT_ID]: { epoch: 0, buckets: {} } },
  ...more,
})
type Between = (page: PullPage, at: number) => Promise<unknown>
const pages = async (
  userId: number,
  more: Partial<PullRequest> = {},
  { pageRows, between }: { pageRows?: number; between?: Between } = {},
) => {
  const context = {
    ...{ database: town.rows.database, serverId: 'server', userId, clock: () => NOW },
    ...(pageRows === undefined ? {} : { pageRows }),
  }
  const found: PullPage[] = []
  for await (const line of pull(context, requestOf(more))) {
    expect(line.endsWith('}\n')).toBe(true)
    const page = JSON.parse(line) as PullPage
    found.push(page)
    await between?.(page, found.length)
  }
  return found
}
const rowsOf = (found: readonly PullPage[]) => found.flatMap(({ project }) => project?.rows ?? [])
const projects = (...ids: string[]) =>
  Object.fromEntries(ids.map((id) => [id, { epoch: 0, buckets: {} }]))

describe('a pull', () => {
  it('[IS1] gives each vendor its own answers, and requestors none while they are sealed', async () => {
    const answers = async (userId: number) =>
      rowsOf(await pages(userId)).flatMap(({ entity, id }) => (entity === 'commitment' ? [id] : []))
    expect(await answers(town.vera)).toEqual([`r1.${town.alpha}`])
    expect(await answers(bob)).toEqual([`r1.${town.beta}`])
    expect([await answers(town.olga), await answers(town.villager)]).toEqual([[], []])
  })

  it('names the server and its time on each page, and keeps the projects apart', async () => {
    await queries()
      .updateTable('projects')
      .set({ organization_id: town.city })
      .where('id', '=', 'zother')
      .execute()
    const body = await town.rows.database.queries
      .selectFrom('projects')
      .select('body')
      .where('id', '=', 'zother')
      .executeTakeFirstOrThrow()
    await queries()
      .updateTable('projects')
      .set({
        body: JSON.stringify({
          ...JSON.parse(body.body),
          ...{ organizationId: town.city, ownerId: town.olga },
        }),
        owner_id: town.olga,
      })
      .where('id', '=', 'zother')
      .execute()
    const found = await pages(town.olga, { projects: projects('zother', PROJECT_ID) })
    expect(found.map(({ project, more }) => [project?.id, more])).toEqual([
      ['zother', true],
      [PROJECT_ID, true],
      [undefined, false],
    ])
    for (const page of found) expect(page).toMatchObject({ serverId: 'server', now: NOW })
    expect(found.map(({ home }) => home === null)).toEqual([false, true, true])
    for (const { project } of found)
      for (const { row } of project?.rows ?? [])
        if (typeof row === 'object' && row !== null && 'projectId' in row)
          expect(row.projectId).toBe(project?.id)
  })

  it('reads the cursors that a device knows only if they are of this server', async () => {
    const [page] = await pages(town.vera)
    const known = { [PROJECT_ID]: { epoch: 0, buckets: page?.project?.cursors ?? {} } }
    const count = async (serverId: string | null) =>
      rowsOf(await pages(town.vera, { projects: known, serverId })).length
    expect([await count('server'), await count(null)]).toEqual([0, 0])
    expect(await count('former')).toBe(page?.project?.rows.length)
  })

  it('goes on where its last page ended', async () => {
    const whole = rowsOf(await pages(town.vera))
    const found = await pages(town.vera, {}, { pageRows: 1 })
    expect(rowsOf(found)).toEqual(whole)
    expect(found.map(({ project }) => project?.rows.length ?? 0)).toEqual([
      ...Array<number>(whole.length).fill(1),
      0,
    ])
  })
})

describe('a right that ends between two pages', () => {
  it('[I4] to the project, ends its pages and denies it', async () => {
    const leave: Between = async (_, at) => {
      if (at === 1) await queries().deleteFrom('project_vendors').execute()
    }
    const found = await pages(town.vera, {}, { pageRows: 1, between: leave })
    expect(found.map(({ project, denied }) => [project?.id, denied])).toEqual([
      [PROJECT_ID, []],
      [undefined, [PROJECT_ID]],
    ])
  })

  it('to act at all, ends the pull', async () => {
    const block: Between = () =>
      queries().updateTable('users').set({ blocked: 1 }).where('id', '=', town.vera).execute()
    await expect(pages(town.vera, {}, { pageRows: 1, between: block })).rejects.toEqual(
      refusal('WRONG_TOKEN'),
    )
  })
})

describe('the verdicts on the edits of a device', () => {
  const client = (clientId: string, userId: number, organizationId: number) =>
    queries()
      .insertInto('sync_client')
      .values({
        ...{ client_id: clientId, user_id: userId, organization_id: organizationId },
        ...{ last_mid: 9, schema_version: 7, seen_at: NOW },
      })
      .execute()
  const verdicts = (clientId: string, mids: readonly number[]) =>
    queries()
      .insertInto('mutation_result')
      .values(
        mids.map((mid) => ({
          ...{ client_id: clientId, mid, status: 'applied' as const, reason: null },
          ...{ detail: '{}', conflicts: '[]', command: 'sections.update', args: null },
          ...{ project_id: PROJECT_ID, client_at: NOW, at: NOW + mid },
        })),
      )
      .execute()
  beforeEach(async () => {
    await client('device', town.vera, town.alpha)
    await client('theirs', bob, town.beta)
    await verdicts('device', [1, 2, 3])
    await verdicts('theirs', [1, 2, 3, 4])
  })
  const told = async (more: Partial<PullRequest> = {}) => {
    const found = await pages(town.vera, more)
    expect(found.slice(0, -1).every(({ results }) => results.length === 0)).toBe(true)
    const { results = [], lastMid, ackAt } = found.at(-1) ?? {}
    return [results.map(({ mid }) => mid), lastMid, ackAt]
  }

  it('are those after the last one known, with the time of that one', async () => {
    expect(await told()).toEqual([[1, 2, 3], 9, undefined])
    expect(await told({ ackMid: 2 })).toEqual([[3], 9, NOW + 2])
    expect(await told({ ackMid: 2, projects: {} })).toEqual([[3], 9, NOW + 2])
    expect(await told({ ackMid: 2, schemaVersion: 6 })).toEqual([[3], 9, undefined])
  })

  it('are all of them after a restore of the database', async () => {
    expect(await told({ ackMid: 2, serverId: 'former' })).toEqual([[1, 2, 3], 9, undefined])
    expect(await told({ ackMid: 2, serverId: null })).toEqual([[3], 9, NOW + 2])
  })

  it('of another person’s device are refused', async () => {
    await expect(pages(town.vera, { clientId: 'theirs' })).rejects.toEqual(
      refusal('CLIENT_FOREIGN'),
    )
  })

  it('are forgotten once many are known, and those of others stay', async () => {
    const many = Array.from({ length: 200 }, (_, at) => at + 4)
    for (const clientId of ['device', 'theirs']) await verdicts(clientId, many.slice(1))
    const left = async (clientId: string) =>
      (
        await queries()
          .selectFrom('mutation_result')
          .select('mid')
          .where('client_id', '=', clientId)
          .execute()
      ).length
    const before = [await left('device'), await left('theirs')]
    await pages(town.vera, { ackMid: 203, serverId: 'former' })
    expect([await left('device'), await left('theirs')]).toEqual(before)
    await pages(town.vera, { ackMid: 203 })
    expect([await left('device'), await left('theirs')]).toEqual([1, before[1]])
  })
})

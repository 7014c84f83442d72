import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { ChainAudience, OpenEntry } from '#schema/rules/project-log.ts'
import { vendorAudience, verifyChain } from '#schema/rules/project-log.ts'
import { appendToLog } from '#server/database/project-log/append.ts'
import { readChain, readHeads } from '#server/database/project-log/read-chain.ts'
import { lockProject } from '#server/database/project-lock.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World | undefined
const params = { id: projectId }
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const build = async (options: Parameters<typeof buildWorld>[0] = {}): Promise<World> => {
  world = await buildWorld(options)
  return world
}
beforeEach(async () => {
  await world?.close()
  world = undefined
})
afterAll(async () => {
  await world?.close()
})

const ALL = { after: 0, limit: 10_000 }
const chainOf = (
  { database }: World,
  audience: ChainAudience,
  id = projectId,
): Promise<OpenEntry[]> => readChain(database.queries, id, audience, ALL)
const kindsOf = async (of: World, audience: ChainAudience, id = projectId): Promise<string[]> =>
  (await chainOf(of, audience, id)).map(({ kind }) => kind)
const brokenChains = async (of: World, id = projectId): Promise<unknown[]> => {
  const heads = await readHeads(of.database.queries, id)
  const found = await Promise.all(
    heads.map(
      async (head) =>
        await verifyChain(
          { projectId: id, audience: head.audience },
          await chainOf(of, head.audience, id),
          { sha256, head },
        ),
    ),
  )
  return found.filter((broken) => broken !== null)
}

const WEIGHTS = {
  packages: [
    { id: 'p1', weight: 60 },
    { id: 'p2', weight: 40 },
  ],
  documents: [
    { id: 'd1', weight: 100 },
    { id: 'd2', weight: 100 },
  ],
}
const publish = async (of: World): Promise<void> => {
  const owner = await of.as('owner')
  await owner.call(API.projects.setWeights, { params, body: WEIGHTS })
  await owner.call(API.stateTransitions.moveToPublished, { params, body: {} })
}

test('[PL1] every act that the log holds adds an entry to a chain that holds', async () => {
  const of = await build()
  const { alpha, beta } = of.companies
  await publish(of)
  expect(await kindsOf(of, 'team')).toEqual(['begun', 'moved', 'published'])
  for (const vendorId of [alpha, beta])
    expect(await kindsOf(of, vendorAudience(vendorId))).toEqual(['begun', 'moved', 'published'])
  const [, moved] = await chainOf(of, 'team')
  expect(moved).toMatchObject({
    actorId: of.users.owner,
    at: of.clock.now,
    detail: { from: 'PREPARATION', to: 'PUBLISHED', by: 'person' },
  })
  expect(await brokenChains(of)).toEqual([])
})

test('[PL2] no chain of a vendor says who of the requestors acted, nor anything of another vendor', async () => {
  const of = await build()
  const owner = await of.as('owner')
  await publish(of)
  const { alpha } = of.companies
  const alphaChain = await chainOf(of, vendorAudience(alpha))
  expect(alphaChain.map(({ actorId }) => actorId)).toEqual([null, null, null])
  await owner.call(API.stateTransitions.moveToPublished, { params, body: {} })
  expect((await kindsOf(of, vendorAudience(alpha))).slice(3)).toEqual(['republished'])
})

test('[PL3] the database takes nothing back that is in the log', async () => {
  const of = await build()
  await publish(of)
  const before = await chainOf(of, 'team')
  for (const statement of [
    "update project_log set detail = '{}'",
    'delete from project_log',
    'delete from project_log where serial = 2',
  ]) {
    await expect(
      of.database.write(async (tx) => void (await sql.raw(statement).execute(tx))),
      statement,
    ).rejects.toThrow('append-only')
  }
  expect(await chainOf(of, 'team')).toEqual(before)
})

test('[PL4] writers at the same time leave neither a gap nor a fork', async () => {
  const of = await build()
  const context = { projectId, now: of.clock.now, actorId: null }
  await Promise.all(
    Array.from({ length: 40 }, () =>
      of.database.write(async (tx) => {
        await lockProject(tx, of.database.dialect, projectId)
        await appendToLog(tx, context, { kind: 'included', detail: { requirementId: 'r1' } })
      }),
    ),
  )
  expect((await chainOf(of, 'team')).map(({ serial }) => serial)).toEqual(
    Array.from({ length: 41 }, (_, index) => index + 1),
  )
  expect(await brokenChains(of)).toEqual([])
})

test('[PL5] the chain of a project that is deleted holds, and nobody goes on with it', async () => {
  const of = await build()
  const owner = await of.as('owner')
  const { id } = await owner.call(API.projects.create, { body: { name: 'Bridge' } })
  await owner.call(API.projects.delete, { params: { id } })
  expect(await kindsOf(of, 'team', id)).toEqual(['created', 'deleted'])
  expect(await brokenChains(of, id)).toEqual([])
  const again = await (
    await of.as('village-admin')
  ).raw('POST', '/projects-service/projects/create', { id, name: 'Tunnel' })
  expect([again.status, JSON.parse(again.text)]).toMatchObject([
    409,
    { messageCodes: ['ENTITY_ALREADY_EXISTS'] },
  ])
})

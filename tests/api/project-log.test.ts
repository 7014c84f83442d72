import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { attachmentId } from '#schema/entities/attachment.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import type { LogEntryRow, LogNames } from '#schema/api/projects-service/project-log.ts'
import type { ChainAudience, ChainEntry, OpenEntry } from '#schema/rules/project/project-log.ts'
import { receiptsContent, vendorAudience, verifyChain } from '#schema/rules/project/project-log.ts'
import { appendToLog } from '#server/database/project-log/append.ts'
import { createRefusedReads } from '#server/database/project-log/refused-reads.ts'
import { readChain, readHeads } from '#server/database/project-log/read-chain.ts'
import { FailedTries } from '#server/identity/failed-tries.ts'
import { deleteAccount } from '#server/users-service/delete-account.ts'
import { lockProject } from '#server/database/project-lock.ts'
import { weightsOn } from '../support/api-client.ts'
import { openEarly } from '../support/open-early.ts'
import { newest } from './newest.ts'
import { attachmentArgs, PLAN, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import {
  buildWorld,
  DEADLINE,
  PASSWORD,
  PROJECT as projectId,
  type Username,
  type World,
} from './world.ts'

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
): Promise<OpenEntry[]> => readChain(database.queries, { projectId: id, audience }, ALL)
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
  const body = await weightsOn(owner, projectId, WEIGHTS)
  await owner.call(API.projects.setWeights, { params, body })
  await owner.call(API.stateTransitions.moveToPublished, { params, body: {} })
}

test('[PL31] every logged act adds an entry to a chain that verifies', async () => {
  const of = await build()
  const { alpha, beta } = of.companies
  await publish(of)
  expect(await kindsOf(of, 'team')).toEqual(['created', 'weightsSet', 'moved', 'published'])
  for (const vendorId of [alpha, beta])
    expect(await kindsOf(of, vendorAudience(vendorId))).toEqual(['begun', 'moved', 'published'])
  const [, , moved] = await chainOf(of, 'team')
  expect(moved).toMatchObject({
    actorId: of.users.owner,
    at: of.clock.now,
    detail: { from: 'PREPARATION', to: 'PUBLISHED', by: 'person' },
  })
  expect(await brokenChains(of)).toEqual([])
})

test('[PL32] no chain of a vendor tells which requestor acted, or anything of another vendor', async () => {
  const of = await build()
  const owner = await of.as('owner')
  await publish(of)
  const { alpha } = of.companies
  const alphaChain = await chainOf(of, vendorAudience(alpha))
  expect(alphaChain.map(({ actorId }) => actorId)).toEqual([null, null, null])
  // What happens to Beta and in the team leaves no entry.
  const { beta } = of.companies
  const users = [{ userId: of.users['beta-primary'], packageIds: ['p1'] }]
  const betaPrimary = await of.as('beta-primary')
  await betaPrimary.call(API.restrictions.set, { params, body: { vendorId: beta, users } })
  const { author } = of.users
  const roleIds = ['role-project-req-reviewer']
  await owner.call(API.projectMembers.setRoles, { params, body: { userId: author, roleIds } })
  await owner.call(API.stateTransitions.moveToPublished, { params, body: {} })
  expect((await kindsOf(of, 'team')).slice(4)).toEqual([
    'restrictionsSet',
    'rolesSet',
    'republished',
  ])
  const told = (await chainOf(of, vendorAudience(alpha))).map(({ kind, actorId, detail }) => [
    kind,
    actorId,
    detail,
  ])
  expect(told).toEqual([
    ['begun', null, {}],
    ['moved', null, { from: 'PREPARATION', to: 'PUBLISHED', by: 'person' }],
    ['published', null, { deadline: DEADLINE }],
    ['republished', null, { addendum: 1 }],
  ])
  // The two who open the answers early are named to every vendor.
  const second = { client: await of.as('admin'), username: 'admin', password: PASSWORD }
  await openEarly(owner, second, projectId)
  const opened = (await chainOf(of, vendorAudience(alpha))).slice(4)
  const named = JSON.stringify(opened.map(({ actorId, detail }) => [actorId, detail]))
  for (const id of [of.users.owner, of.users.admin])
    expect(named).toMatch(new RegExp(`\\b${id}\\b`))
})

test('[PL33] the database refuses to change or delete entries of the log', async () => {
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

test('[PL34] simultaneous writers leave neither a gap nor a fork', async () => {
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

test('[PL35] the chain of a deleted project verifies, and no other project continues it', async () => {
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

test('[PL36] changes of members, owners and grants are logged wherever they happen', async () => {
  const of = await build()
  const { author, colleague, admin } = of.users
  const owner = await of.as('owner')
  const roleIds = ['role-project-req-approver']
  await owner.call(API.projectMembers.add, { params, body: { userId: colleague, roleIds } })
  await owner.call(API.projectMembers.setRoles, {
    params,
    body: { userId: colleague, roleIds: ['role-project-req-reviewer'] },
  })
  await owner.call(API.projectMembers.remove, {
    params,
    body: { userIds: [colleague], emails: [] },
  })
  await owner.call(API.projectMembers.changeOwner, {
    params,
    body: { id: colleague, updatedOn: await newest(of, 'project', projectId) },
  })
  const { alpha } = of.companies
  await (
    await of.as('admin')
  ).call(API.members.remove, {
    params: { id: String(of.companies.city) },
    body: { userIds: [author] },
  })
  await (
    await of.as('admin')
  ).call(API.restrictions.set, {
    params,
    body: { vendorId: alpha, users: [{ userId: of.users['alpha-contact'], packageIds: ['p1'] }] },
  })
  const cityAdmin = await of.as('admin')
  const { gamma } = of.companies
  await cityAdmin.call(API.stateTransitions.addVendor, { params, body: { vendorIds: [gamma] } })
  await cityAdmin.call(API.vendors.setPrimaryContact, {
    body: { id: alpha, userId: of.users['alpha-contact'], isPrimaryContact: true },
  })
  const city = { id: String(of.companies.city) }
  await (await of.as('reviewer')).call(API.members.leave, { params: city })
  const entries = (await chainOf(of, 'team')).map(({ kind, actorId, detail }) => [
    kind,
    actorId,
    detail,
  ])
  const by = of.users.owner
  expect(entries).toEqual([
    ['created', of.users.owner, {}],
    ['memberAdded', by, { userId: colleague, roles: roleIds }],
    ['rolesSet', by, { userId: colleague, roles: ['role-project-req-reviewer'] }],
    ['memberRemoved', by, { userId: colleague }],
    ['memberAdded', by, { userId: by, roles: ['role-project-admin'] }],
    ['ownerChanged', by, { from: by, to: colleague }],
    ['memberRemoved', admin, { userId: author }],
    [
      'restrictionsSet',
      admin,
      { vendorId: alpha, users: [{ userId: of.users['alpha-contact'], packageIds: ['p1'] }] },
    ],
    [
      'restrictionsSet',
      admin,
      { vendorId: gamma, users: [{ userId: of.users['gamma-primary'], packageIds: null }] },
    ],
    ['vendorAdded', admin, { vendorId: gamma }],
    [
      'restrictionsSet',
      admin,
      {
        vendorId: alpha,
        users: [
          { userId: of.users['alpha-primary'], packageIds: null },
          { userId: of.users['alpha-contact'], packageIds: ['p1'] },
        ],
      },
    ],
    ['memberRemoved', of.users.reviewer, { userId: of.users.reviewer }],
  ])
  expect(await readHeads(of.database.queries, projectId)).toHaveLength(1)
  expect(await brokenChains(of)).toEqual([])
})

test('[PL37] each submit adds a receipt to the chain of its vendor and to no other', async () => {
  const of = await build()
  await publish(of)
  const device = new SyncDevice(await of.as('alpha-contact'))
  const vendorId = of.companies.alpha
  const values = { note: 'Yes.', met: 100, 'met.release': -2 }
  const contentHash = sha256(canonicalContent(values))
  await device.push(
    device.edit('commitments.update', { projectId, requirementId: 'r1', vendorId, values }),
  )
  await device.push(
    device.edit('commitments.submit', {
      projectId,
      vendorId,
      items: [{ requirementId: 'r1', contentHash }],
    }),
  )
  expect((await chainOf(of, vendorAudience(vendorId))).at(-1)).toMatchObject({
    kind: 'receipt',
    actorId: of.users['alpha-contact'],
    detail: {
      count: 1,
      contentHash: sha256(receiptsContent([{ requirementId: 'r1', contentHash }])),
      packageIds: ['p1'],
    },
  })
  expect(await kindsOf(of, 'team')).not.toContain('receipt')
  expect(await kindsOf(of, vendorAudience(of.companies.beta))).not.toContain('receipt')
  expect(await brokenChains(of)).toEqual([])
})

test('[PL38] acts of evaluators are logged for the team only', async () => {
  const of = await build({ project: { state: 'EVALUATION', publishedOn: 1 } })
  const owner = await of.as('owner')
  const vendorId = of.companies.alpha
  for (const reason of ['Twice.', null])
    await owner.call(API.requirements.exclude, {
      body: { id: 'r1', updatedOn: await newest(of, 'requirement', 'r1'), reason },
    })
  const override = { requirementId: 'r1', vendorId, parameterId: 'met', reason: 'Shown.' }
  const { updatedOn } = await owner.call(API.overrides.set, { body: { ...override, value: 50 } })
  await owner.call(API.overrides.remove, { body: { ...override, updatedOn, reason: 'Wrong.' } })
  await owner.call(API.projects.update, {
    body: {
      id: projectId,
      updatedOn: await newest(of, 'project', projectId),
      evaluation: { futureCredit: 0.5, unplannedCredit: 0, knockOutsApplied: true },
      evaluationReason: 'Agreed.',
    },
  })
  expect(await kindsOf(of, 'team')).toEqual([
    'created',
    'excluded',
    'included',
    'overrideSet',
    'overrideRemoved',
    'knockOutsApplied',
    'creditsSet',
  ])
  expect(await readHeads(of.database.queries, projectId)).toHaveLength(1)
})

interface Read {
  audience: ChainAudience
  entries: LogEntryRow[]
  names: LogNames
  broken: unknown
}
/** Every chain that a person reads by calls, verified as on their device. */
const readAs = async (of: World, username: Username, limit = 2): Promise<Read[]> => {
  const client = await of.as(username)
  const chains = await client.call(API.projectLog.chains, { params })
  return await Promise.all(
    chains.map(async ({ audience, serial, hash }): Promise<Read> => {
      const entries: LogEntryRow[] = []
      const names: LogNames = { content: [], people: [], requirements: [], vendors: [] }
      for (let hasMore = true; hasMore;) {
        const body = { audience, after: entries.length, limit }
        const page = await client.call(API.projectLog.entries, { params, body })
        entries.push(...page.entries)
        for (const person of page.names.people) names.people.push(person)
        for (const row of page.names.content) names.content.push(row)
        for (const row of page.names.requirements) names.requirements.push(row)
        hasMore = page.hasMore
      }
      const chain = { projectId, audience }
      const broken = await verifyChain(chain, entries as ChainEntry[], {
        sha256,
        head: { serial, hash },
      })
      return { audience, entries, names, broken }
    }),
  )
}
const kindOf = (entry: LogEntryRow): string | null => ('kind' in entry ? entry.kind : null)

test('[PL43] people read and verify the chains that concern them, with hidden entries as hashes', async () => {
  const of = await build()
  const { alpha, beta } = of.companies
  const owner = await of.as('owner')
  const roleIds = ['role-project-req-author']
  await owner.call(API.projectMembers.setRoles, {
    params,
    body: { userId: of.users.reviewer, roleIds },
  })
  await publish(of)
  const [team, ...others] = await readAs(of, 'owner')
  expect(others).toEqual([])
  expect(team).toMatchObject({ audience: 'team', broken: null })
  expect(team?.entries.map(kindOf)).toEqual([
    'created',
    'rolesSet',
    'weightsSet',
    'moved',
    'published',
  ])
  expect(team?.names.people).toContainEqual({ id: of.users.reviewer, name: 'reviewer Person' })
  const [lower] = await readAs(of, 'author')
  expect(lower?.entries.map(kindOf)).toEqual(['created', null, 'weightsSet', 'moved', 'published'])
  expect(Object.keys(lower?.entries[1] ?? {})).toEqual(['serial', 'hash'])
  expect(lower?.names.people.map(({ id }) => id)).not.toContain(of.users.reviewer)
  expect(lower?.broken).toBeNull()
  for (const [username, vendorId] of [
    ['alpha-contact', alpha],
    ['beta-primary', beta],
  ] as const) {
    const read = await readAs(of, username)
    expect(read.map(({ audience, broken }) => [audience, broken])).toEqual([
      [vendorAudience(vendorId), null],
    ])
    expect(read[0]?.entries.map(kindOf)).toEqual(['begun', 'moved', 'published'])
    expect(read[0]?.names.people).toEqual([])
  }
  const alphaContact = await of.as('alpha-contact')
  for (const audience of ['team', vendorAudience(beta), 'v999'] as const) {
    const refused = alphaContact.call(API.projectLog.entries, { params, body: { audience } })
    await expect(refused, audience).rejects.toThrow('NOT_FOUND')
  }
})

test("[PL44] a vendor's chain is closed to requestors while the answers are sealed", async () => {
  const of = await build({ project: { state: 'PUBLISHED', publishedOn: 1 } })
  const device = new SyncDevice(await of.as('alpha-contact'))
  const vendorId = of.companies.alpha
  const values = { note: 'Yes.', met: 100, 'met.release': -2 }
  const items = [{ requirementId: 'r1', contentHash: sha256(canonicalContent(values)) }]
  await device.push(
    device.edit('commitments.update', { projectId, requirementId: 'r1', vendorId, values }),
  )
  await device.push(device.edit('commitments.submit', { projectId, vendorId, items }))
  const body = { audience: vendorAudience(vendorId) }
  for (const username of ['owner', 'admin', 'author', 'reviewer', 'approver'] as const) {
    const chains = (await readAs(of, username)).map(({ audience }) => audience)
    expect(chains, username).toEqual(['team'])
    const refused = (await of.as(username)).call(API.projectLog.entries, { params, body })
    await expect(refused, username).rejects.toThrow('NOT_FOUND')
  }
  const [own] = await readAs(of, 'alpha-contact')
  expect(own?.entries.map(kindOf)).toEqual(['begun', 'receipt'])
  // A contact of the other package sees that an entry exists.
  expect((await readAs(of, 'alpha-restricted'))[0]?.entries.map(kindOf)).toEqual(['begun', null])
  await of.setProject({ state: 'VALIDATION' })
  const opened = await readAs(of, 'owner')
  expect(opened.map(({ audience, broken }) => [audience, broken])).toEqual([
    ['team', null],
    [body.audience, null],
  ])
  expect(opened[1]?.entries.map(kindOf)).toEqual(['begun', 'receipt'])
})

test('[PL45] an erased person is no longer named, and the chain verifies', async () => {
  const of = await build()
  const owner = await of.as('owner')
  const { colleague } = of.users
  const roleIds = ['role-project-req-author']
  await owner.call(API.projectMembers.add, { params, body: { userId: colleague, roleIds } })
  const { database } = of
  const clock = () => of.clock.now
  const failedTries = new FailedTries({ database, clock, secret: '' })
  await deleteAccount({ database, clock, failedTries }, colleague)
  const [team] = await readAs(of, 'owner')
  expect(team?.entries.map(kindOf)).toEqual(['created', 'memberAdded', 'memberRemoved'])
  expect(team?.names.people.map(({ id }) => id)).toEqual([of.users.owner])
  expect(JSON.stringify(team?.entries)).not.toContain('colleague')
  expect(team?.broken).toBeNull()
})

/** Refused reads in the requestors' chain: target, person, vendor and count. */
const refusedReads = async (of: World): Promise<unknown[]> => {
  const entries = (await chainOf(of, 'team')).filter(({ kind }) => kind === 'readRefused')
  return entries.map(({ actorId, detail }) => ({ actorId, ...(detail as object) }))
}

test("[PL46] a requestor's refused attempt to read sealed work is in the log of the team", async () => {
  const of = await build({ project: { state: 'PUBLISHED', publishedOn: 1 } })
  const { alpha, beta } = of.companies
  const contact = await of.as('alpha-contact')
  await sendPiece(contact, PLAN)
  const device = new SyncDevice(contact)
  await device.push(device.edit('attachments.create', attachmentArgs('file', PLAN)))
  const fileId = attachmentId('file', alpha)
  const [owner, reviewer] = [await of.as('owner'), await of.as('reviewer')]
  const base = '/projects-service'
  const answers = `${base}/projects/${projectId}/vendor-commitments`
  await owner.raw('GET', `${answers}/${alpha}`)
  await reviewer.raw('GET', `${answers}/${beta}`)
  await reviewer.raw('GET', `${base}/documents/d1/statistics`)
  await owner.raw('GET', `${base}/attachments/${fileId}/content`)
  await owner.raw('POST', `${base}/projects/${projectId}/log/entries`, {
    audience: vendorAudience(alpha),
  })
  // A missing or hidden object is no attempt on sealed work.
  await owner.raw('GET', `${answers}/${of.companies.gamma}`)
  await (await of.as('beta-primary')).raw('GET', `${answers}/${alpha}`)
  await (await of.as('village-admin')).raw('GET', `${answers}/${alpha}`)
  expect(await refusedReads(of)).toEqual([
    { actorId: of.users.owner, what: 'answers', vendorId: alpha, count: 1 },
    { actorId: of.users.reviewer, what: 'answers', vendorId: beta, count: 1 },
    { actorId: of.users.reviewer, what: 'counts', vendorId: null, count: 1 },
    { actorId: of.users.owner, what: 'files', vendorId: alpha, count: 1 },
    { actorId: of.users.owner, what: 'counts', vendorId: alpha, count: 1 },
  ])
  for (const vendorId of [alpha, beta]) {
    expect(await kindsOf(of, vendorAudience(vendorId))).not.toContain('readRefused')
  }
  // Managers of members read the entry of a refused read; a reviewer sees it only as a hash.
  const [team] = await readAs(of, 'reviewer')
  expect(team?.entries.map(kindOf)).not.toContain('readRefused')
  expect(await brokenChains(of)).toEqual([])
  await of.setProject({ state: 'VALIDATION' })
  await owner.raw('GET', `${answers}/${alpha}`)
  expect(await refusedReads(of)).toHaveLength(5)
})

test('[PL47] repeated attempts of one person within a minute become one entry with their count', async () => {
  const of = await build({ project: { state: 'PUBLISHED', publishedOn: 1 } })
  const failed: unknown[] = []
  const reads = createRefusedReads(
    of.database,
    () => of.clock.now,
    (error) => void failed.push(error),
  )
  const read = {
    projectId,
    userId: of.users.owner,
    what: 'answers',
    vendorId: of.companies.alpha,
  } as const
  await Promise.all(Array.from({ length: 500 }, () => reads.record(read)))
  await reads.record({ ...read, userId: of.users.author })
  await reads.close()
  expect((await refusedReads(of)).map((entry) => (entry as { count: number }).count)).toEqual([
    1, 1, 499,
  ])
  expect(failed).toEqual([])
})

test('[PL47] an attempt a minute after the first becomes an entry of its own', async () => {
  const of = await build({ project: { state: 'PUBLISHED', publishedOn: 1 } })
  const { owner: userId } = of.users
  const read = { projectId, userId, what: 'answers', vendorId: of.companies.alpha } as const
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const reads = createRefusedReads(
      of.database,
      () => of.clock.now,
      (error) => {
        throw error
      },
    )
    const counts = async () =>
      (await refusedReads(of)).map((entry) => (entry as { count: number }).count)
    for (const _ of [1, 2, 3]) await reads.record(read)
    await vi.advanceTimersByTimeAsync(59_999)
    await reads.record(read)
    expect(await counts()).toEqual([1])
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(counts).toEqual([1, 3])
    await reads.record(read)
    expect(await counts()).toEqual([1, 3, 1])
    await reads.close()
  } finally {
    vi.useRealTimers()
  }
})

import { createHash, webcrypto } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PushMutation, type PushRequest, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { signedText } from '#schema/api/unsent-file.ts'
import type { Project } from '#schema/entities/project.ts'
import { Refusal } from '#schema/refusal.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildProject,
  buildProjectVendor,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../tests/support/stored-project.ts'
import type { CommandServices } from '../commands/execute.ts'
import { judgeAtOnce } from '../commands/judge/judge-answers.ts'
import type { ProjectCommit } from '../commands/project-unit.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { bring } from './bring.ts'
import { push } from './push.ts'
import type { PushContext } from './push-context.ts'

let rows: EmptyDatabase
let [city, village, alpha, olga, vera] = [0, 0, 0, 0, 0]
let now: number
let published: ProjectCommit[]
let errors: unknown[]
const DEADLINE_AT = NOW + 1_000
/** Olga owns a project of City; the same ids stand in a project of Village. Vera answers. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  ;[published, errors] = [[], []]
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  olga = await rows.person('olga', { active_organization_id: city })
  await rows.member(city, olga)
  vera = await rows.person('vera', { active_organization_id: alpha })
  await rows.member(alpha, vera, {
    is_primary_contact: 1,
    roles: '["role-vendor-primary-contact"]',
  })
})
afterEach(() => rows.close())
const queries = () => rows.database.queries

const note = buildParameter({ id: 'note', key: 'note', name: 'Note' })
const store = async (project: Partial<Project> = {}) => {
  const set = buildRows({
    project: [
      buildProject({ organizationId: city, ownerId: olga, deadlineAt: DEADLINE_AT, ...project }),
    ],
    projectVendor: [buildProjectVendor(alpha)],
    requirement: ['r1', 'r2'].map((id) =>
      buildRequirement({ id, definition: buildDefinition({ answer: [note] }) }),
    ),
    commitment: ['r1', 'r2'].map((requirementId) =>
      buildCommitment({ requirementId, vendorId: alpha, values: { note: requirementId } }),
    ),
  })
  await storeRows(rows, set)
  await storeRows(
    rows,
    inProject({ ...set, project: [buildProject({ organizationId: village })] }, 'other'),
  )
}
const contextOf = (userId: number, more: Partial<PushContext> = {}): PushContext => ({
  services: {
    database: rows.database,
    clock: () => now,
    publish: (commit: ProjectCommit) => void published.push(commit),
    judge: judgeAtOnce,
    onError: (error: unknown) => void errors.push(error),
  } satisfies CommandServices,
  serverId: 'server',
  userId,
  onError: (error) => void errors.push(error),
  ...more,
})
const requestOf = (mutations: PushMutation[], more: Partial<PushRequest> = {}): PushRequest => ({
  clientId: 'device',
  schemaVersion: SYNC_PROTOCOL,
  serverId: 'server',
  mutations,
  ...more,
})
const edit = (mid: number, command: string, args: object = {}, base = {}): PushMutation => ({
  mid,
  command,
  args: { projectId: PROJECT_ID, ...args },
  base,
  clientAt: NOW,
})
const rename = (mid: number, name: string, args: object = {}, base = {}) =>
  edit(
    mid,
    'sections.update',
    { id: 's1', name, ...args },
    { 'section/s1#name': 'General', ...base },
  )
const send = (userId: number, mutations: PushMutation[], more: Partial<PushRequest> = {}) =>
  push(contextOf(userId), requestOf(mutations, more))
const verdicts = async (clientId = 'device') =>
  (
    await queries()
      .selectFrom('mutation_result')
      .select(['mid', 'status', 'reason'])
      .where('client_id', '=', clientId)
      .orderBy('mid')
      .execute()
  ).map(({ mid, status, reason }) => [mid, status, reason])
const nameOf = async (projectId = PROJECT_ID) =>
  (await storedRow(rows, 'section', { projectId, id: 's1' }))?.name
const refusal = async (call: Promise<unknown>) => {
  try {
    await call
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code
  }
}

describe('edits of a device', () => {
  beforeEach(() => store())

  it('[SY2] [SY3] are applied in order, once, and told', async () => {
    const edits = [rename(1, 'One'), rename(2, 'Two', {}, { 'section/s1#name': 'One' })]
    expect(await send(olga, edits)).toEqual({ lastMid: 2 })
    expect([await nameOf(), await nameOf('other')]).toEqual(['Two', 'General'])
    expect(await send(olga, edits)).toEqual({ lastMid: 2 })
    expect(await verdicts()).toEqual([
      [1, 'applied', null],
      [2, 'applied', null],
    ])
    expect(published.flatMap(({ rows: told }) => told).length).toBeGreaterThan(0)
    expect(published[0]).toMatchObject({ projectId: PROJECT_ID, actorId: olga })
    expect(await send(olga, [])).toEqual({ lastMid: 2 })
    expect(await refusal(send(olga, [rename(4, 'Four')]))).toBe('SYNC_GAP')
    expect(await nameOf()).toBe('Two')
  })

  it.each([
    ['is waiting', () => Promise.resolve()],
    ['arrives during the push', () => setImmediate()],
  ])('that name many rows let an edit of another device in between that %s', async (_, moment) => {
    const name = (mid: number) => (mid === 0 ? 'General' : `Name ${mid}`)
    const many = Array.from({ length: 101 }, (__, at) =>
      rename(at + 1, name(at + 1), {}, { 'section/s1#name': name(at) }),
    )
    const other = edit(
      1,
      'packages.update',
      { id: 'p1', name: 'Between' },
      { 'package/p1#name': 'Core' },
    )
    const sendOther = async () => {
      await moment()
      await send(olga, [other], { clientId: 'second' })
    }
    await Promise.all([send(olga, many), sendOther()])
    const told = published.map(({ rows: changed }) => changed[0]?.entity)
    expect(told).toEqual(['section', 'package', 'section'])
    expect(await nameOf()).toBe('Name 101')
    expect(await verdicts('second')).toEqual([[1, 'applied', null]])
  })

  it('[SY18] that are refused do not stop the others', async () => {
    await send(olga, [
      rename(1, 'Refused', { id: 'unknown' }),
      edit(2, 'sections.burn'),
      rename(3, 'Foreign', { projectId: 'other' }),
      rename(4, 'Unknown', { projectId: 'unknown' }),
      edit(5, 'sections.update', { id: 's1', name: 7 }),
      rename(6, 'Applied'),
    ])
    expect(await verdicts()).toEqual([
      [1, 'refused', 'ROW_DELETED'],
      [2, 'refused', 'UPDATE_NEEDED'],
      [3, 'refused', 'ACCESS_TO_PROJECT_IS_DENIED'],
      [4, 'refused', 'ACCESS_TO_PROJECT_IS_DENIED'],
      [5, 'refused', 'INPUT_INVALID'],
      [6, 'applied', null],
    ])
    expect([await nameOf(), await nameOf('other'), errors]).toEqual(['Applied', 'General', []])
    const { detail } = await queries()
      .selectFrom('mutation_result')
      .select('detail')
      .where('mid', '=', 5)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toMatchObject({ field: 'name' })
  })

  it('[SY18] that fail are logged once, also when their transaction has to run again', async () => {
    await queries().updateTable('sections').set({ body: '{' }).where('id', '=', 's1').execute()
    const context = contextOf(olga)
    const broken = new Error('broken')
    let runs = 0
    const database: CommandServices['database'] = {
      ...rows.database,
      writeTogether: (key, work) =>
        rows.database.writeTogether(key, async (tx) => {
          const value = await work(tx)
          runs += 1
          if (runs === 1) throw broken
          return value
        }),
    }
    const services = { ...context.services, database }
    await push({ ...context, services }, requestOf([rename(1, 'Failing')]))
    expect(await verdicts()).toEqual([[1, 'refused', 'INTERNAL']])
    expect(errors).toEqual([broken, expect.any(SyntaxError)])
  })

  it('[SY9] that meet another value name who wrote it', async () => {
    await send(olga, [rename(1, 'Theirs')], { clientId: 'other-device' })
    now += 5
    await send(olga, [rename(1, 'Mine')])
    expect(await verdicts()).toEqual([[1, 'conflict', 'CONFLICT']])
    const { conflicts } = await queries()
      .selectFrom('mutation_result')
      .select('conflicts')
      .where('client_id', '=', 'device')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(conflicts)).toMatchObject([
      {
        id: 's1',
        field: 'name',
        mine: 'Mine',
        theirs: 'Theirs',
        theirsBy: 'olga Person',
        theirsOn: NOW,
      },
    ])
    expect(await nameOf()).toBe('Theirs')
  })

  it('[PT2] [DU1] of another protocol or another server are neither applied nor lost', async () => {
    const one = [rename(1, 'One')]
    expect(await refusal(send(olga, one, { schemaVersion: SYNC_PROTOCOL + 1 }))).toBe(
      'UPDATE_NEEDED',
    )
    expect(await refusal(send(olga, one, { serverId: 'former' }))).toBe('SYNC_GAP')
    expect([await nameOf(), await verdicts()]).toEqual(['General', []])
  })

  it('[LV12] of a socket count only while its session lasts', async () => {
    const over = (sessionId: string) =>
      refusal(push(contextOf(olga, { sessionId }), requestOf([rename(1, 'One')])))
    expect(await over('unknown')).toBe('WRONG_TOKEN')
    expect([await nameOf(), await verdicts()]).toEqual(['General', []])
  })

  it('[SY6] of a device of another person are refused', async () => {
    await send(olga, [rename(1, 'One')])
    expect(await refusal(send(vera, [rename(2, 'Two')]))).toBe('CLIENT_FOREIGN')
    expect(await verdicts()).toHaveLength(1)
  })
})

describe('a submit', () => {
  const hashOf = (text: string) =>
    createHash('sha256')
      .update(canonicalContent({ note: text }))
      .digest('hex')
  const submit = (mid: number, ids: string[], wrong: string[] = []) =>
    edit(mid, 'commitments.submit', {
      vendorId: alpha,
      items: ids.map((requirementId) => ({
        requirementId,
        contentHash: hashOf(wrong.includes(requirementId) ? 'other' : requirementId),
      })),
    })
  const answer = (mid: number, requirementId: string, text: string, seen = requirementId) =>
    edit(
      mid,
      'commitments.update',
      { requirementId, vendorId: alpha, values: { note: text } },
      { [`commitment/${requirementId}.${alpha}#values.note`]: seen },
    )
  const submitted = async () =>
    (
      await queries()
        .selectFrom('commitments')
        .select(['project_id', 'requirement_id'])
        .where('submitted', '=', 1)
        .orderBy('requirement_id')
        .execute()
    ).map((row) => `${row.project_id} ${row.requirement_id}`)
  const late = async () =>
    (await queries().selectFrom('events').select(['kind', 'project_id']).execute()).filter(
      ({ kind }) => kind === 'late.waiting',
    )
  beforeEach(() => store({ state: 'PUBLISHED', publishedOn: 1 }))

  it('[SY20] comes after the edits before it, and before those after it', async () => {
    await send(vera, [submit(1, ['r1', 'r2']), answer(2, 'r2', 'again')])
    expect(await verdicts()).toEqual([
      [1, 'applied', null],
      [2, 'applied', null],
    ])
    expect(await submitted()).toEqual(['project r1'])
    await send(vera, [answer(3, 'r2', 'r2', 'again'), submit(4, ['r2']), submit(5, ['r1'])])
    expect((await verdicts()).slice(2)).toEqual([
      [3, 'applied', null],
      [4, 'applied', null],
      [5, 'applied', null],
    ])
    expect(await submitted()).toEqual(['project r1', 'project r2'])
    expect(await send(vera, [submit(5, ['r1'])])).toEqual({ lastMid: 5 })
    expect(await verdicts()).toHaveLength(5)
  })

  it('[SY20] tells the answers that stayed', async () => {
    await send(vera, [submit(1, ['r1', 'r2'], ['r2']), submit(2, ['r2'], ['r2'])])
    expect(await verdicts()).toEqual([
      [1, 'conflict', 'bulk.result'],
      [2, 'refused', 'CONTENT_CHANGED'],
    ])
    expect(await submitted()).toEqual(['project r1'])
    expect(await late()).toEqual([])
  })

  it('[SY10] that comes too late is refused, and the requestors learn it once', async () => {
    now = DEADLINE_AT
    await send(vera, [submit(1, ['r1']), answer(2, 'r1', 'late'), submit(3, ['r1'])])
    expect(await verdicts()).toEqual([
      [1, 'refused', 'DEADLINE_PASSED'],
      [2, 'refused', 'DEADLINE_PASSED'],
      [3, 'refused', 'DEADLINE_PASSED'],
    ])
    expect([await submitted(), await late()]).toEqual([
      [],
      [{ kind: 'late.waiting', project_id: PROJECT_ID }],
    ])
  })

  it('with a gap, or of a device of another person, is refused as a whole', async () => {
    expect(await refusal(send(vera, [submit(2, ['r1'])]))).toBe('SYNC_GAP')
    await send(vera, [submit(1, ['r1'])])
    expect(await refusal(send(olga, [submit(2, ['r2'])]))).toBe('CLIENT_FOREIGN')
    expect([await submitted(), await verdicts()]).toEqual([['project r1'], [[1, 'applied', null]]])
  })
})

describe('a signed file of unsent edits', () => {
  let keys: webcrypto.CryptoKeyPair
  beforeEach(async () => {
    await store()
    keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    for (const [id, userId] of [
      ['signed', olga],
      ['of-vera', vera],
    ] as const)
      await session(id, userId)
  })
  const session = async (id: string, userId: number) => {
    const jwk = JSON.stringify(await webcrypto.subtle.exportKey('jwk', keys.publicKey))
    await createSession(rows.database, { userId, publicKey: jwk }, NOW)
    await queries().updateTable('sessions').set({ id }).where('user_id', '=', userId).execute()
  }
  const file = async (sessionId: string, request: PushRequest, changed = '') => {
    const payload = JSON.stringify(request)
    const signature = await webcrypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      keys.privateKey,
      new TextEncoder().encode(signedText(payload)),
    )
    return {
      sessionId,
      payload: payload + changed,
      signature: Buffer.from(signature).toString('base64'),
    }
  }
  const take = async (userId: number, piece: Awaited<ReturnType<typeof file>>) =>
    await bring(contextOf(userId), piece)

  it('[BR1] [BR4] is applied once, also after its session has ended', async () => {
    await send(olga, [rename(1, 'One')])
    await queries().updateTable('sessions').set({ ended_on: NOW }).execute()
    const piece = await file(
      'signed',
      requestOf([
        rename(1, 'One'),
        rename(2, 'Two', {}, { 'section/s1#name': 'One' }),
        rename(3, 'Lost', { id: 'unknown' }),
      ]),
    )
    const found = await take(olga, piece)
    expect(found.known).toBe(1)
    expect(found.results).toEqual([
      { mid: 2, status: 'applied', reason: null, detail: {}, command: 'sections.update' },
      {
        mid: 3,
        status: 'refused',
        reason: 'ROW_DELETED',
        detail: expect.anything(),
        command: 'sections.update',
      },
    ])
    expect(await nameOf()).toBe('Two')
    expect(await take(olga, piece)).toEqual({ known: 3, results: [] })
  })

  it('[BR2] [BR3] [BR5] that is changed, or not of this person and place, changes nothing', async () => {
    const request = requestOf([rename(1, 'One')])
    expect(await refusal(take(olga, await file('signed', request, ' ')))).toBe('FILE_CHANGED')
    expect(await refusal(take(olga, await file('unknown', request)))).toBe('FILE_CHANGED')
    expect(await refusal(take(olga, await file('of-vera', request)))).toBe('CLIENT_FOREIGN')
    expect(await refusal(take(vera, await file('signed', request)))).toBe('CLIENT_FOREIGN')
    await queries()
      .updateTable('users')
      .set({ active_organization_id: village })
      .where('id', '=', olga)
      .execute()
    await rows.member(village, olga)
    expect(await refusal(take(olga, await file('signed', request)))).toBe('OTHER_ORGANIZATION')
    expect([await nameOf(), await verdicts()]).toEqual(['General', []])
  })
})

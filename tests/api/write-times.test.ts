import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { PROJECT_STATES, type ProjectState } from '#schema/entities/project.ts'
import { COMMANDS, type CommandName } from '#schema/mutations/inputs.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'
import { isUntimely } from '#schema/rules/answers/late-answers.ts'
import type { Relation } from '#schema/rules/access/project-actions.ts'
import { dueStates } from '#schema/rules/project/project-moves.ts'
import { COMMAND_ACTIONS, endsAtDeadline, statesOf } from '#schema/rules/project/write-times.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { ALPHA, type Name } from './authorization/cast.ts'
import { MATRIX } from './authorization/matrix.ts'
import { type Attempt, type MatrixRow, PUBLIC } from './authorization/matrix-row.ts'
import { buildMatrixWorld, type MatrixWorld } from './authorization/matrix-world.ts'
import { DEADLINE } from './authorization/seed-projects.ts'

/*
 * The calls and edits of the authorization matrix, each by one person of every side, in every state
 * and on both sides of the deadline. A write that the table in write-times.ts permits is never
 * refused for its time, and every other write always is.
 */

interface Call {
  name: string
  row: Endpoint
  matrix: MatrixRow
}
const CALLS: Call[] = Object.entries(API).flatMap(([slice, rows]) =>
  Object.entries<Endpoint>(rows).flatMap(([name, row]) => {
    const matrices: Record<string, MatrixRow | typeof PUBLIC | undefined> =
      MATRIX[slice as keyof typeof MATRIX]
    const matrix = matrices[name]
    return matrix === undefined || matrix === PUBLIC
      ? []
      : [{ name: `${slice}.${name}`, row, matrix }]
  }),
)

let world: MatrixWorld
let serverId = ''
beforeAll(async () => {
  world = await buildMatrixWorld()
  const found = await world.database.queries
    .selectFrom('server_meta')
    .select('value')
    .where('key', '=', 'serverId')
    .executeTakeFirstOrThrow()
  serverId = found.value
})
afterAll(async () => {
  await world.close()
})

/**
 * Two people who together may give every command of a collaborator; only the second sees a draft.
 */
const COLLABORATORS = ['project-admin', 'org-admin'] as const
const SIDES: { relation: Relation; names: readonly Name[] }[] = [
  { relation: 'owner', names: ['owner'] },
  { relation: 'collaborator', names: COLLABORATORS },
  { relation: 'vendor', names: ['alpha-contact'] },
]
const HIDDEN_FROM_VENDORS: readonly ProjectState[] = ['INITIALIZING', 'DRAFT', 'PREPARATION']
const HIDDEN_FROM_MEMBERS: readonly ProjectState[] = ['INITIALIZING', 'DRAFT']
/** The person of a side who sees the project in this state; null = none. */
const personOf = (
  { relation, names }: (typeof SIDES)[number],
  state: ProjectState,
): Name | null => {
  const [first = null, second = first] = names
  if (relation === 'vendor') return HIDDEN_FROM_VENDORS.includes(state) ? null : first
  return HIDDEN_FROM_MEMBERS.includes(state) ? second : first
}

const DEADLINE_AT = deadlineInstant(DEADLINE)

const codeOf = ({ statusCode, body }: { statusCode: number; body: string }): string =>
  statusCode < 300
    ? 'taken'
    : ((JSON.parse(body) as { messageCodes: string[] }).messageCodes[0] ?? '')

/** @returns 'taken', or the code of the refusal */
const byRest = async (
  row: Endpoint,
  { params = {}, body, bytes, bytesType = '' }: Attempt,
  as: Name,
): Promise<string> => {
  const path = row.path.replace(/\{(\w+)\}/g, (_whole, key: string) =>
    encodeURIComponent(String(params[key])),
  )
  const payload = bytes ?? JSON.stringify(body ?? {})
  const type = bytes === undefined ? 'application/json' : bytesType
  return codeOf(
    await world.app.inject({
      method: row.method,
      url: `/api${path}`,
      payload,
      headers: { 'x-auth-token': world.tokens[as] ?? '', 'content-type': type },
    }),
  )
}

/** Like byRest, by a device. A conflict counts as accepted: it is no refusal for the time. */
const byPush = async ({ push }: Attempt, as: Name): Promise<string> => {
  const clientId = randomUUID()
  const mutations = [{ mid: 1, command: push?.command, args: push?.args, base: {}, clientAt: 0 }]
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/sync/push',
    headers: { 'x-auth-token': world.tokens[as] ?? '' },
    payload: { serverId, clientId, schemaVersion: SYNC_PROTOCOL, mutations },
  })
  expect(answer.statusCode).toBe(200)
  const result = await world.database.queries
    .selectFrom('mutation_result')
    .select(['status', 'reason'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return result.status === 'refused' ? (result.reason ?? '') : 'taken'
}

/**
 * Whether the table permits the write. At the deadline the system ends the publication before
 * anything else happens.
 */
const isOpen = (
  command: CommandName,
  { relation, state, now }: Omit<Found, 'way' | 'code'>,
): boolean => {
  if (endsAtDeadline(relation) && now >= DEADLINE_AT) return false
  const moved =
    dueStates({ state, deadlineAt: DEADLINE_AT, stopInValidation: true }, now).at(-1) ?? state
  return statesOf(relation, COMMAND_ACTIONS[command]).includes(moved)
}

interface Found {
  relation: Relation
  state: ProjectState
  now: number
  way: string
  code: string
}

/**
 * Tries the attempt by each side that may make it, in one state, before and after the deadline, by
 * REST and as an edit.
 */
const tryIn = async (state: ProjectState, row: Endpoint, attempt: Attempt): Promise<Found[]> => {
  const found: Found[] = []
  const before = await world.enter(state)
  for (const side of SIDES.filter(({ names }) =>
    names.some((name) => attempt.may.includes(name)),
  )) {
    const as = personOf(side, state)
    if (as === null) continue
    const ways = { rest: () => byRest(row, attempt, as), push: () => byPush(attempt, as) }
    for (const [way, send] of Object.entries(ways)) {
      for (const now of [DEADLINE_AT - 1, DEADLINE_AT]) {
        world.clock.now = now
        const code = await send()
        found.push({ relation: side.relation, state, now, way, code })
        // A refusal changes nothing, but the clock may have moved the project.
        if (code === 'taken' || state === 'PUBLISHED') await world.tables.restore(before)
      }
    }
  }
  return found
}

const EDITS = CALLS.filter(({ row }) => row.mutation !== undefined)

test('[DW1] a call of the matrix gives every command', () => {
  expect([...new Set(EDITS.map(({ row }) => row.mutation))].toSorted()).toEqual(
    [...COMMANDS].toSorted(),
  )
})

// The rules do not depend on the database: one is enough for all of them.
describe.runIf(testDatabaseKind === 'sqlite').each(EDITS)('[DW4] $name', ({ row, matrix }) => {
  test('is accepted or refused for its time as the table says, both ways', async () => {
    for (const attempt of matrix(world.ids).filter(({ object }) => object === 'own')) {
      const command = attempt.push?.command
      if (command === undefined) throw new Error('An edit without its command')
      const found: Found[] = []
      for (const state of PROJECT_STATES) found.push(...(await tryIn(state, row, attempt)))
      const wrong = found.filter((one) =>
        isOpen(command, one) ? isUntimely(one.code) : one.code === 'taken',
      )
      expect(wrong, JSON.stringify(attempt.push?.args)).toEqual([])
      const taken = found
        .filter(({ code }) => code === 'taken')
        .map(({ relation, way }) => `${relation} ${way}`)
      const able = SIDES.filter(({ names }) => names.some((name) => attempt.may.includes(name)))
      expect(taken).toEqual(
        expect.arrayContaining(
          able.flatMap(({ relation }) => [`${relation} rest`, `${relation} push`]),
        ),
      )
    }
  })
})

/** Calls that only read, though not by GET. */
const READING = [
  'comments.list',
  'commitments.checkReceipts',
  'members.list',
  'members.pending',
  'notifications.list',
  'projectAvatars.list',
  'projectLog.entries',
  'projects.hasFlag',
  'requirements.byDocument',
  'sync.compare',
  'sync.pull',
  'versions.document',
]
/**
 * Calls outside an offer: exports, profiles, notifications, calendars, feedback, views of tables, and rights
 * of a vendor's people.
 */
const NO_OFFER = [
  'auth.logout',
  'calendar.remove',
  'calendar.renew',
  'documents.saveView',
  'exports.start',
  'feedback.send',
  'invitations.invite',
  'members.block',
  'members.remove',
  'members.unblock',
  'noticeSettings.choose',
  'noticeSettings.setTimes',
  'notifications.markRead',
  'profiles.setAvatar',
  'profiles.setLanguage',
  'profiles.update',
  'projectMembers.setNotifications',
  'projects.toggleFavorite',
  'pushes.subscribe',
  'pushes.unsubscribe',
  'restrictions.set',
  'sessions.endOthers',
  'vendors.setPrimaryContact',
]
/** Sends bytes only: a command of the table has to attach them. */
const BYTES = ['sync.sendFile']

test('[DW5] every call by which a vendor writes is a command of the table, or listed here as outside of an offer', () => {
  const others = CALLS.filter(
    ({ row, matrix }) =>
      row.method !== 'GET' &&
      row.mutation === undefined &&
      matrix(world.ids).some(({ may }) => ALPHA.some((name) => may.includes(name))),
  )
  expect(others.map(({ name }) => name).toSorted()).toEqual(
    [...READING, ...NO_OFFER, ...BYTES].toSorted(),
  )
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { commitmentId } from '#schema/entities/commitment.ts'
import { COMMANDS } from '#schema/mutations/inputs.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import { listenLive, type LiveClient } from '../support/live-client.ts'
import {
  ALL_TAINTS,
  EVERYBODY,
  hiddenFrom,
  type Name,
  READERS,
  SHUT_OUT,
  type ShutOut,
  twinsOf,
} from './authorization/cast.ts'
import { MATRIX } from './authorization/matrix.ts'
import { type Attempt, type MatrixRow, PUBLIC } from './authorization/matrix-row.ts'
import { buildMatrixWorld, type MatrixWorld } from './authorization/matrix-world.ts'
import { faultsOfLines, linesOf } from './authorization/changes.ts'
import { EFFECTS, type Effects } from './authorization/effects.ts'
import { PUSH_EFFECTS } from './authorization/push-effects.ts'
import { replacements } from './authorization/foreign-ids.ts'
import { TAKEN } from './authorization/taken.ts'
import { refusedBut } from './authorization/refused.ts'
import { sentOf } from './authorization/sent.ts'
import { changedTables, type Snapshot } from './authorization/snapshot.ts'
import { newest, newestIfThere } from './newest.ts'
import { recordBase } from './record-base.ts'

/*
 * The complete authorization matrix: every call of the contract by every person of the cast, on
 * objects of their own, of a colleague, of another vendor and of another organization. The README
 * of this folder says how to add a row.
 */

interface Call {
  name: string
  row: Endpoint
  matrix: MatrixRow | typeof PUBLIC
  effects: Effects | typeof PUBLIC
}
const CALLS: Call[] = Object.entries(API).flatMap(([slice, rows]) =>
  Object.entries<Endpoint>(rows).map(([name, row]) => {
    const matrices: Record<string, MatrixRow | typeof PUBLIC | undefined> =
      MATRIX[slice as keyof typeof MATRIX]
    const lists: Record<string, Effects | typeof PUBLIC | undefined> =
      EFFECTS[slice as keyof typeof EFFECTS]
    const [matrix, effects] = [matrices[name], lists[name]]
    if (matrix === undefined || effects === undefined)
      throw new Error(`${slice}.${name} has no row in tests/api/authorization`)
    return { name: `${slice}.${name}`, row, matrix, effects }
  }),
)
const CLOSED = CALLS.flatMap(({ matrix, effects, ...call }) =>
  matrix === PUBLIC || effects === PUBLIC ? [] : [{ ...call, matrix, effects }],
)

let world: MatrixWorld
beforeAll(async () => {
  world = await buildMatrixWorld()
})
afterAll(async () => {
  await world.close()
})

const OPEN = ['VALIDATION', 'EVALUATION', 'CLOSED', 'ARCHIVED']
const isOpen = ({ state = 'PREPARATION', isSealed = true }: Attempt): boolean =>
  OPEN.includes(state) || (state === 'PUBLISHED' && !isSealed)

interface Answer {
  status: number
  text: string
}
/** Advancing the clock by an hour opens a new window for every limit of tries. */
const HOUR_MS = 3_600_000
const ask = async (row: Endpoint, attempt: Attempt, as: Name | ShutOut): Promise<Answer> => {
  if (row.rateLimit !== undefined) world.clock.now += HOUR_MS
  const sender = { name: as, token: world.tokens[as], hashes: world.hashes }
  const answer = await world.app.inject(sentOf(row, attempt, sender))
  return { status: answer.statusCode, text: answer.body }
}

const found = (text: string, taints: readonly string[]): string[] =>
  taints.filter((taint) => text.includes(taint))
/** Tables that every pull and push of a device writes to, whatever the verdict. */
const DEVICE_TABLES = ['sync_client', 'mutation_result']

/**
 * Tries the attempt as every person outside its list and returns one line per person who is not
 * properly refused.
 */
const findAdmitted = async (
  row: Endpoint,
  attempt: Attempt,
  before: Snapshot,
  except: readonly string[],
): Promise<string[]> => {
  const faults: string[] = []
  for (const name of [...SHUT_OUT, ...refusedBut(attempt.may)]) {
    const { status, text } = await ask(row, attempt, name)
    const isShutOut = (SHUT_OUT as readonly string[]).includes(name)
    const isRefused = isShutOut
      ? status === 401
      : (attempt.isRefused?.(text) ?? (status >= 400 && status < 500))
    if (!isRefused) faults.push(`${name} got ${status}: ${text.slice(0, 200)}`)
    const words = found(
      text,
      isShutOut || attempt.isRefused === undefined
        ? ALL_TAINTS
        : hiddenFrom(name as Name, isOpen(attempt)),
    )
    if (words.length > 0) faults.push(`${name} read ${words.join(', ')}: ${text.slice(0, 200)}`)
  }
  const changed = changedTables(before, await world.tables.look(), except)
  return changed.length === 0 ? faults : [...faults, `a refused call changed ${changed.join(', ')}`]
}

/** Compares the changed rows with the list of the call and returns the differences. */
const findSideEffects = async (
  effects: Effects,
  before: Snapshot,
  { attempt, me }: { attempt: Attempt; me: Name },
  except: readonly string[],
): Promise<string[]> => {
  const at = { attempt, me, ids: world.ids }
  const lines = linesOf([before, await world.tables.look()], at, except)
  return faultsOfLines(lines, typeof effects === 'function' ? effects(at) : effects, at)
}

const findRefused = async (
  { row, effects }: { row: Endpoint; effects: Effects },
  attempt: Attempt,
  before: Snapshot,
): Promise<string[]> => {
  const faults: string[] = []
  for (const name of attempt.may) {
    const { status, text } = await ask(row, attempt, name)
    const except = attempt.isRefused === undefined ? [] : DEVICE_TABLES
    faults.push(...(await findSideEffects(effects, before, { attempt, me: name }, except)))
    if (status >= 400 || attempt.isRefused?.(text) === true)
      faults.push(`${name} was refused with ${status}: ${text.slice(0, 200)}`)
    const words = found(text, hiddenFrom(name, isOpen(attempt)))
    if (words.length > 0) faults.push(`${name} read ${words.join(', ')}: ${text.slice(0, 200)}`)
    await world.tables.restore(before)
  }
  return faults
}

test('[AC1] the matrix tries every non-public call on an object of another organization, and of another vendor where the call names one', () => {
  const ownThings =
    /^(auth\.(session|logout)|sessions\.(list|endOthers)|passwords\.change|emailChange\.request|twoFactor\.(check|disable|newCodes)|organizations\.forCurrentUser|organizationSettings\.create|consents\.list|roles\.(list|get)|projects\.(create|waiting)|archives\.restore|projectMembers\.notifications|notifications\.(list|markRead)|noticeSettings\.(own|setTimes)|pushes\.(key|subscribe|unsubscribe)|calendar\.(get|renew|remove)|profiles\.(own|update|setAvatar|setLanguage|delete)|feedback\.send|sync\.(push|sendFile|bring|deliver))$/
  for (const { name, row, matrix } of CLOSED) {
    const objects = matrix(world.ids).map(({ object }) => object)
    if (!ownThings.test(name)) expect(objects, name).toContain('otherOrganization')
    if (/vendorId/i.test(row.path) || objects.length === 0)
      expect(objects, name).toContain('otherVendor')
  }
})

test('[AC1] the matrix and the contract agree on which calls are public', () => {
  expect(CALLS.map(({ effects }) => effects === PUBLIC)).toEqual(
    CALLS.map(({ matrix }) => matrix === PUBLIC),
  )
  expect(CALLS.filter(({ matrix }) => matrix === PUBLIC).map(({ name }) => name)).toEqual(
    CALLS.filter(({ row }) => row.access === 'public').map(({ name }) => name),
  )
})

describe.each(CLOSED)('[AC1] [AC4] $name', ({ row, matrix, effects }) => {
  test('refuses all people outside its list without changing a row or disclosing anything, answers the others, and changes what its effects list', async () => {
    for (const attempt of matrix(world.ids)) {
      const before = await world.enter(attempt.state ?? 'PREPARATION', attempt.isSealed)
      const except = attempt.isRefused === undefined ? [] : DEVICE_TABLES
      const about = `${attempt.object} ${attempt.state ?? ''} ${JSON.stringify(attempt.params ?? attempt.body ?? {})}`
      expect(await findAdmitted(row, attempt, before, except), about).toEqual([])
      expect(await findRefused({ row, effects }, attempt, before), about).toEqual([])
    }
  })
})

/** Exceptions that a call needed. The test fails on an exception that no call needs. */
const used = new Set<string>()
describe.each(CLOSED)('[AC5] $name', ({ name: call, row, matrix }) => {
  test('refuses the id of another object in place of any id, and changes nothing', async () => {
    const faults: string[] = []
    for (const attempt of matrix(world.ids)) {
      const [me] = attempt.may
      if (me === undefined || attempt.object === 'otherOrganization') continue
      for (const { what, attempt: replaced } of replacements(row, attempt, {
        me,
        ids: world.ids,
      })) {
        const before = await world.enter(attempt.state ?? 'PREPARATION', attempt.isSealed)
        const { status, text } = await ask(row, replaced, me)
        const isRefused = status >= 400 || attempt.isRefused?.(text) === true
        const except = attempt.isRefused === undefined ? [] : DEVICE_TABLES
        const changed = changedTables(before, await world.tables.look(), except)
        if (isRefused && changed.length === 0) continue
        const exception = `${call} ${what}`
        if (exception in TAKEN) used.add(exception)
        else faults.push(`${exception} by ${me}: ${status}, changed ${changed.join() || 'nothing'}`)
      }
    }
    expect(faults).toEqual([])
  })
})
test('[AC5] every listed exception is needed by a call', () => {
  expect([...used].toSorted()).toEqual(Object.keys(TAKEN).toSorted())
})

/**
 * Removing an attachment that the device does not see is answered as "already gone", so only the
 * tables show whether a row was removed.
 */
const GONE_ALREADY = 'attachments.remove'
const EDITS = CLOSED.filter(({ row }) => row.mutation !== undefined)
test('[AC2] every mutation is pushed', () => {
  expect([...new Set(EDITS.map(({ row }) => row.mutation))].toSorted()).toEqual(COMMANDS.toSorted())
})
describe.each(EDITS)('[AC2] [AC4] $name', ({ row, matrix }) => {
  const push = async (
    attempt: Attempt,
    as: Name | ShutOut,
    base: EditBase = {},
  ): Promise<Answer & { verdict: string | undefined }> => {
    const clientId = randomUUID()
    const mutation = {
      mid: 1,
      command: attempt.push?.command,
      args: attempt.push?.args,
      base,
      clientAt: world.clock.now,
    }
    const serverId = (
      await world.database.queries
        .selectFrom('server_meta')
        .select('value')
        .where('key', '=', 'serverId')
        .executeTakeFirstOrThrow()
    ).value
    const answer = await ask(
      API.sync.push,
      {
        object: attempt.object,
        may: [],
        body: { serverId, clientId, schemaVersion: SYNC_PROTOCOL, mutations: [mutation] },
      },
      as,
    )
    const result = await world.database.queries
      .selectFrom('mutation_result')
      .select(['status', 'reason'])
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    return { ...answer, verdict: result?.status }
  }
  /** Pushes the edit of an up-to-date device and returns what differs from the edit's list. */
  const pushAllowed = async (attempt: Attempt, me: Name, before: Snapshot): Promise<string[]> => {
    if (attempt.push === undefined) throw new Error('no edit to push')
    const { command, args } = attempt.push
    // Later than the seeded rows, so that a time of last use changes.
    world.clock.now += 1_000
    const device = { database: world.database, userId: world.ids.users[me], now: world.clock.now }
    const base = await recordBase(device, command, args as never)
    const { verdict } = await push(attempt, me, base)
    const effects = await findSideEffects(
      PUSH_EFFECTS[command],
      before,
      { attempt, me },
      DEVICE_TABLES,
    )
    await world.tables.restore(before)
    return verdict === 'applied' ? effects : [`${me} got ${verdict}`, ...effects]
  }

  test('the same, pushed by a device, changes what the list of the edit names', async () => {
    for (const attempt of matrix(world.ids)) {
      expect(attempt.push?.command, attempt.object).toBe(row.mutation)
      const before = await world.enter(attempt.state ?? 'PREPARATION')
      for (const name of SHUT_OUT) expect((await push(attempt, name)).status, name).toBe(401)
      for (const name of refusedBut(attempt.may)) {
        const { verdict, text } = await push(attempt, name)
        expect(found(text, ALL_TAINTS), name).toEqual([])
        expect(
          row.mutation === GONE_ALREADY ? ['applied', 'refused'] : ['refused'],
          name,
        ).toContain(verdict)
      }
      expect(changedTables(before, await world.tables.look(), DEVICE_TABLES)).toEqual([])
      const about = `${attempt.object} ${attempt.state ?? ''} ${JSON.stringify(attempt.push)}`
      for (const name of attempt.may)
        expect(await pushAllowed(attempt, name, before), about).toEqual([])
    }
  })
})

describe.each(CALLS.filter(({ matrix }) => matrix === PUBLIC))(
  '[AC1] $name is public',
  ({ row }) => {
    test('answers empty input without failing, changing a row or disclosing a word of any person', async () => {
      const before = await world.enter('PUBLISHED')
      const { status, text } = await ask(
        row,
        { object: 'own', may: [], ...(row.body === undefined ? {} : { body: {} }) },
        'anonymous',
      )
      expect(status).toBeLessThan(500)
      expect(found(text, ALL_TAINTS)).toEqual([])
      expect(changedTables(before, await world.tables.look())).toEqual([])
    })
  },
)

describe('the live socket', () => {
  const live = new Map<Name, LiveClient>()
  afterAll(async () => {
    for (const client of live.values()) await client.close()
  })
  const heard = (name: Name): string => live.get(name)?.heard.join('\n') ?? ''
  const say = async (round: number): Promise<void> => {
    const { alpha, beta, delta } = world.ids.companies
    const answer = async (vendorId: number, taint: string) => {
      const id = vendorId === delta ? 'vr2' : 'r2'
      const updatedOn = await newestIfThere(world, 'commitment', commitmentId(id, vendorId))
      const body = { vendorId, updatedOn, values: { note: `${taint} ${round}` } }
      return { object: 'own', may: [], params: { id }, body } as const
    }
    const rename = async (id: string, taint: string) => {
      const updatedOn = await newest(world, 'project', id)
      const body = { id, updatedOn, name: `${taint} ${round}` }
      return { object: 'own', may: [], body } as const
    }
    const { updateCommitment } = API.requirements
    const said = [
      await ask(updateCommitment, await answer(alpha, 'ALPHA-ANSWER'), 'alpha-contact'),
      await ask(updateCommitment, await answer(beta, 'BETA-ANSWER'), 'beta-contact'),
      await ask(updateCommitment, await answer(delta, 'DELTA-ANSWER'), 'delta-primary'),
      await ask(API.projects.update, await rename('project', 'CITY-TAINT'), 'owner'),
      await ask(API.projects.update, await rename('vproject', 'VILLAGE-TAINT'), 'village-owner'),
    ]
    expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  }

  test('[AC3] refuses people who are shut out, and tells each of the others only what they may read', async () => {
    await world.enter('PUBLISHED')
    for (const name of SHUT_OUT)
      await expect(listenLive(world.url, world.tokens[name] ?? ''), name).rejects.toThrow(/./)
    for (const name of EVERYBODY)
      live.set(name, await listenLive(world.url, world.tokens[name] ?? ''))
    // Messages arrive in order: a socket with one of the second round has all of the first.
    for (const round of [1, 2]) {
      await say(round)
      await vi.waitFor(
        () => {
          expect(heard('reviewer')).toContain(`CITY-TAINT ${round}`)
          expect(heard('alpha-primary')).toContain(`ALPHA-ANSWER ${round}`)
          expect(heard('beta-primary')).toContain(`BETA-ANSWER ${round}`)
          expect(heard('village-admin')).toContain(`VILLAGE-TAINT ${round}`)
        },
        { timeout: 30_000 },
      )
    }
    const readers: readonly Name[] = [...READERS, ...twinsOf(READERS)]
    for (const name of EVERYBODY)
      expect([
        name,
        found(heard(name), readers.includes(name) ? hiddenFrom(name, false) : ALL_TAINTS),
      ]).toEqual([name, []])
  })
})

test('[AC1] triggers noticed every table that changed', async () => {
  await vi.waitFor(
    async () =>
      expect(changedTables(await world.tables.look(), await world.tables.lookAtAll())).toEqual([]),
    { timeout: 30_000 },
  )
})

import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API, type CallName } from '#schema/api/index.ts'
import { ENTITIES } from '#schema/entities/rows.ts'
import { messageText } from '#schema/tables/messages.ts'
import { ENTITY_TABLES } from '#server/database/entity-tables.ts'
import { ADMINS, type Name } from './authorization/cast.ts'
import { MATRIX } from './authorization/matrix.ts'
import { type Attempt, type MatrixRow, PUBLIC } from './authorization/matrix-row.ts'
import { buildMatrixWorld, type MatrixWorld } from './authorization/matrix-world.ts'
import { refusedBut } from './authorization/refused.ts'
import { sentOf } from './authorization/sent.ts'
import { changedTables } from './authorization/snapshot.ts'
import { NAMES_NO_VERSION } from './updated-on-exceptions.ts'

/*
 * Every call that updates an existing row, made with the input of the authorization matrix: without
 * the version of the row, with an older one and with the newest. The matrix names version 0.
 */

type Input = Omit<Attempt, 'object' | 'may'>
interface Call {
  name: CallName
  row: Endpoint
}
const CHANGING: Call[] = Object.entries(API).flatMap(([slice, rows]) =>
  Object.entries<Endpoint>(rows)
    .filter(([, { method }]) => method !== 'GET')
    .map(([name, row]) => ({ name: `${slice}.${name}` as CallName, row })),
)
/** Whether a schema has a field `updatedOn`, at any depth. */
const namesVersion = (schema: unknown, seen = new Set<unknown>()): boolean => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false
  seen.add(schema)
  return (
    ('entries' in schema && Object.hasOwn(schema.entries as object, 'updatedOn')) ||
    Object.values(schema).some((part) => namesVersion(part, seen))
  )
}
const VERSIONED = CHANGING.filter(({ row }) => namesVersion(row.body))

let world: MatrixWorld
beforeAll(async () => {
  world = await buildMatrixWorld()
})
afterAll(async () => {
  await world.close()
})

const seenWeights = (weights: Record<string, number>) =>
  Object.entries(weights).map(([id, weight]) => ({ id, weight, updatedOn: 0 }))
/** An addendum with weights; the matrix publishes without. */
const ADDENDUM: Attempt & { by: Name } = {
  object: 'own',
  state: 'PUBLISHED',
  params: { id: 'project' },
  body: {
    weights: {
      packages: seenWeights({ p1: 60, p2: 40 }),
      documents: seenWeights({ d1: 100, d2: 100 }),
    },
  },
  may: ADMINS,
  by: 'owner',
}

const attemptOf = (name: CallName): Attempt & { by: Name } => {
  if (name === 'stateTransitions.moveToPublished') return ADDENDUM
  const [slice = '', call = ''] = name.split('.')
  const rows: Readonly<Record<string, MatrixRow | typeof PUBLIC>> =
    MATRIX[slice as keyof typeof MATRIX]
  const row = rows[call]
  const attempts = row === undefined || row === PUBLIC ? [] : row(world.ids)
  const [attempt] = attempts.filter(({ may }) => may.length > 0)
  const by = attempt?.may[0]
  if (attempt === undefined || by === undefined) throw new Error(`no person may call ${name}`)
  return { ...attempt, by }
}

/** Calls that create the row if there is none, and whose row the matrix does not seed. */
const CREATES_TOO = new Set<CallName>(['overrides.set', 'parts.setReady', 'parts.update'])
/** Calls whose whole body the specification gives, without a version: they take one if it is sent. */
const WITHOUT_TOO = new Set<CallName>(['requirements.move', 'projectMembers.changeOwner'])
/** Calls that compare the body with what the caller reads before they ask for a right. */
const READ_FIRST = new Set<CallName>(['requirements.update', 'requirements.updateBulk'])

/** The stored version of every row. */
const NEWEST = 5_000
const OTHER_VERSIONED = [
  'organizations',
  'users',
  'profiles',
  'table_views',
  'import_mappings',
] as const
/** The tables of these rows and of their changes. Jobs write to other tables at any time. */
const WATCHED: readonly string[] = [
  ...Object.values(ENTITY_TABLES),
  ...OTHER_VERSIONED,
  'sync_row',
  'project_sync',
  'change_log',
]
const enter = async ({ row, name }: Call, { by, ...attempt }: Attempt & { by: Name }) => {
  await world.enter(attempt.state ?? 'PREPARATION', attempt.isSealed)
  if (CREATES_TOO.has(name)) {
    const made = await ask(row, withVersion(attempt, undefined), by)
    expect(made, made.text).toMatchObject({ status: 200 })
  }
  await world.database.write(async (tx) => {
    for (const entity of ENTITIES) {
      const table = ENTITY_TABLES[entity] as 'releases'
      for (const { id, body } of await tx.selectFrom(table).select(['id', 'body']).execute()) {
        const published = entity === 'project' ? { weightsPublished: true } : {}
        const raised = JSON.stringify({ ...JSON.parse(body), ...published, updatedOn: NEWEST })
        await tx
          .updateTable(table)
          .set({ body: raised, updated_on: NEWEST })
          .where('id', '=', id)
          .execute()
      }
    }
    for (const table of OTHER_VERSIONED)
      await sql`update ${sql.table(table)} set updated_on = ${NEWEST}`.execute(tx)
  })
  return await world.tables.look()
}

/** The input with `version` in place of every version; undefined = without. */
const withVersion = ({ body, ...input }: Input, version: number | undefined): Input => ({
  ...input,
  body: JSON.parse(JSON.stringify(body), (key, part: unknown) => {
    if (key !== 'updatedOn') return part
    return version === undefined || typeof part !== 'object' || part === null
      ? version
      : Object.fromEntries(Object.keys(part).map((id) => [id, version]))
  }) as object,
})

const Refused = v.object({
  message: v.string(),
  messageCodes: v.array(v.string()),
  field: v.optional(v.string()),
})
const ask = async (row: Endpoint, input: Input, as: Name) => {
  const sender = { name: as, token: world.tokens[as], hashes: world.hashes }
  const { statusCode, body } = await world.app.inject(sentOf(row, input, sender))
  return { status: statusCode, text: body }
}

test('[FB10] every call that changes something names the version of a row, or is listed with the reason why it names none', () => {
  const versioned = new Set(VERSIONED.map(({ name }) => name))
  expect(
    CHANGING.map(({ name }) => name)
      .filter((name) => !versioned.has(name))
      .toSorted(),
  ).toEqual(NAMES_NO_VERSION.toSorted())
})

describe.each(VERSIONED)('[FB6] $name', (call) => {
  const { name, row } = call
  test('is invalid without the version of the row, refused with an older one, and taken with the newest', async () => {
    const { by, ...attempt } = attemptOf(name)
    const before = await enter(call, { by, ...attempt })
    if (!WITHOUT_TOO.has(name)) {
      const without = await ask(row, withVersion(attempt, undefined), by)
      expect(without, without.text).toMatchObject({ status: 400 })
      const invalid = v.parse(Refused, JSON.parse(without.text))
      expect(invalid.messageCodes).toEqual(['INPUT_INVALID'])
      expect(invalid.field).toMatch(/(^|\.)updatedOn$/)
    }
    const older = await ask(row, attempt, by)
    expect(older, older.text).toMatchObject({ status: 409 })
    const stale = v.parse(Refused, JSON.parse(older.text))
    expect(stale.messageCodes).toEqual(['requirement.stale'])
    expect(stale.message).toBe(messageText('requirement.stale'))
    const changed = changedTables(before, await world.tables.look())
    expect(changed.filter((table) => WATCHED.includes(table))).toEqual([])
    const newest = await ask(row, withVersion(attempt, NEWEST), by)
    expect(newest, newest.text).toMatchObject({ status: 200 })
  })
})

test.each(CHANGING.filter(({ name }) => WITHOUT_TOO.has(name)))(
  '[FB6] $name takes the body of the specification, which names no version',
  async (call) => {
    const { by, ...attempt } = attemptOf(call.name)
    await enter(call, { by, ...attempt })
    const taken = await ask(call.row, withVersion(attempt, undefined), by)
    expect(taken, taken.text).toMatchObject({ status: 200 })
  },
)

describe.each(VERSIONED.filter(({ name }) => !READ_FIRST.has(name)))('[FB6] $name', (call) => {
  test('answers people who may not make it alike, whichever version they name', async () => {
    const { name, row } = call
    const attempt = attemptOf(name)
    await enter(call, attempt)
    for (const person of refusedBut(attempt.may)) {
      const guessed = await ask(row, withVersion(attempt, NEWEST), person)
      expect(guessed.status, `${person} ${guessed.text}`).toBeGreaterThanOrEqual(400)
      expect(await ask(row, attempt, person), person).toEqual(guessed)
    }
  })
})

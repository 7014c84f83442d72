import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Parameter } from '#schema/entities/parameter.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { SUBMIT_EFFORT } from '#schema/rules/definition/match-effort.ts'
import type { CommandServices } from '#server/commands/execute.ts'
import { judgeAtOnce } from '#server/commands/judge/judge-answers.ts'
import { submitAnswers } from '#server/commands/submit-answers.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../support/project-rows.ts'
import { wrongCounts } from './fuzz/invariants.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** The most that a requirement could hold before the bounds: 20 fields with 20 expressions each. */
const heavyFields = (count: number): Parameter[] =>
  Array.from({ length: count }, (_, n) =>
    buildParameter({
      id: `f${n}`,
      key: `f${n}`,
      name: `Field ${n}`,
      validations: Array.from({ length: 20 }, (_x, i) => ({
        kind: 'regex',
        value: `(a?){490}x${n}y${i}$`,
      })),
    }),
  )
const heavy = buildDefinition({ answer: heavyFields(20) })
const plain = buildDefinition({ answer: [buildParameter()] })

interface Asked {
  definition: string
  values: Commitment['values']
  count?: number
}
/** Gives Alpha drafts of `count` requirements, with rows as if saved before the bounds. */
const buildAnswers = async ({ definition, values, count = 1 }: Asked): Promise<World> => {
  const ids = Array.from({ length: count }, (_, n) => `q${String(n).padStart(2, '0')}`)
  const requirement = ids.map((id, n) =>
    buildRequirement({ id, fullId: `FUN-${String(n + 1).padStart(4, '0')}`, definition }),
  )
  // Organizations are numbered in order of creation: Alpha is the third.
  const commitment = ids.map((id) => buildCommitment({ requirementId: id, vendorId: 3, values }))
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 1 },
    rows: { requirement, commitment },
  })
  expect(world.companies.alpha).toBe(3)
  return world
}
const hashOf = (values: Commitment['values']): string =>
  createHash('sha256').update(canonicalContent(values)).digest('hex')
const submitOf = (values: Commitment['values'], count = 1) => ({
  projectId,
  vendorId: 3,
  items: Array.from({ length: count }, (_, n) => ({
    requirementId: `q${String(n).padStart(2, '0')}`,
    contentHash: hashOf(values),
  })),
})
const answersOf = async ({ database }: World): Promise<Commitment[]> =>
  (await database.queries.selectFrom('commitments').select('body').orderBy('id').execute()).map(
    ({ body }) => JSON.parse(body) as Commitment,
  )
const servicesOf = (
  { database, clock }: World,
  changes: Partial<CommandServices> = {},
): CommandServices => ({
  database,
  clock: () => clock.now,
  publish: () => undefined,
  judge: judgeAtOnce,
  onError: () => undefined,
  ...changes,
})

/** Changes the version of each requirement, as an edit would. */
const touchRequirements = ({ database }: World): Promise<void> =>
  database.write(async (tx) => {
    for (const { id, body } of await tx
      .selectFrom('requirements')
      .select(['id', 'body'])
      .execute()) {
      const row = JSON.parse(body) as { updatedOn: number }
      await tx
        .updateTable('requirements')
        .set({
          body: JSON.stringify({ ...row, updatedOn: row.updatedOn + 1 }),
          updated_on: row.updatedOn + 1,
        })
        .where('id', '=', id)
        .execute()
    }
  })

/**
 * Longer than any answer takes on a busy machine, and far below the 40 s that an unbounded check
 * takes.
 */
const CLEARLY_MS = 15_000

describe('a requirement with more expressions than may be saved', () => {
  const values = Object.fromEntries(heavyFields(20).map(({ id }) => [id, 'a'.repeat(1_000)]))

  test('[RX31] opens, and submitting its answer is refused with a reason, by REST and by sync, while others are answered', async () => {
    const { as } = await buildAnswers({ definition: heavy, values })
    const contact = await as('alpha-contact')
    const { rows } = await contact.pull(projectId)
    expect(rows.some(({ entity, id }) => entity === 'requirement' && id === 'q00')).toBe(true)
    const start = performance.now()
    const submitting = contact.raw('POST', '/projects-service/commitments/submit', submitOf(values))
    const other = await as('owner')
    await other.call(API.projects.byUser, {
      params: { id: String(other.session.userId) },
      body: {},
    })
    const { status, text } = await submitting
    expect([status, performance.now() - start < CLEARLY_MS]).toEqual([409, true])
    expect(text).toContain('takes too long to check against the expression (a?){490}x0y0$')
    const device = new SyncDevice(contact)
    await device.push(device.edit('commitments.submit', submitOf(values)))
    await device.pull(projectId)
    expect(device.results).toMatchObject([
      { status: 'refused', reason: 'SUBMIT_INVALID', detail: { fullId: 'FUN-0001' } },
    ])
    expect(await answersOf(world as World)).toMatchObject([{ submitted: false, values }])
  })

  test('[RX32] cannot be saved, alone or in bulk, by REST or by sync; the refusal names field and expression', async () => {
    const { as, database } = await buildAnswers({ definition: plain, values: {} })
    await (world as World).setProject({ state: 'PREPARATION' })
    const owner = await as('owner')
    const before = await database.queries.selectFrom('requirements').select('body').execute()
    const row = JSON.parse(before[0]?.body ?? '') as { updatedOn: number }
    const place = { sectionId: 's1', name: 'Heavy', definition: heavy }
    const tries = [
      ['POST', 'create', { ...place, after: null }],
      ['PUT', 'update', { id: 'q00', updatedOn: row.updatedOn, definition: heavy }],
      [
        'POST',
        'update-bulk',
        { requirements: [{ id: 'q00', updatedOn: row.updatedOn, definition: heavy }] },
      ],
      ['POST', 'create-bulk', { documentId: 'd1', requirements: [place] }],
    ] as const
    for (const [method, path, body] of tries) {
      const { status, text } = await owner.raw(
        method,
        `/projects-service/requirements/${path}`,
        body,
      )
      expect([path, status, text]).toEqual([
        path,
        400,
        expect.stringMatching(
          /too large together.*Remove the expression \(a\?\)\{490\}x0y5\$ of the field Field 0/,
        ),
      ])
    }
    const device = new SyncDevice(owner)
    await device.push(
      device.edit('requirements.update', { projectId, id: 'q00', patch: { definition: heavy } }),
    )
    await device.pull(projectId)
    expect(device.results).toMatchObject([
      {
        status: 'refused',
        reason: 'validation.patterns',
        detail: { name: 'Field 0', limit: 5_000 },
      },
    ])
    expect(await database.queries.selectFrom('requirements').select('body').execute()).toEqual(
      before,
    )
  })
})

describe('submitting many answers', () => {
  const values = { a: 'As it is.' }

  test('[RX33] proceeds in pieces, is complete in the end, by REST and by sync, and counts correctly', async () => {
    const { as, database } = await buildAnswers({ definition: plain, values, count: 45 })
    const contact = await as('alpha-contact')
    const body = submitOf(values, 45)
    const device = new SyncDevice(contact)
    await device.push(
      device.edit(
        'commitments.update',
        { projectId, vendorId: 3, requirementId: 'q07', values: { a: 'Mended.' } },
        { 'commitment/q07.3#values.a': values.a },
      ),
      device.edit('commitments.submit', {
        ...body,
        items: body.items.map((item) =>
          item.requirementId === 'q07' ? { ...item, contentHash: hashOf({ a: 'Mended.' }) } : item,
        ),
      }),
      device.edit(
        'commitments.update',
        { projectId, vendorId: 3, requirementId: 'q08', values: { a: 'Later.' } },
        { 'commitment/q08.3#values.a': values.a },
      ),
    )
    await device.pull(projectId)
    expect(device.results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
    const after = await answersOf(world as World)
    expect(
      after.filter(({ submitted }) => !submitted).map(({ requirementId }) => requirementId),
    ).toEqual(['q08'])
    expect(await wrongCounts(database.queries)).toEqual([])
    const reply = await contact.call(API.commitments.submit, { body: submitOf({ a: 'Later.' }, 9) })
    expect(reply.submitted.map(({ requirementId }) => requirementId)).toEqual(['q08'])
    expect(reply.remaining).toHaveLength(8)
    expect(await wrongCounts(database.queries)).toEqual([])
  })

  test('[RX33] can be repeated after ending halfway, and submitted answers keep their receipt', async () => {
    const own = await buildAnswers({ definition: plain, values, count: 45 })
    let writes = 0
    const cutOff: CommandServices['database'] = {
      ...own.database,
      write: (work) =>
        ++writes === 2
          ? Promise.reject(Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }))
          : own.database.write(work),
    }
    const submitter = { userId: own.users['alpha-contact'] }
    await expect(
      submitAnswers(servicesOf(own, { database: cutOff }), submitter, submitOf(values, 45)),
    ).rejects.toThrow('busy')
    const halfway = (await answersOf(own)).filter(({ submitted }) => submitted)
    expect(halfway).toHaveLength(20)
    own.clock.now += 60_000
    expect([...(await submitAnswers(servicesOf(own), submitter, submitOf(values, 45)))]).toEqual([])
    const after = await answersOf(own)
    expect(after.every(({ submitted }) => submitted)).toBe(true)
    expect(
      after.filter(({ requirementId }) =>
        halfway.some((one) => one.requirementId === requirementId),
      ),
    ).toEqual(halfway)
  })

  test('[RX34] checks an answer again that changes during the check, and leaves it a draft if it keeps changing', async () => {
    const own = await buildAnswers({ definition: plain, values, count: 2 })
    let judged = 0
    const judgeAndChange =
      (isChanged: () => boolean): CommandServices['judge'] =>
      async (job) => {
        const judgement = await judgeAtOnce(job)
        judged += 1
        if (isChanged()) await touchRequirements(own)
        return judgement
      }
    const submit = (judge: CommandServices['judge']) =>
      submitAnswers(
        servicesOf(own, { judge }),
        { userId: own.users['alpha-contact'] },
        submitOf(values, 2),
      )
    await expect(submit(judgeAndChange(() => true))).rejects.toMatchObject({ code: 'SUBMIT_AGAIN' })
    expect(judged).toBe(3)
    const left = await submit(judgeAndChange(() => judged === 4))
    expect([left.size, (await answersOf(own)).map(({ submitted }) => submitted)]).toEqual([
      0,
      [true, true],
    ])
  })

  test('[RX35] goes as far as its effort permits, and sending it again submits the rest', async () => {
    const own = await buildAnswers({ definition: plain, values, count: 45 })
    const costly: CommandServices['judge'] = async (job) => ({
      ...(await judgeAtOnce(job)),
      effort: SUBMIT_EFFORT,
    })
    const submitter = { userId: own.users['alpha-contact'] }
    const left = await submitAnswers(
      servicesOf(own, { judge: costly }),
      submitter,
      submitOf(values, 45),
    )
    expect([left.size, new Set([...left.values()].map(({ code }) => code))]).toEqual([
      25,
      new Set(['SUBMIT_TOO_MUCH']),
    ])
    const rest = {
      ...submitOf(values, 45),
      items: submitOf(values, 45).items.filter(({ requirementId }) => left.has(requirementId)),
    }
    expect((await submitAnswers(servicesOf(own), submitter, rest)).size).toBe(0)
    expect((await answersOf(own)).every(({ submitted }) => submitted)).toBe(true)
  })

  test('[RX35] submits the answers before one that cannot be checked, and leaves it and those behind it', async () => {
    const own = await buildAnswers({ definition: plain, values, count: 4 })
    const broken: CommandServices['judge'] = async (job) => {
      if (job.answers.some(({ requirementId }) => requirementId === 'q02'))
        throw new Error('too long')
      return await judgeAtOnce(job)
    }
    const left = await submitAnswers(
      servicesOf(own, { judge: broken }),
      { userId: own.users['alpha-contact'] },
      submitOf(values, 4),
    )
    expect([...left].map(([id, { code }]) => [id, code])).toEqual([
      ['q02', 'SUBMIT_TOO_MUCH'],
      ['q03', 'SUBMIT_TOO_MUCH'],
    ])
    expect((await answersOf(own)).map(({ submitted }) => submitted)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('[RX36] checks nothing for a person who may not submit there', async () => {
    const own = await buildAnswers({ definition: plain, values })
    let judged = 0
    const counting: CommandServices['judge'] = (job) => {
      judged += 1
      return judgeAtOnce(job)
    }
    for (const username of [
      'beta-primary',
      'gamma-primary',
      'village-admin',
      'owner',
      'alpha-ungranted',
    ] as const) {
      const submitting = submitAnswers(
        servicesOf(own, { judge: counting }),
        { userId: own.users[username] },
        submitOf(values),
      )
      await expect(submitting).rejects.toMatchObject({ name: 'Refusal' })
    }
    expect(judged).toBe(0)
  })
})

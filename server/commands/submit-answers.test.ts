import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { Refusal } from '#schema/refusal.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { receiptSealText } from '#schema/rules/answers/receipt.ts'
import { SUBMIT_EFFORT } from '#schema/rules/definition/match-effort.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../tests/support/stored-project.ts'
import { receiptSealer } from '../security/receipt-seal.ts'
import type { CommandServices } from './execute.ts'
import { judgeHere, type JudgeJob } from './judge/judge-answers.ts'
import type { ProjectCommit } from './project-unit.ts'
import { leftRows, submitAnswers, type Submitter } from './submit-answers.ts'

const DEADLINE_AT = NOW + 1_000
const COUNT = 45
const NUMBERS = Array.from({ length: COUNT }, (_, index) => index + 1)
const hashOf = (values: object): string =>
  createHash('sha256')
    .update(canonicalContent(values as never))
    .digest('hex')
const valuesOf = (number: number) => ({ note: `Answer ${number}` })

let rows: EmptyDatabase
let [city, alpha, beta, vera] = [0, 0, 0, 0]
let now: number
let published: ProjectCommit[]
let errors: unknown[]
let jobs: JudgeJob[]
let judge: CommandServices['judge']
/** Vera answers for Alpha; Beta and another project have the same answers. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  ;[published, errors, jobs] = [[], [], []]
  judge = async (job) => {
    jobs.push(job)
    return judgeHere(job)
  }
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  vera = await rows.person('vera', { active_organization_id: alpha })
  await rows.member(alpha, vera, {
    roles: '["role-vendor-primary-contact"]',
    is_primary_contact: 1,
  })
})
afterEach(() => rows.close())

const asks = (more: object = {}) =>
  buildDefinition({
    answer: [buildParameter({ id: 'note', key: 'note', name: 'Note', ...more })],
  })
const store = async (project: Partial<Project> = {}): Promise<void> => {
  const set = buildRows({
    project: [
      buildProject({
        organizationId: city,
        state: 'PUBLISHED',
        publishedOn: 1,
        deadlineAt: DEADLINE_AT,
        ...project,
      }),
    ],
    projectVendor: [buildProjectVendor(alpha), buildProjectVendor(beta)],
    requirement: NUMBERS.map((number) =>
      buildRequirement({ id: `r${number}`, definition: asks(), updatedOn: 3 }),
    ),
    commitment: NUMBERS.flatMap((number) =>
      [alpha, beta].map((vendorId) =>
        buildCommitment({ requirementId: `r${number}`, vendorId, values: valuesOf(number) }),
      ),
    ),
  })
  await storeRows(rows, set)
  await storeRows(rows, inProject(set, 'other'))
}
const submit = (numbers: readonly number[], submitter: Partial<Submitter> = {}) => {
  const services = {
    database: rows.database,
    clock: () => now,
    publish: (commit: ProjectCommit) => void published.push(commit),
    judge: (job: JudgeJob) => judge(job),
    onError: (error: unknown) => void errors.push(error),
  }
  const items = numbers.map((number) => ({
    requirementId: `r${number}`,
    contentHash: hashOf(valuesOf(number)),
  }))
  return submitAnswers(
    services,
    { userId: vera, ...submitter },
    { projectId: PROJECT_ID, vendorId: alpha, items },
  )
}
const codes = async (left: ReturnType<typeof submit>) =>
  Object.fromEntries([...(await left)].map(([id, { code }]) => [id, code]))
const refusal = async (call: Promise<unknown>) => {
  try {
    await call
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code
  }
}
const submitted = async () =>
  (
    await rows.database.queries
      .selectFrom('commitments')
      .select(['project_id', 'requirement_id', 'vendor_id'])
      .where('submitted', '=', 1)
      .execute()
  ).map((row) => `${row.project_id} ${row.requirement_id} ${row.vendor_id}`)
const own = (numbers: readonly number[]) =>
  numbers.map((number) => `${PROJECT_ID} r${number} ${alpha}`).toSorted()
/** Changes a requirement as another writer would, outside of the submit. */
const touch = (number: number, updatedOn: number, definition = asks()) =>
  rows.database.queries
    .updateTable('requirements')
    .set({
      updated_on: updatedOn,
      body: JSON.stringify(buildRequirement({ id: `r${number}`, definition, updatedOn })),
    })
    .where('project_id', '=', PROJECT_ID)
    .where('id', '=', `r${number}`)
    .execute()

it('[SY20] answers of this vendor in this project are submitted, in transactions of 20', async () => {
  await store()
  expect(await codes(submit(NUMBERS))).toEqual({})
  expect((await submitted()).toSorted()).toEqual(own(NUMBERS))
  expect(published.map(({ projectId, actorId }) => [projectId, actorId])).toEqual([
    [PROJECT_ID, vera],
    [PROJECT_ID, vera],
    [PROJECT_ID, vera],
  ])
  expect(jobs.map(({ answers, releases }) => [answers.length, releases.length])).toEqual([
    [20, 1],
    [20, 1],
    [5, 1],
  ])
  for (const { effort } of jobs) expect(effort).toBe(1_500_000)
  const row = await storedRow(rows, 'commitment', { id: `r1.${alpha}` })
  const receipt = { submittedOn: NOW, by: 'vera Person', contentHash: hashOf(valuesOf(1)) }
  const { commitment } = { commitment: row ?? buildCommitment() }
  const seal = receiptSealer(rows.database.keys)(receiptSealText(commitment, receipt))
  expect(row).toMatchObject({ submitted: true, values: valuesOf(1), receipt: { ...receipt, seal } })
})

it('[SY20] answers that cannot be submitted stay with their reason', async () => {
  await store()
  await touch(2, 4, asks({ validations: [{ kind: 'max', value: 2 }] }))
  await rows.database.queries
    .updateTable('commitments')
    .set({
      body: JSON.stringify(
        buildCommitment({ requirementId: 'r3', vendorId: alpha, values: { note: 'Other' } }),
      ),
    })
    .where('project_id', '=', PROJECT_ID)
    .where('id', '=', `r3.${alpha}`)
    .execute()
  const left = await submit([1, 2, 3, 4])
  expect([...left].map(([id, { code }]) => [id, code]).toSorted()).toEqual([
    ['r2', 'SUBMIT_INVALID'],
    ['r3', 'CONTENT_CHANGED'],
  ])
  expect((await submitted()).toSorted()).toEqual(own([1, 4]))
  expect(
    leftRows(alpha, left).map(({ entity, id, theirs }) => [entity, id, theirs]),
  ).toContainEqual([
    'commitment',
    `r3.${alpha}`,
    expect.objectContaining({ reason: 'CONTENT_CHANGED' }),
  ])
  expect(await refusal(submit([2]))).toBe('SUBMIT_INVALID')
})

describe('an answer whose check is outdated', () => {
  it('is checked again', async () => {
    await store()
    judge = async (job) => {
      jobs.push(job)
      const judgement = judgeHere(job)
      if (jobs.length === 1) await touch(2, 10)
      return judgement
    }
    expect(await codes(submit([1, 2]))).toEqual({})
    expect(jobs.map(({ answers }) => answers.map((one) => one.requirementId))).toEqual([
      ['r1', 'r2'],
      ['r2'],
    ])
    expect((await submitted()).toSorted()).toEqual(own([1, 2]))
  })
  it('three times in all, and is then left', async () => {
    await store()
    judge = async (job) => {
      jobs.push(job)
      const judgement = judgeHere(job)
      await touch(2, 10 + jobs.length)
      return judgement
    }
    expect(await codes(submit([1, 2]))).toEqual({ r2: 'SUBMIT_AGAIN' })
    expect(jobs).toHaveLength(3)
    expect(await submitted()).toEqual(own([1]))
  })
  it('also by a new release', async () => {
    await store()
    judge = async (job) => {
      jobs.push(job)
      const judgement = judgeHere(job)
      if (jobs.length === 1)
        await rows.database.queries
          .updateTable('releases')
          .set({ updated_on: 9, body: JSON.stringify(buildRelease({ updatedOn: 9 })) })
          .where('project_id', '=', PROJECT_ID)
          .execute()
      return judgement
    }
    expect(await codes(submit([1]))).toEqual({})
    expect(jobs).toHaveLength(2)
  })
})

describe('the effort of a submit', () => {
  it('ends with it: the rest is left unchecked', async () => {
    await store()
    judge = async (job) => {
      jobs.push(job)
      return { ...judgeHere(job), effort: SUBMIT_EFFORT / 2 }
    }
    const left = await codes(submit(NUMBERS))
    expect(jobs).toHaveLength(2)
    expect(jobs.map(({ effort }) => effort)).toEqual([1_500_000, 1_500_000])
    expect(Object.values(left)).toEqual(Array(5).fill('SUBMIT_TOO_MUCH'))
    expect((await submitted()).toSorted()).toEqual(own(NUMBERS.slice(0, 40)))
  })
  it('gives the last check what is left', async () => {
    await store()
    judge = async (job) => {
      jobs.push(job)
      return { ...judgeHere(job), effort: SUBMIT_EFFORT - 7 }
    }
    await submit(NUMBERS.slice(0, 30))
    expect(jobs.map(({ effort }) => effort)).toEqual([1_500_000, 7])
  })
})

describe('a check that fails', () => {
  it('is tried with single answers', async () => {
    await store()
    judge = async (job) => {
      jobs.push(job)
      if (job.answers.length > 1) throw new Error('too many')
      return judgeHere(job)
    }
    expect(await codes(submit([1, 2, 3]))).toEqual({})
    expect(jobs.map(({ answers }) => answers.length)).toEqual([3, 1, 1, 1])
    expect(errors).toHaveLength(1)
    expect((await submitted()).toSorted()).toEqual(own([1, 2, 3]))
  })
  it('for a single answer leaves it and the rest', async () => {
    await store()
    judge = async (job) => {
      jobs.push(job)
      if (job.answers.some(({ requirementId }) => requirementId === 'r2'))
        throw new Error('too large')
      return judgeHere(job)
    }
    expect(await codes(submit([1, 2, 3]))).toEqual({ r2: 'SUBMIT_TOO_MUCH', r3: 'SUBMIT_TOO_MUCH' })
    expect(jobs.map(({ answers }) => answers.length)).toEqual([3, 1, 1])
    expect(errors).toHaveLength(2)
    expect(await submitted()).toEqual(own([1]))
  })
})

describe('nothing is checked or submitted', () => {
  const fails = async (code: string) => {
    expect(await refusal(submit([1]))).toBe(code)
    expect([jobs, await submitted(), published]).toEqual([[], [], []])
  }
  it('[DW2] from the deadline on', async () => {
    await store()
    now = DEADLINE_AT - 1
    expect(await codes(submit([2]))).toEqual({})
    ;[jobs, published] = [[], []]
    now = DEADLINE_AT
    expect(await refusal(submit([1]))).toBe('DEADLINE_PASSED')
    expect([jobs, await submitted(), published]).toEqual([[], own([2]), []])
  })
  it('in another state', async () => {
    await store({ state: 'VALIDATION' })
    await fails('STATE_FORBIDS')
  })
  it('[IS11] before the publication', async () => {
    await store({ state: 'PREPARATION', publishedOn: null })
    await fails('ACCESS_TO_PROJECT_IS_DENIED')
  })
  it('for a person without access, or of another vendor', async () => {
    await store()
    const boris = await rows.person('boris', { active_organization_id: beta })
    await rows.member(beta, boris, { is_primary_contact: 1, roles: '["role-vendor-contact"]' })
    expect(await refusal(submit([1], { userId: boris }))).toBe('NOT_ALLOWED')
    const stranger = await rows.person('carl', { active_organization_id: city })
    await rows.member(city, stranger)
    expect(await refusal(submit([1], { userId: stranger }))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect([jobs, await submitted(), published]).toEqual([[], [], []])
  })
})

describe('[SY2] a submit that was processed before', () => {
  it('stops and writes nothing', async () => {
    await store()
    expect(await codes(submit(NUMBERS, { begin: async () => false }))).toEqual({})
    expect([jobs.length, await submitted(), published]).toEqual([1, [], []])
  })
  it('is asked in each transaction', async () => {
    await store()
    let begun = 0
    await submit(NUMBERS, {
      begin: async () => {
        begun += 1
        return begun < 3
      },
    })
    expect([begun, published.length]).toEqual([3, 2])
    expect((await submitted()).toSorted()).toEqual(own(NUMBERS.slice(0, 40)))
  })
  it('keeps the receipts of what was submitted with the same content', async () => {
    await store()
    await submit([1])
    now += 5
    expect(await codes(submit([1, 2]))).toEqual({})
    const at = async (number: number) =>
      (await storedRow(rows, 'commitment', { id: `r${number}.${alpha}` }))?.receipt?.submittedOn
    expect([await at(1), await at(2)]).toEqual([NOW, NOW + 5])
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Commitment,
  type CommitmentValues,
  releaseField,
} from '#schema/entities/commitment.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { effortOfText } from '#schema/rules/definition/match-effort.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRelease,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { judgeAtOnce, judgeHere, type JudgeJob } from './judge-answers.ts'

type Asked = JudgeJob['answers'][number]
const hashOf = (values: CommitmentValues): string =>
  createHash('sha256').update(canonicalContent(values)).digest('hex')
const letters = buildDefinition({
  answer: [buildParameter({ validations: [{ kind: 'regex', value: '^[a-z]+$' }] })],
})
interface Given {
  definition?: string
  values?: CommitmentValues
  answer?: Partial<Commitment>
}
const asked = (
  id: string,
  { definition = letters, values = { a: 'ab' }, answer = {} }: Given = {},
): Asked => ({
  requirementId: id,
  contentHash: hashOf(values),
  requirement: JSON.stringify(buildRequirement({ id, updatedOn: 5, definition })),
  answer: JSON.stringify(buildCommitment({ requirementId: id, values, ...answer })),
})
const judge = (answers: Asked[], more: Partial<JudgeJob> = {}) =>
  judgeHere({ answers, releases: [], effort: Infinity, ...more })
const verdictOf = (one: Asked, more: Partial<JudgeJob> = {}) =>
  judge([one], more).judged.map(({ verdict }) => verdict)
const receiptOf = ({ contentHash }: Asked) => ({ submittedOn: 1, by: 'Vera', contentHash })
const textEffort = ({ requirement, answer }: Asked) =>
  effortOfText({ definition: requirement ?? '', answer: answer ?? '' })

describe('an answer', () => {
  it('is judged by the rules of its own requirement, at the version that was read', async () => {
    const answers = [
      asked('r1'),
      asked('r2', { values: { a: '12' } }),
      asked('r3', { definition: buildDefinition({ answer: [] }), values: {} }),
    ]
    const { judged } = judge(answers)
    expect(judged).toMatchObject([
      { requirementId: 'r1', requirementOn: 5, verdict: { kind: 'valid' } },
      { requirementId: 'r2', requirementOn: 5, verdict: { kind: 'invalid' } },
      { requirementId: 'r3', requirementOn: 5, verdict: { kind: 'asksNothing' } },
    ])
    expect(judged.map(({ contentHash }) => contentHash)).toEqual(
      answers.map(({ contentHash }) => contentHash),
    )
    const job = { answers, releases: [], effort: Infinity }
    expect(await judgeAtOnce(job)).toEqual(judgeHere(job))
  })

  it('may promise only releases of its project', () => {
    const values = { met: 50, [releaseField('met')]: 0 }
    const one = asked('r1', { definition: buildDefinition(), values })
    expect(verdictOf(one)).toMatchObject([{ kind: 'invalid' }])
    expect(verdictOf(one, { releases: [buildRelease()] })).toEqual([{ kind: 'valid' }])
  })

  it('whose content is not what the person saw is stale', () => {
    const seen = hashOf({ a: 'other' })
    expect(verdictOf({ ...asked('r1'), contentHash: seen })).toEqual([{ kind: 'stale' }])
    expect(verdictOf({ ...asked('r1'), answer: null })).toEqual([{ kind: 'stale' }])
  })

  it('of a requirement that is gone is stale, also when it was submitted', () => {
    const one = asked('r1')
    const submitted = asked('r1', { answer: { submitted: true, receipt: receiptOf(one) } })
    const [judged] = judge([{ ...submitted, requirement: null }]).judged
    expect(judged).toEqual({
      ...{ requirementId: 'r1', contentHash: one.contentHash, requirementOn: 0 },
      verdict: { kind: 'stale' },
    })
  })

  it('that does not exist is empty', () => {
    const empty = { ...asked('r1', { values: {} }), answer: null }
    expect(verdictOf(empty)).toEqual([{ kind: 'valid' }])
    const needed = buildParameter({ validations: [{ kind: 'required' }] })
    const definition = buildDefinition({ answer: [needed] })
    expect(verdictOf({ ...asked('r1', { definition, values: {} }), answer: null })).toMatchObject([
      { kind: 'invalid' },
    ])
  })

  it('of a definition that cannot be read is invalid, and a bug stays an error', () => {
    const broken = asked('r1', { definition: 'no definition' })
    const [verdict] = verdictOf(broken)
    expect(verdict).toMatchObject({ kind: 'invalid', problem: { field: expect.any(String) } })
    const faulty = buildDefinition({ answer: [buildParameter({ validations: 7 as never })] })
    expect(() => judge([asked('r1', { definition: faulty })])).toThrow(TypeError)
  })
})

describe('an answer already submitted', () => {
  const wrong = { a: '12' }
  const submitted = (answer: Partial<Commitment> = {}) => {
    const one = asked('r1', { values: wrong })
    return asked('r1', {
      values: wrong,
      answer: { submitted: true, receipt: receiptOf(one), ...answer },
    })
  }

  it('with the same content is not judged again, and costs a tenth of its text', () => {
    const one = submitted()
    expect(verdictOf(one)).toEqual([{ kind: 'valid' }])
    expect(judge([one]).effort).toBeCloseTo(textEffort(one) / 10)
  })

  it('is judged if it was changed since, or has another receipt or none', () => {
    const other = { submittedOn: 1, by: 'Vera', contentHash: 'a'.repeat(64) }
    for (const answer of [{ submitted: false }, { receipt: null }, { receipt: other }])
      expect(verdictOf(submitted(answer)), JSON.stringify(answer)).toMatchObject([
        { kind: 'invalid' },
      ])
  })
})

describe('the effort of a job', () => {
  it('is that of the texts and matches of its answers', () => {
    const [one, two] = [asked('r1'), asked('r2', { values: { a: 'abcdefgh'.repeat(20) } })]
    const both = judge([one, two])
    const single = [one, two].map((answer) => judge([answer]).effort)
    expect(both.effort).toBeCloseTo((single[0] ?? 0) + (single[1] ?? 0))
    for (const [at, answer] of [one, two].entries())
      expect(single[at]).toBeGreaterThan(textEffort(answer))
    const gone = { ...one, requirement: null }
    expect(judge([gone]).effort).toBe(textEffort(gone))
    const missing = { ...one, answer: null }
    expect(judge([missing]).effort).toBe(textEffort(missing))
    expect(judge([])).toEqual({ judged: [], effort: 0 })
  })

  it('ends it once it is used up, but not before its first answer', () => {
    const answers = ['r1', 'r2', 'r3'].map((id) => asked(id))
    const { effort } = judge(answers.slice(0, 1))
    const judgedWith = (most: number) => judge(answers, { effort: most }).judged.length
    expect([judgedWith(0), judgedWith(effort), judgedWith(effort + 1)]).toEqual([1, 1, 2])
    expect(judgedWith(Infinity)).toBe(3)
  })
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { JudgeThread } from './judge-thread.ts'
import { type JudgeJob, judgeHere } from './judge-answers.ts'

const jobOf = (texts: readonly string[], pattern: string): JudgeJob => ({
  effort: Infinity,
  releases: [],
  answers: texts.map((text, n) => ({
    requirementId: `r${n}`,
    contentHash: createHash('sha256')
      .update(canonicalContent({ a: text }))
      .digest('hex'),
    requirement: JSON.stringify(
      buildRequirement({
        id: `r${n}`,
        updatedOn: 5,
        definition: buildDefinition({
          answer: [buildParameter({ validations: [{ kind: 'regex', value: pattern }] })],
        }),
      }),
    ),
    answer: JSON.stringify(buildCommitment({ requirementId: `r${n}`, values: { a: text } })),
  })),
})

test('a thread checks two jobs in turn with the same results as the calling thread', async () => {
  const thread = new JudgeThread()
  const jobs = [jobOf(['ab', '12'], '^[a-z]+$'), jobOf(['12'], '^\\d+$')]
  expect(await Promise.all(jobs.map(thread.judge))).toEqual(jobs.map(judgeHere))
  expect(
    (await thread.judge(jobs[0] ?? jobOf([], ''))).judged.map(({ verdict }) => verdict.kind),
  ).toEqual(['valid', 'invalid'])
  await thread.close()
})

test('a job over the time limit is ended, and another thread runs the next job', async () => {
  const thread = new JudgeThread(2_000)
  const endless = jobOf(
    Array.from({ length: 10_000 }, (_, n) => `${'a'.repeat(900)}${n}`),
    '(a?){440}!$',
  )
  const [ended, next] = await Promise.allSettled([
    thread.judge(endless),
    thread.judge(jobOf(['ab'], '^ab$')),
  ])
  expect(ended.status).toBe('rejected')
  expect(next).toMatchObject({
    status: 'fulfilled',
    value: { judged: [{ verdict: { kind: 'valid' } }] },
  })
  await thread.close()
})

test('a job stops after the answer that used up its effort', () => {
  const job = { ...jobOf(['ab', 'cd', 'ef'], '^[a-z]+$'), effort: 1 }
  expect(judgeHere(job).judged.map(({ requirementId }) => requirementId)).toEqual(['r0'])
})

test('an answer already submitted with the same content is not checked again and costs little effort', () => {
  const heavy = jobOf(['a'.repeat(500)], '(a?){440}!$')
  const [asked] = heavy.answers
  if (asked === undefined) throw new Error('no answer')
  const receipt = { submittedOn: 1, by: 'Vera', contentHash: asked.contentHash }
  const again = {
    ...asked,
    answer: JSON.stringify({ ...JSON.parse(asked.answer ?? ''), submitted: true, receipt }),
  }
  const [before, after] = [judgeHere(heavy), judgeHere({ ...heavy, answers: [again] })]
  expect([before.judged[0]?.verdict.kind, after.judged[0]?.verdict.kind]).toEqual([
    'invalid',
    'valid',
  ])
  expect(after.effort).toBeLessThan(before.effort / 100)
})

import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../tests/support/call-context.ts'
import {
  buildCommitment,
  buildDefinition,
  buildRequirement,
} from '../../tests/support/project-rows.ts'
import {
  countAnswers,
  nothingAnswered,
  readDefinitions,
  whenMemoryAllows,
} from './answer-counts.ts'

const requirements = [
  buildRequirement({ id: 'r1' }),
  buildRequirement({ id: 'r2', definition: buildDefinition({ answer: [] }) }),
  buildRequirement({ id: 'r3' }),
]
const none = { complete: 0, partial: 0, zero: 0, unanswered: 0 }
const answer = (vendorId: number, requirementId: string, more: object = {}) =>
  buildCommitment({ vendorId, requirementId, ...more })
const count = async (commitments: ReturnType<typeof answer>[]) => [
  ...(await countAnswers({
    ...{ requirements, commitments },
    statements: await readDefinitions(requirements),
  })),
]

describe('the counts of answers', () => {
  it('are of each vendor apart, in whatever order the answers come', async () => {
    const found = await count([
      answer(7, 'r1', { values: { met: 100 }, submitted: true, updatedOn: 5 }),
      answer(8, 'r1', { values: { met: 50 }, updatedOn: 9 }),
      answer(7, 'r3', { values: { note: 'x' }, updatedOn: 3 }),
      answer(8, 'r3', { values: { met: 0 }, submitted: true, updatedOn: 4 }),
    ])
    expect(found).toEqual([
      [
        7,
        {
          ...{ saved: 2, answered: 2, submitted: 1, lastActivity: 5 },
          ...{ ...none, complete: 1, zero: 1, unanswered: 1 },
        },
      ],
      [
        8,
        {
          ...{ saved: 2, answered: 2, submitted: 1, lastActivity: 9 },
          ...{ ...none, partial: 1, zero: 1, unanswered: 1 },
        },
      ],
    ])
    expect(await count([])).toEqual([])
  })

  it('leave out answers to requirements that the caller may not read, but for their time', async () => {
    const hidden = answer(7, 'r9', { values: { met: 100 }, submitted: true, updatedOn: 8 })
    expect(await count([hidden])).toEqual([[7, { ...nothingAnswered(3), lastActivity: 8 }]])
    expect(await count([answer(7, 'r1', { updatedOn: 0 })])).toMatchObject([
      [7, { saved: 1, answered: 0, lastActivity: 0, unanswered: 3 }],
    ])
  })

  it('of a vendor without answers are all unanswered', () => {
    const nothing = { saved: 0, answered: 0, submitted: 0, lastActivity: null }
    expect(nothingAnswered(3)).toEqual({ ...nothing, ...none, unanswered: 3 })
    const changed = nothingAnswered(1)
    changed.saved = 9
    expect(nothingAnswered(1).saved).toBe(0)
  })
})

it('a definition is parsed once, however many requirements have it', async () => {
  const found = await readDefinitions([...requirements, ...requirements])
  expect([...found.keys()]).toEqual([requirements[0]?.definition, requirements[1]?.definition])
})

it('jobs with the answers of a whole project run two at a time, and 200 wait', async () => {
  const gates: (() => void)[] = []
  const job = () => whenMemoryAllows(() => new Promise<void>((resolve) => void gates.push(resolve)))
  const jobs = Array.from({ length: 202 }, job)
  await Promise.resolve()
  expect(gates).toHaveLength(2)
  expect(await outcomeOf(job())).toBe('UNAVAILABLE')
  let ended = 0
  const all = Promise.all(jobs).then(() => {
    ended = gates.length
  })
  for (let at = 0; at < 202; at += 1) {
    gates[at]?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(gates.length).toBe(Math.min(202, at + 3))
  }
  await all
  expect(ended).toBe(202)
})

import { describe, expect, test } from 'vitest'
import { buildOwner, buildProject } from '../../../tests/support/project-rows.ts'
import type { Project } from '../../entities/project.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { areAnswersOpen, bucketsOf } from '../access/access.ts'
import { isOpeningEarly, openAnswers } from './opening.ts'
import { moveOutcome } from './project-moves.ts'
import { requireTransition } from './project-transitions.ts'
import { published } from '../access/publication.ts'

const END = 1_000
const approved = {
  reason: 'Every vendor is done',
  askedBy: { id: 1, name: 'Owner' },
  confirmedBy: { id: 2, name: 'Colleague' },
}
const build = (changes: Partial<Project> = {}) =>
  buildProject({ state: 'PUBLISHED', publishedOn: 1, deadlineAt: END, ...changes })
const code = (name: string) => expect.objectContaining({ code: name })
const move = (project: Project, to: Project['state'], now = END - 1) =>
  moveOutcome(
    requireTransition(project.state, to),
    { project, requirements: [], packages: [], documents: [], commitments: [], vendorIds: [] },
    { now, by: 1 },
  ).project

describe('opening sealed answers', () => {
  test('[OP1] takes two people before the deadline, whose names and reason are kept', () => {
    expect(() => openAnswers(build(), { now: END - 1 })).toThrow(code('OPENING_NEEDS_TWO'))
    expect(() => openAnswers(build({ deadlineAt: null }), { now: END })).toThrow(
      code('OPENING_NEEDS_TWO'),
    )
    expect(openAnswers(build(), { now: END - 1, approved }).openings).toEqual([
      { kind: 'early', at: END - 1, ...approved },
    ])
    expect(() => move(build(), 'VALIDATION')).toThrow(code('OPENING_NEEDS_TWO'))
  })

  test('[OP1] needs no second person from the deadline on', () => {
    expect(openAnswers(build(), { now: END }).openings).toEqual([{ kind: 'deadline', at: END }])
    expect(move(build({ sealed: false }), 'VALIDATION')).not.toHaveProperty('openings')
    expect([
      isOpeningEarly(build(), END - 1),
      isOpeningEarly(build(), END),
      isOpeningEarly(build({ sealed: false }), 1),
      isOpeningEarly(build({ state: 'VALIDATION' }), 1),
    ]).toEqual([true, false, false, false])
  })

  test('[OP2] stays after a move back; the next early one takes two people again', () => {
    const first = {
      ...openAnswers(build(), { now: 5, approved }),
      state: 'VALIDATION' as const,
      deadline: { date: '2100-01-01', zone: 'UTC' },
    }
    const reopened = move(first, 'PUBLISHED')
    expect([reopened.openings, areAnswersOpen(reopened)]).toEqual([first.openings, false])
    expect(() => move(reopened, 'VALIDATION')).toThrow(code('OPENING_NEEDS_TWO'))
    expect(
      move(reopened, 'VALIDATION', Date.parse('2100-01-02')).openings?.map(({ kind }) => kind),
    ).toEqual(['early', 'deadline'])
  })

  test('[OP2] a project that was opened as often as can be shown is not published again', () => {
    const openings = Array.from(
      { length: FIELD_LIMITS.openings },
      () => ({ kind: 'deadline', at: 1 }) as const,
    )
    expect(() =>
      move(
        build({ state: 'VALIDATION', openings, deadline: { date: '2100-01-01', zone: 'UTC' } }),
        'PUBLISHED',
      ),
    ).toThrow(code('STATE_FORBIDS'))
  })

  test('[OP3] does not happen by archiving: sealed answers stay sealed', () => {
    const archived = move(build(), 'ARCHIVED')
    expect([archived.archivedSealed, areAnswersOpen(archived)]).toEqual([true, false])
    expect(bucketsOf(buildOwner(), archived, { packageIds: ['p1'], vendorIds: [7] })).not.toContain(
      'p1:v7',
    )
    for (const project of [build({ sealed: false }), build({ state: 'VALIDATION' })])
      expect(areAnswersOpen(move(project, 'ARCHIVED'))).toBe(true)
  })

  test('[OP4] is told to vendors with both names and without numbers', () => {
    const openings = [
      { kind: 'early', at: 5, ...approved },
      { kind: 'deadline', at: END },
    ] as const
    expect(published('project', build({ openings: [...openings] }))?.openings).toEqual([
      {
        kind: 'early',
        at: 5,
        reason: approved.reason,
        askedBy: { id: 0, name: 'Owner' },
        confirmedBy: { id: 0, name: 'Colleague' },
      },
      openings[1],
    ])
  })
})

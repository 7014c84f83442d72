import { describe, expect, test } from 'vitest'
import { buildProject } from '../../../tests/support/project-rows.ts'
import type { Project, ProjectState } from '../../entities/project.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { changeDeadline } from './deadline-change.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')
const day = (date: string, zone = 'UTC') => ({ date, zone })
const build = (state: ProjectState, changes: Partial<Project> = {}) =>
  buildProject({ state, publishedOn: 1, ...changes })
const change = (project: Project, deadline = day('2030-02-28'), reason?: string) =>
  changeDeadline(project, { deadline, reason, now: NOW })
const code = (name: string, field: string) => expect.objectContaining({ code: name, field })
const BOUND: ProjectState[] = ['PUBLISHED', 'VALIDATION', 'EVALUATION']

describe('another deadline', () => {
  test.each([...BOUND, 'DRAFT', 'PREPARATION'] as const)(
    '[OP5] that has passed is refused in %s, and the present moment has',
    (state) => {
      for (const sealed of [true, false]) {
        expect(() =>
          change(build(state, { sealed, deadlineAt: 1 }), day('2029-12-30'), 'x'),
        ).toThrow(code('DEADLINE_PAST', 'deadline'))
        expect(() =>
          change(build(state, { sealed, deadlineAt: 1 }), day('2029-12-31'), 'x'),
        ).toThrow(code('DEADLINE_PAST', 'deadline'))
        expect(
          change(build(state, { sealed, deadlineAt: 1 }), day('2030-01-01'), 'x').deadlineAt,
        ).toBe(Date.parse('2030-01-02T00:00:00Z'))
      }
    },
  )

  test.each(BOUND)(
    '[OP6] of a sealed project in %s only comes later, and is written down with its reason',
    (state) => {
      expect(() => change(build(state), day('2030-01-30'), 'Sooner')).toThrow(
        code('DEADLINE_EARLIER', 'deadline'),
      )
      expect(() => change(build(state))).toThrow(code('DEADLINE_REASON', 'deadlineReason'))
      expect(change(build(state), day('2030-02-28'), 'More time')).toMatchObject({
        deadline: day('2030-02-28'),
        deadlineAt: Date.parse('2030-03-01T00:00:00Z'),
        deadlineExtensions: [
          { on: NOW, from: day('2030-01-31'), to: day('2030-02-28'), reason: 'More time' },
        ],
      })
    },
  )

  test('[OP6] is compared by the instant, so that another zone counts too', () => {
    expect(() => change(build('PUBLISHED'), day('2030-01-31', 'Pacific/Auckland'), 'x')).toThrow(
      code('DEADLINE_EARLIER', 'deadline'),
    )
    expect(() => change(build('PUBLISHED'), day('2030-01-31', 'America/New_York'))).toThrow(
      code('DEADLINE_REASON', 'deadlineReason'),
    )
    expect(change(build('PUBLISHED'), day('2030-01-31', 'Africa/Abidjan'))).not.toHaveProperty(
      'deadlineExtensions',
    )
  })

  test('[OP6] keeps the newest extensions', () => {
    const full = Array.from({ length: FIELD_LIMITS.deadlineExtensions }, (_, on) => ({
      on,
      from: day('2030-01-01'),
      to: day('2030-01-31'),
      reason: 'x',
    }))
    const extensions =
      change(build('PUBLISHED', { deadlineExtensions: full }), day('2030-02-28'), 'Last')
        .deadlineExtensions ?? []
    expect([extensions.length, extensions[0]?.on, extensions.at(-1)?.reason]).toEqual([
      FIELD_LIMITS.deadlineExtensions,
      1,
      'Last',
    ])
  })

  test('[OP7] of an unsealed or unpublished project moves both ways without a reason', () => {
    for (const project of [
      build('PUBLISHED', { sealed: false }),
      build('PREPARATION'),
      build('DRAFT'),
      build('PUBLISHED', { deadline: null, deadlineAt: null }),
    ]) {
      for (const [date, end] of [
        ['2030-01-30', '2030-01-31'],
        ['2030-02-28', '2030-03-01'],
      ] as const) {
        const changed = change(project, day(date))
        expect(changed).not.toHaveProperty('deadlineExtensions')
        expect([changed.deadline, changed.deadlineAt]).toEqual([day(date), Date.parse(end)])
      }
    }
  })
})

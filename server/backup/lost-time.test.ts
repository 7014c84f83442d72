import { describe, expect, it, test } from 'vitest'
import {
  buildRights,
  buildStanding,
  changedMap,
  RIGHTS_NOW as NOW,
  until,
  WITHOUT_DEADLINE,
} from '../../tests/support/build-rights.ts'
import { deadlineText, isRunning, listDeadlines, listLostTime } from './lost-time.ts'
import type { ProjectStanding } from './rights.ts'

const { projects } = buildRights()
const bridge = (more: Partial<ProjectStanding>) => ({
  projects: changedMap(projects, ['p', buildStanding('Bridge', more)]),
})
const [EARLY, LATE] = [until('2030-03-10'), until('2030-03-20')]
const [EARLY_TEXT, LATE_TEXT] = [
  '2030-03-10 UTC, until 2030-03-11T00:00:00.000Z',
  '2030-03-20 UTC, until 2030-03-21T00:00:00.000Z',
]
/** A deadline that ends with the last millisecond before, or at, or after `NOW`. */
const endingAt = (deadlineAt: number) => ({
  deadline: { date: '2030-02-28', zone: 'UTC' },
  deadlineAt,
})
/** What vendors of the Bridge lose; those of the Tunnel lose nothing. */
const lostTime = (is: Partial<ProjectStanding>, told: Partial<ProjectStanding>): string[] =>
  listLostTime(buildRights(bridge(is)), buildRights(bridge(told)), NOW)

test('a deadline is told by its day, its zone and its instant, if it has all of them', () => {
  expect(deadlineText(buildStanding('Bridge'))).toBe(EARLY_TEXT)
  for (const gap of [{ deadline: null }, { deadlineAt: null }, WITHOUT_DEADLINE])
    expect(deadlineText(buildStanding('Bridge', gap))).toBe('without a deadline')
})

test.each<[string, Partial<ProjectStanding>, boolean]>([
  ['before its deadline', endingAt(NOW + 1), true],
  ['at its deadline', endingAt(NOW), false],
  ['without a deadline', WITHOUT_DEADLINE, true],
  ['in evaluation', { state: 'EVALUATION' }, false],
  ['in preparation without a deadline', { state: 'PREPARATION', ...WITHOUT_DEADLINE }, false],
])('vendors answer a project %s: %s', (_what, more, answer) => {
  expect(isRunning(buildStanding('Bridge', more), NOW)).toBe(answer)
})

describe('[BU23] the time that vendors lose', () => {
  it('is none where both agree, or where the backup gives them more', () => {
    expect(lostTime({}, {})).toEqual([])
    expect(lostTime(LATE, EARLY)).toEqual([])
    expect(lostTime(WITHOUT_DEADLINE, EARLY)).toEqual([])
    expect(lostTime(WITHOUT_DEADLINE, WITHOUT_DEADLINE)).toEqual([])
  })

  it('is that of an earlier deadline, which is still to come', () => {
    const line = (told: string): string =>
      `deadline of project Bridge (p) is ${EARLY_TEXT} again; vendors were told ${told}. ` +
      'Extend it before it passes'
    expect(lostTime(EARLY, LATE)).toEqual([line(LATE_TEXT)])
    expect(lostTime(EARLY, WITHOUT_DEADLINE)).toEqual([line('without a deadline')])
    expect(lostTime(endingAt(NOW + 1), EARLY)).toEqual([
      expect.stringMatching(/Extend it before it passes$/),
    ])
  })

  it('is that of a deadline that has passed, from its very millisecond on', () => {
    for (const at of [NOW, NOW - 1])
      expect(lostTime(endingAt(at), EARLY)).toEqual([
        expect.stringMatching(
          /told 2030-03-10 UTC, .*\. It has passed: the server ends the answering and opens the/,
        ),
      ])
  })

  it('is that of a publication, whatever the deadline was then', () => {
    const line = (deadline: string): string =>
      'project Bridge (p) is PREPARATION again; vendors cannot answer until it is PUBLISHED with ' +
      `the deadline that they know (${deadline})`
    expect(lostTime({ state: 'PREPARATION', ...EARLY }, LATE)).toEqual([line(LATE_TEXT)])
  })

  it('is that of a deadline that passed while no server ran, of published projects alone', () => {
    const over = endingAt(NOW)
    expect(lostTime(over, over)).toEqual([
      `deadline of project Bridge (p) passed while no server ran (${deadlineText(buildStanding('', over))}): ` +
        'the server ends the answering when it starts. Vendors who could not send need a new deadline',
    ])
    expect(lostTime({ state: 'PREPARATION', ...over }, over)).toEqual([])
    expect(lostTime(over, { state: 'EVALUATION', ...over })).toEqual([])
    const rights = buildRights(bridge(over))
    expect(listLostTime(buildRights({ projects: new Map([]) }), rights, NOW)).toEqual([
      expect.stringMatching(/^project Tunnel \(q\) was created after the backup and is gone/),
    ])
  })

  it('is that of a project that was created after the backup', () => {
    const backup = buildRights({ projects: changedMap(projects, ['p', undefined]) })
    expect(listLostTime(backup, buildRights(), NOW)).toEqual([
      'project Bridge (p) was created after the backup and is gone; its vendors answer it ' +
        `(deadline: ${EARLY_TEXT}). Create it again, or tell them`,
    ])
  })

  it('is that of a vendor that was added to one project, besides its deadline', () => {
    const backup = buildRights({ ...bridge(EARLY), vendors: new Set(['p 9', 'q 8']) })
    expect(listLostTime(backup, buildRights(bridge(LATE)), NOW)).toEqual([
      expect.stringMatching(/^deadline of project Bridge/),
      'vendor Alpha was added to project Bridge (p) after the backup and cannot answer; add it again',
    ])
    expect(
      listLostTime(buildRights({ vendors: new Set(['p 8', 'p 9']) }), buildRights(), NOW),
    ).toEqual([
      'vendor Alpha was added to project Tunnel (q) after the backup and cannot answer; add it again',
    ])
  })
})

test('[BU23] deadlines of published projects are listed, the next one first', () => {
  const listed = new Map([
    ['c', buildStanding('Third', LATE)],
    ['open', buildStanding('Open', WITHOUT_DEADLINE)],
    ['a', buildStanding('First', endingAt(NOW))],
    ['draft', buildStanding('Draft', { state: 'PREPARATION' })],
    ['b', buildStanding('Second', endingAt(NOW + 1))],
  ])
  expect(listDeadlines(buildRights({ projects: listed }), NOW)).toEqual([
    'project First (a): 2030-02-28 UTC, until 2030-03-01T00:00:00.000Z; it has passed: the server ' +
      'ends the answering when it starts',
    'project Second (b): 2030-02-28 UTC, until 2030-03-01T00:00:00.001Z',
    `project Third (c): ${LATE_TEXT}`,
  ])
})

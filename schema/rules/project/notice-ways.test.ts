import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  groupRow,
  MAIL_WAYS,
  NOTICE_GROUP_NAMES,
  type NoticeGroup,
} from '../../tables/notice-groups.ts'
import { NOTICE_KINDS, type NoticeKind, NOTICES } from '../../tables/notices.ts'
import { groupsOfSide, isUrgent, type NoticeChoice, waysOf } from './notice-ways.ts'

const choice = (group: NoticeGroup, changes: Partial<NoticeChoice>): NoticeChoice => ({
  projectId: null,
  group,
  mail: null,
  push: null,
  ...changes,
})
const ways = (kind: NoticeKind, rows: NoticeChoice[], isMuted = false) =>
  waysOf(kind, 'p', { isMuted, rows })

describe('[NW1] the ways of a notification', () => {
  test.each([
    ['deadline.hours', 'now', true],
    ['project.published', 'now', true],
    ['reply.official', 'now', true],
    ['question.asked', 'daily', false],
    ['discussion.replied', 'daily', false],
    ['answers.submitted', 'daily', false],
  ] as const)('[NW1] of %s are %s and push %s by default', (kind, mail, push) => {
    expect(ways(kind, [])).toEqual({ panel: true, mail, push })
  })

  /** Written by hand: groups whose mail comes at once with a push, and those of the daily digest. */
  const AT_ONCE: NoticeGroup[] = [
    ...(['deadlines', 'steps', 'messages', 'replies', 'mentions'] as const),
    ...(['assignments', 'exports', 'security'] as const),
  ]
  const DAILY: NoticeGroup[] = ['questions', 'discussions', 'answers']
  test.each(NOTICE_KINDS)('[NW1] %s comes as its group does by default', (kind) => {
    const { group } = NOTICES[kind]
    expect([...AT_ONCE, ...DAILY]).toContain(group)
    expect(ways(kind, [])).toEqual(
      DAILY.includes(group)
        ? { panel: true, mail: 'daily', push: false }
        : { panel: true, mail: 'now', push: true },
    )
  })

  test('[NW1] the choice for the project precedes the one for all, column by column', () => {
    const rows = [
      choice('questions', { mail: 'hourly', push: true }),
      choice('questions', { projectId: 'p', mail: 'never' }),
      choice('questions', { projectId: 'other', mail: 'now', push: false }),
      choice('replies', { mail: 'never' }),
    ]
    expect(ways('question.asked', rows)).toEqual({ panel: true, mail: 'never', push: true })
    expect(waysOf('question.asked', null, { isMuted: false, rows }).mail).toBe('hourly')
    expect(ways('reply.official', rows)).toEqual({ panel: true, mail: 'never', push: true })
  })

  test('[NW2] a muted project takes every way but those of urgent kinds', () => {
    expect(ways('project.published', [], true)).toEqual({
      panel: false,
      mail: 'never',
      push: false,
    })
    expect(ways('deadline.day', [], true)).toEqual({ panel: true, mail: 'now', push: true })
    expect(ways('deadline.day', [choice('deadlines', { mail: 'never' })], true)).toEqual({
      panel: true,
      mail: 'never',
      push: true,
    })
  })

  test.each(NOTICE_KINDS)('[NW2] a muted project mutes %s, unless it is urgent', (kind) => {
    const isKept = (['deadlines', 'security'] as NoticeGroup[]).includes(NOTICES[kind].group)
    expect(ways(kind, [], true)).toEqual(
      isKept ? ways(kind, []) : { panel: false, mail: 'never', push: false },
    )
  })
  test('[NW2] all reminders of the deadline and all events of accounts are urgent', () => {
    const kinds = NOTICE_KINDS.filter((kind) => /^(deadline|account)\./.test(kind))
    expect(kinds.length).toBeGreaterThan(7)
    for (const kind of kinds) expect([kind, ways(kind, [], true).mail]).toEqual([kind, 'now'])
  })

  test('[NW1] each group of the screen has kinds of its side', () => {
    expect(groupsOfSide('vendor')).toEqual([
      'deadlines',
      'steps',
      'messages',
      'replies',
      'assignments',
      'answers',
      'exports',
    ])
    expect(groupsOfSide('requestor')).toEqual([
      'deadlines',
      'steps',
      'messages',
      'mentions',
      'assignments',
      'questions',
      'discussions',
      'answers',
      'exports',
    ])
  })
})

test('[NW3] over generated choices: own choices decide, and mute and fixed groups precede them', () => {
  const row = fc.record({
    projectId: fc.constantFrom(null, 'p', 'q'),
    group: fc.constantFrom(...NOTICE_GROUP_NAMES),
    mail: fc.constantFrom(null, ...MAIL_WAYS),
    push: fc.constantFrom(null, true, false),
  })
  const rows = fc.uniqueArray(row, {
    maxLength: 12,
    selector: ({ projectId, group }) => `${projectId} ${group}`,
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...NOTICE_KINDS),
      fc.constantFrom(null, 'p'),
      fc.boolean(),
      rows,
      (kind, projectId, isMuted, generated) => {
        const { group } = NOTICES[kind]
        const got = waysOf(kind, projectId, { isMuted, rows: generated })
        if (isMuted && !isUrgent(kind)) return got.mail === 'never' && !got.push && !got.panel
        const isChosen = groupRow(group).isFixed !== true
        const before = generated.filter((one) => isChosen && one.group === group)
        // The most special row that chose: the project's own comes first.
        const ordered = [
          ...before.filter((one) => projectId !== null && one.projectId === projectId),
          ...before.filter((one) => one.projectId === null),
        ]
        const mail = ordered.find((one) => one.mail !== null)?.mail ?? groupRow(group).mail
        const push = ordered.find((one) => one.push !== null)?.push ?? groupRow(group).push
        return got.panel && got.mail === mail && got.push === push
      },
    ),
  )
})

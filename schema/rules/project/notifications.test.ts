import { describe, expect, test } from 'vitest'
import {
  buildCollaborator,
  buildOwner,
  buildVendorContact,
} from '../../../tests/support/project-rows.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import type { NoticeRow } from '../../tables/notice-row.ts'
import { NOTICE_KINDS, type NoticeKind, NOTICES } from '../../tables/notices.ts'
import {
  dueReminder,
  type Happening,
  noticePath,
  noticeText,
  recipientsOf,
} from './notifications.ts'

const people: Record<string, ProjectActor> = {
  owner: buildOwner({ userId: 1 }),
  author: buildCollaborator('role-project-req-author', { userId: 2 }),
  silent: buildCollaborator('', { userId: 3, permissions: ['PROJECT_BROWSE'] }),
  asker: buildVendorContact({ userId: 4, vendorId: 7 }),
  restricted: buildVendorContact({ userId: 5, vendorId: 7, packageIds: ['p2'] }),
  other: buildVendorContact({ userId: 6, vendorId: 8 }),
}
const told = (
  kind: NoticeKind,
  changes: Partial<Happening> = {},
  notificationsEnabled = true,
): string[] => {
  const happening: Happening = {
    kind,
    project: { state: 'PUBLISHED', sealed: true, publishedOn: 1 },
    by: null,
    vendorId: null,
    packageIds: null,
    userIds: null,
    ...changes,
  }
  const ids = recipientsOf(
    happening,
    Object.values(people).map((actor) => ({ actor, notificationsEnabled })),
  )
  return Object.keys(people).filter((name) => ids.includes(people[name]?.userId ?? 0))
}
/** The values of texts about a person's own account. */
const OWN = /\{organization\}/g
const ALL = Object.keys(people)
const TEAM = ['owner', 'author', 'silent']
const VENDORS = ['asker', 'restricted', 'other']

describe('recipients', () => {
  /** Written by hand: who is told of an event that names vendor 7 and no person. */
  const TOLD: Record<NoticeKind, string[]> = {
    'project.ready': ['owner'],
    'project.prepared': ['author', 'silent'],
    'project.published': ALL,
    'project.republished': ALL,
    'project.invited': ['asker', 'restricted'],
    'project.ended': ALL,
    'project.opened': ALL,
    'project.evaluation': TEAM,
    'project.closed': TEAM,
    'message.team': TEAM,
    'message.vendors': VENDORS,
    'message.vendor': ['asker', 'restricted'],
    'deadline.changed': ALL,
    'deadline.week': ALL,
    'deadline.day': ALL,
    'deadline.hours': ALL,
    'vendors.notStarted': TEAM,
    'late.waiting': ['owner'],
    'owner.changed': [],
    'member.added': [],
    'roles.changed': [],
    'package.assigned': [],
    'document.assigned': [],
    'package.reassigned': [],
    'document.reassigned': [],
    'document.joined': [],
    'access.changed': [],
    'document.overridden': [],
    'import.finished': [],
    'export.ready': [],
    'export.failed': [],
    'part.given': [],
    'answers.submitted': ['asker', 'restricted'],
    'question.asked': ['owner', 'author'],
    'question.continued': ['owner', 'author'],
    'painPoint.reported': ['owner', 'author'],
    'painPoint.continued': ['owner', 'author'],
    'discussion.replied': [],
    'discussion.mentioned': [],
    'reply.official': ['asker', 'restricted'],
    'painPoint.replied': ['asker', 'restricted'],
    'answer.published': VENDORS,
    'answer.corrected': VENDORS,
    // No project has these; they reach the people whom they name.
    'account.signedIn': [],
    'account.password': [],
    'account.twoFactorOn': [],
    'account.twoFactorOff': [],
    'account.address': [],
    'organization.roles': [],
    'member.removed': [],
  }

  test.each(NOTICE_KINDS)('[NT1] of %s', (kind) => {
    expect(told(kind, { vendorId: 7 })).toEqual(TOLD[kind])
  })

  test('[NT2] people who see none of the packages get no notification', () => {
    expect(told('reply.official', { vendorId: 7, packageIds: ['p1'] })).toEqual(['asker'])
    expect(told('answer.published', { packageIds: ['p1'] })).toEqual(['asker', 'other'])
    expect(told('answer.published', { packageIds: ['p1', 'p2'] })).toEqual(VENDORS)
    expect(told('answer.published', { packageIds: [] })).toEqual(['asker', 'other'])
  })

  test.each(NOTICE_KINDS)('[NT2] the texts of %s name neither a vendor nor a person', (kind) => {
    const { scope, texts }: NoticeRow = NOTICES[kind]
    // An event of an account names the reader's own organization.
    const allowed = scope === undefined ? /\{(project|thing|until|addendum|count|text)\}/g : OWN
    for (const text of Object.values(texts))
      expect(text.replaceAll(allowed, '')).not.toMatch(/[{}]/)
  })

  test('[NT2] only the vendor that an event concerns is notified of it', () => {
    for (const kind of [
      'reply.official',
      'project.invited',
      'access.changed',
      'part.given',
    ] as const) {
      const userIds = [4, 5, 6]
      expect(told(kind, { vendorId: 7, userIds })).toEqual(['asker', 'restricted'])
      expect(told(kind, { vendorId: 8, userIds })).toEqual(['other'])
    }
  })

  test('[NT3] personal events reach the people named, if they are of the audience', () => {
    expect(told('document.assigned', { userIds: [2, 4] })).toEqual(['author'])
    expect(told('part.given', { userIds: [4, 6, 1], vendorId: 7 })).toEqual(['asker'])
    expect(told('part.given', { userIds: [5], vendorId: 7, packageIds: ['p1'] })).toEqual([])
  })

  test('[NT3] people are not told of a closed project, of their own action, or against their settings', () => {
    expect(
      told('deadline.changed', {
        project: { state: 'PREPARATION', sealed: true, publishedOn: null },
      }),
    ).toEqual(TEAM)
    expect(told('project.published', { by: 2 })).toEqual(ALL.filter((name) => name !== 'author'))
    expect(told('project.published', {}, false)).toEqual([])
    expect(told('deadline.day', {}, false)).toEqual(ALL)
  })

  test('[NT3] of their own actions people are told only what they wait for', () => {
    const waited = NOTICE_KINDS.filter((kind) =>
      told(kind, { by: 1, userIds: [1] }).includes('owner'),
    )
    const own = NOTICE_KINDS.filter((kind) => told(kind, { userIds: [1] }).includes('owner'))
    expect(waited).toEqual(['project.ready', 'import.finished', 'export.ready', 'export.failed'])
    expect(own).toEqual(expect.arrayContaining(['project.published', 'document.assigned']))
  })

  test.each(NOTICE_KINDS)('[NT3] no %s of a draft reaches anyone but its owner', (kind) => {
    const project = { state: 'DRAFT', sealed: true, publishedOn: null } as const
    const userIds = [1, 2, 3, 4, 5, 6]
    expect(['', 'owner']).toContain(told(kind, { project, vendorId: 7, userIds }).join())
  })

  test('[NT3] a person who is connected twice is told once', () => {
    const actor = buildOwner({ userId: 1 })
    const listener = { actor, notificationsEnabled: true }
    const happening: Happening = {
      kind: 'project.published',
      project: { state: 'PUBLISHED', sealed: true, publishedOn: 1 },
      by: null,
      vendorId: null,
      packageIds: null,
      userIds: null,
    }
    expect(recipientsOf(happening, [listener, listener])).toEqual([1])
  })
})

describe('text and link', () => {
  test('[NT1] values are put in once, also where they look like placeholders', () => {
    expect(noticeText('message.team', 'en', { project: '{text}', text: 'a {project} $& b' })).toBe(
      '{text}: a {project} $& b',
    )
    expect(noticeText('deadline.changed', 'sk', { project: 'P', until: '2.' })).toBe(
      'Termín projektu P je odteraz 2.',
    )
  })

  test('[NT1] each place has its path, with escaped ids', () => {
    const at = { projectId: 'a/b', packageId: 'p', documentId: 'd?' }
    expect(noticePath('project.published', at)).toBe('/project/a%2Fb/detail')
    expect(noticePath('document.assigned', at)).toBe('/project/a%2Fb/documents/d%3F')
    expect(noticePath('package.assigned', at)).toBe('/project/a%2Fb/packages/p')
    expect(noticePath('document.joined', { projectId: 'x', packageId: 'p' })).toBe(
      '/project/x/packages/p',
    )
    expect(noticePath('answers.submitted', { projectId: 'x' })).toBe('/project/x/packages')
    expect(noticePath('question.asked', at)).toBe('/project/a%2Fb/questions-and-answers/all')
    expect(noticePath('painPoint.reported', at)).toBe('/project/a%2Fb/pain-points')
    expect(noticePath('discussion.replied', at)).toBe('/project/a%2Fb/discussions')
    const person = { projectId: '', organizationId: 3 }
    expect(noticePath('member.removed', person)).toBe('/organization/3/projects')
    expect(noticePath('organization.roles', { ...person, isVendor: true })).toBe(
      '/vendor/dashboard/projects',
    )
    expect(noticePath('account.password', person)).toBe('/settings/account')
    expect(noticePath('account.password', { ...person, isVendor: true })).toBe(
      '/vendor/dashboard/account',
    )
  })
})

describe('deadline_notices', () => {
  const HOUR = 3_600_000
  const deadlineAt = 1_000 * HOUR
  const due = (hoursLeft: number, publishedHoursBefore = 900) =>
    dueReminder(
      { deadlineAt, publishedOn: deadlineAt - publishedHoursBefore * HOUR },
      deadlineAt - hoursLeft * HOUR,
    )?.kind ?? null

  test.each([
    [169, null],
    [168, 'deadline.week'],
    [25, 'deadline.week'],
    [24, 'deadline.day'],
    [2.1, 'deadline.day'],
    [2, 'deadline.hours'],
    [0.01, 'deadline.hours'],
    [0, null],
    [-1, null],
  ])('[NT4] with %s hours left: %s', (hoursLeft, kind) => {
    expect(due(hoursLeft)).toBe(kind)
  })

  test('[NT4] a project published later gets no belated reminder', () => {
    expect(due(100, 101)).toBe(null)
    expect(due(24, 168)).toBe('deadline.day')
    expect(due(168, 168)).toBe(null)
    expect(due(1, 1.5)).toBe(null)
  })
})

import { describe, expect, it } from 'vitest'
import { scopeOfToken } from '../security/unsubscribe-token.ts'
import {
  digestMail,
  type MailedNotice,
  mailsByThread,
  type NoticeMail,
} from './compose-notice-mail.ts'

const SECRET = 'c2VjcmV0'
const context = {
  userId: 7,
  language: 'en',
  baseUrl: 'https://tenders.example',
  secret: SECRET,
  settingsPath: '/settings/account',
} as const
const UNSUBSCRIBE = `${context.baseUrl}/api/notification-service/unsubscribe/`

const notice = (eventId: string, changes: Partial<MailedNotice> = {}): MailedNotice => ({
  eventId,
  message: `Message ${eventId}`,
  link: `/project/p/${eventId}`,
  projectId: 'p',
  projectName: 'Bridge',
  group: 'messages',
  thread: 'p/messages',
  ...changes,
})
const question = (eventId: string, changes: Partial<MailedNotice> = {}): MailedNotice =>
  notice(eventId, {
    ...{ message: `Question ${eventId}`, group: 'questions', thread: 'p/questions' },
    ...{ many: 'question.asked' as const, ...changes },
  })

const oneOf = (notices: readonly MailedNotice[], changes: object = {}): NoticeMail => {
  const [mail, ...others] = mailsByThread(notices, { ...context, ...changes })
  if (mail === undefined || others.length > 0) throw new Error('One mail was expected')
  return mail
}
/** What the two links end, that of the mail program and that of the footer. */
const endedBy = ({ headers, text }: NoticeMail) => [
  scopeOfToken(SECRET, headers['List-Unsubscribe']?.slice(UNSUBSCRIBE.length + 1, -1) ?? ''),
  scopeOfToken(SECRET, text.footer?.[0]?.url.split('#')[1] ?? ''),
]

describe('[ML11] the mail of a thread', () => {
  it('names its project and group, tells every notification, and leads to the first', () => {
    const mail = oneOf([notice('e1'), notice('e2', { projectName: 'Later name' })])
    expect(mail.eventIds).toEqual(['e1', 'e2'])
    expect(mail.text).toMatchObject({
      subject: 'Bridge: Messages from the project owner',
      paragraphs: ['Message e1', 'Message e2'],
      action: { label: 'Open in Tenderbook', url: 'https://tenders.example/project/p/e1' },
    })
    expect(mail.text.footer).toEqual([
      {
        label: 'Stop emails of this kind (Bridge: Messages from the project owner)',
        url: expect.stringMatching(/^https:\/\/tenders\.example\/unsubscribe#[\w.-]+$/),
      },
      {
        label: 'Choose which emails you get',
        url: 'https://tenders.example/settings/account',
      },
    ])
  })

  it('speaks the language of its receiver', () => {
    const { text } = oneOf([question('e1'), question('e2')], { language: 'sk' })
    expect(text.subject).toBe('Bridge: Otázky a problémy')
    expect(text.paragraphs).toEqual(['V projekte Bridge pribudli 2 otázky'])
    expect(text.action?.label).toBe('Otvoriť v aplikácii Tenderbook')
    expect(text.footer?.map(({ label }) => label)).toEqual([
      'Zrušiť e-maily tohto druhu (Bridge: Otázky a problémy)',
      'Zvoliť, ktoré e-maily dostávate',
    ])
  })

  it('holds the notifications of no other thread, in the order in which they came', () => {
    const mails = mailsByThread(
      [notice('e1'), question('e2'), notice('e3'), notice('e4', { thread: 'q/messages' })],
      context,
    )
    expect(mails.map(({ eventIds }) => eventIds)).toEqual([['e1', 'e3'], ['e2'], ['e4']])
    expect(mailsByThread([], context)).toEqual([])
  })

  it('has the id of its receiver and notifications, and the root of its receiver and thread', () => {
    const mail = oneOf([notice('e1')])
    expect(mail.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    // Computed with Python's hashlib from '[7,"e1"]' and '[7,"p/messages"]'.
    expect(mail.id).toBe('6f1ac4e6-683b-3dbd-af20-d3a55e92ec7f')
    const root = '<b772045c-4046-d1e0-59ee-ea7047aee411@tenderbook>'
    expect(mail.headers).toMatchObject({ 'In-Reply-To': root, References: root })
    const others = [
      oneOf([notice('e2')]),
      oneOf([notice('e1'), notice('e2')]),
      oneOf([notice('e1')], { userId: 8 }),
    ]
    expect(new Set([mail, ...others].map(({ id }) => id)).size).toBe(4)
    expect(others.map(({ headers }) => headers.References === root)).toEqual([true, true, false])
    expect(oneOf([notice('e1', { thread: 'q' })])).toMatchObject({ id: mail.id })
  })

  it('[ML17] is ended for its receiver, project and group, by one click', () => {
    const mail = oneOf([question('e1')])
    const scope = { userId: 7, projectId: 'p', groups: ['questions'] }
    expect(endedBy(mail)).toEqual([scope, scope])
    expect(mail.headers['List-Unsubscribe']).toMatch(/^<https:.*>$/)
    expect(mail.headers['List-Unsubscribe']?.slice(1)).toContain(UNSUBSCRIBE)
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })
})

describe('[ML19] several notifications of one kind', () => {
  const messages = (...notices: MailedNotice[]) => oneOf(notices).text.paragraphs

  it('in one project are one line, in the place of the first', () => {
    expect(
      messages(question('e1'), notice('e2', { thread: 'p/questions' }), question('e3')),
    ).toEqual(['2 questions were asked in Bridge', 'Message e2'])
  })
  it('stay lines of their own in several projects, of several kinds and without a text for many', () => {
    expect(messages(question('e1'), question('e2', { projectId: 'q' }))).toEqual([
      'Question e1',
      'Question e2',
    ])
    expect(messages(question('e1'), question('e2', { many: 'question.continued' }))).toEqual([
      'Question e1',
      'Question e2',
    ])
    expect(messages(notice('e1'), notice('e2'))).toEqual(['Message e1', 'Message e2'])
  })
})

describe('[ML19] a digest', () => {
  it('of one notification is the mail of its thread', () => {
    expect(digestMail([notice('e1')], context)).toEqual(oneOf([notice('e1')]))
  })

  it('lists what waited by project, where a line leads to the newest', () => {
    const other = { projectId: 'q', projectName: 'Tunnel', thread: 'q/messages' }
    const mail = digestMail(
      [question('e1'), notice('e2', other), question('e3'), notice('e4')],
      context,
    )
    expect(mail.eventIds).toEqual(['e1', 'e2', 'e3', 'e4'])
    const url = (path: string) => `https://tenders.example/project/p/${path}`
    expect(mail.text).toMatchObject({
      subject: '4 notifications from 2 projects',
      paragraphs: [],
      lists: [
        {
          title: 'Bridge',
          lines: [
            { label: '2 questions were asked in Bridge', url: url('e3') },
            { label: 'Message e4', url: url('e4') },
          ],
        },
        { title: 'Tunnel', lines: [{ label: 'Message e2', url: url('e2') }] },
      ],
    })
    expect(mail.text.action).toBeUndefined()
    expect(mail.text.footer?.map(({ label }) => label)).toEqual([
      'Stop emails of this kind (Questions and pain points, Messages from the project owner)',
      'Choose which emails you get',
    ])
  })

  it('of one project names it, also where two projects share the name', () => {
    const subject = (...notices: MailedNotice[]) => digestMail(notices, context).text.subject
    expect(subject(notice('e1'), notice('e2'))).toBe('Bridge: 2 notifications')
    expect(subject(notice('e1'), notice('e2', { projectId: 'q' }))).toBe(
      '2 notifications from 2 projects',
    )
  })

  it('[ML17] is ended for its groups in all projects, and continues no thread', () => {
    const mail = digestMail([question('e1'), notice('e2'), notice('e3')], context)
    const scope = { userId: 7, projectId: null, groups: ['questions', 'messages'] }
    expect(endedBy(mail)).toEqual([scope, scope])
    expect(Object.keys(mail.headers)).toEqual(['List-Unsubscribe', 'List-Unsubscribe-Post'])
  })

  it('has the id of its receiver and notifications', () => {
    const ids = [
      digestMail([notice('e1'), notice('e2')], context),
      oneOf([notice('e1'), notice('e2')]),
      digestMail([notice('e1'), notice('e2')], { ...context, userId: 8 }),
    ].map(({ id }) => id)
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false])
  })
})

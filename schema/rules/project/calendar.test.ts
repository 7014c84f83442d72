import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { buildProject } from '../../../tests/support/project-rows.ts'
import type { Project } from '../../entities/project.ts'
import { calendarText } from './calendar.ts'
import { deadlineInstant } from './deadline.ts'

const options = { language: 'en', baseUrl: 'https://tenders.example', now: 0 } as const
const build = (changes: Partial<Project> = {}): Project => {
  const { deadline = { date: '2030-01-31', zone: 'UTC' } } = changes
  return {
    ...buildProject(),
    state: 'PUBLISHED',
    updatedOn: Date.UTC(2029, 5, 1),
    ...changes,
    deadline,
    deadlineAt: deadline && deadlineInstant(deadline),
  }
}
/** Read by an independent parser. */
const eventsOf = (text: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
const eventOf = (project: Project, changes: object = {}): ICAL.Event => {
  const [event] = eventsOf(calendarText([project], { ...options, ...changes }))
  if (event === undefined) throw new Error('No entry')
  return event
}
const property = (event: ICAL.Event, name: string): string =>
  String(event.component.getFirstPropertyValue(name))

describe('a calendar', () => {
  it('[IC1] has the deadline of each project that has one, and nothing else', () => {
    const text = calendarText(
      [build({ id: 'a', name: 'One' }), build({ id: 'b', deadline: null }), build({ id: 'c' })],
      options,
    )
    expect(eventsOf(text).map(({ uid }) => uid)).toEqual([
      'deadline-a@tenderbook',
      'deadline-c@tenderbook',
    ])
    expect(eventsOf(calendarText([], options))).toEqual([])
  })

  it('[IC1] names project, organization, day and zone, in the language of its reader', () => {
    const project = build({ name: 'Groupware', organizationName: 'City' })
    const event = eventOf(project)
    expect([event.summary, event.description]).toEqual([
      'Deadline: Groupware',
      'City accepts answers until the end of 31.01.2030 (UTC).',
    ])
    expect(property(event, 'url')).toBe(`https://tenders.example/project/${project.id}/detail`)
    expect(eventOf(project, { language: 'sk' }).summary).toBe('Termín: Groupware')
  })

  it.each([
    ['Europe/Bratislava', '2030-03-30', '2030-03-30T23:00:00Z'],
    ['Europe/Bratislava', '2030-03-31', '2030-03-31T22:00:00Z'],
    ['Europe/Bratislava', '2030-10-27', '2030-10-27T23:00:00Z'],
    ['Pacific/Auckland', '2030-01-31', '2030-01-31T11:00:00Z'],
    ['America/Los_Angeles', '2030-07-01', '2030-07-02T07:00:00Z'],
    ['UTC', '2030-12-31', '2031-01-01T00:00:00Z'],
  ])('[IC2] in %s the entry of %s ends at %s, and begins on that day', (zone, date, end) => {
    const event = eventOf(build({ deadline: { date, zone } }))
    expect(event.endDate.toJSDate()).toEqual(new Date(end))
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
    expect(local.format(event.startDate.toJSDate())).toBe(date)
    expect(event.startDate.toJSDate() < event.endDate.toJSDate()).toBe(true)
  })

  it('[IC3] keeps its id and gets a higher sequence when the deadline is extended', () => {
    const former = eventOf(build())
    const later = eventOf(
      build({
        deadline: { date: '2030-02-28', zone: 'UTC' },
        updatedOn: Date.UTC(2029, 5, 1, 0, 0, 1),
      }),
    )
    expect(later.uid).toBe(former.uid)
    expect(later.sequence).toBe(former.sequence + 1)
    expect(property(later, 'last-modified') > property(former, 'last-modified')).toBe(true)
    expect(later.endDate.toJSDate()).toEqual(new Date('2030-03-01T00:00:00Z'))
  })

  it('[IC4] says whether the deadline is planned, holds, or was dropped', () => {
    const { deadlineAt } = build()
    const statusOf = (state: Project['state'], now = 0) =>
      property(eventOf(build({ state }), { now }), 'status')
    expect(statusOf('PREPARATION')).toBe('TENTATIVE')
    expect(statusOf('PUBLISHED')).toBe('CONFIRMED')
    for (const state of ['VALIDATION', 'CLOSED', 'ARCHIVED'] as const) {
      expect(statusOf(state, (deadlineAt ?? 0) - 1)).toBe('CANCELLED')
      expect(statusOf(state, deadlineAt ?? 0)).toBe('CONFIRMED')
    }
  })

  it('[IC5] escapes texts and folds lines after 75 octets without tearing a character', () => {
    const name = `Č, b; c\\d "e"\r\nBEGIN:VEVENT\u0007 ${'ľščťžýáíé 🏛️ '.repeat(20)}`
    const text = calendarText([build({ name, organizationName: 'A,B;\nC' })], options)
    expect(eventsOf(text)).toHaveLength(1)
    const [event] = eventsOf(text)
    expect(event?.summary).toBe(`Deadline: ${name.replace('\r', '').replace('\u0007', '')}`)
    expect(event?.description).toContain('A,B;\nC accepts')
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n]|\p{Cc}|\p{Cs}/u)
    }
  })
})

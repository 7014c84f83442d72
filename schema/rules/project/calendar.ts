import type { Project, ProjectState } from '../../entities/project.ts'
import type { Language } from '../../tables/languages.ts'
import { formatDate } from '../format.ts'

/** What a calendar shows of a project: its deadline, as the reader may see the project. */
export type CalendarProject = Pick<
  Project,
  'id' | 'name' | 'organizationName' | 'state' | 'deadline' | 'deadlineAt' | 'updatedOn'
>
interface CalendarOptions {
  language: Language
  /** Address of the application, to which the entries link. */
  baseUrl: string
  /** ms. A project that ended before its deadline shows it as cancelled until then. */
  now: number
}

const TEXTS = {
  en: {
    name: 'Tenderbook deadlines',
    summary: 'Deadline: {project}',
    description: '{organization} accepts answers until the end of {date} ({zone}).',
  },
  sk: {
    name: 'Termíny Tenderbook',
    summary: 'Termín: {project}',
    description: '{organization} prijíma odpovede do konca dňa {date} ({zone}).',
  },
} as const satisfies Record<Language, Record<string, string>>

/** A deadline ends at midnight: its entry lies before it, so that it stands on the right day. */
const ENTRY_MS = 15 * 60_000
/** Sequence numbers are seconds from here on, which fit 31 bits until 2092. */
const FIRST_SEQUENCE_MS = Date.UTC(2024, 0, 1)
const LINE_OCTETS = 75

const STATUS: Record<ProjectState, 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'> = {
  INITIALIZING: 'TENTATIVE',
  DRAFT: 'TENTATIVE',
  PREPARATION: 'TENTATIVE',
  PUBLISHED: 'CONFIRMED',
  VALIDATION: 'CANCELLED',
  EVALUATION: 'CANCELLED',
  EVALUATED: 'CANCELLED',
  CLOSED: 'CANCELLED',
  ARCHIVED: 'CANCELLED',
}

/** An iCalendar object (RFC 5545) with the deadline of each project that has one. */
export const calendarText = (
  projects: readonly CalendarProject[],
  options: CalendarOptions,
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tenderbook//Deadlines//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(TEXTS[options.language].name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...projects.flatMap((project) => entryOf(project, options)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

const entryOf = (project: CalendarProject, { language, baseUrl, now }: CalendarOptions) => {
  const { id, name, organizationName, state, deadline, deadlineAt, updatedOn } = project
  if (deadline === null || deadlineAt === null) return []
  const values = {
    project: name,
    organization: organizationName,
    date: formatDate(deadline.date),
    zone: deadline.zone,
  }
  const { summary, description } = TEXTS[language]
  const url = `${baseUrl}/project/${encodeURIComponent(id)}/detail`
  // A deadline that was reached took place.
  const status = deadlineAt <= now ? 'CONFIRMED' : STATUS[state]
  return [
    'BEGIN:VEVENT',
    `UID:deadline-${id}@tenderbook`,
    `DTSTAMP:${instantText(updatedOn)}`,
    `LAST-MODIFIED:${instantText(updatedOn)}`,
    `SEQUENCE:${Math.max(0, Math.floor((updatedOn - FIRST_SEQUENCE_MS) / 1_000))}`,
    `DTSTART:${instantText(deadlineAt - ENTRY_MS)}`,
    `DTEND:${instantText(deadlineAt)}`,
    `SUMMARY:${escaped(filled(summary, values))}`,
    `DESCRIPTION:${escaped(filled(description, values))}`,
    `URL:${url}`,
    `STATUS:${status}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

type Values = Readonly<Record<'project' | 'organization' | 'date' | 'zone', string>>
const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: keyof Values) => values[name])

/** UTC, so that no zone has to be described: `20300131T230000Z`. */
const instantText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

const octetsOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x8_00) return 2
  return code < 0x1_00_00 ? 3 : 4
}

/** Breaks a line after 75 octets; the rest begins with a space. No character is torn apart. */
const folded = (line: string): string => {
  let text = ''
  let octets = 0
  for (const sign of line) {
    const size = octetsOf(sign)
    if (octets + size > LINE_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += sign
    octets += size
  }
  return text
}

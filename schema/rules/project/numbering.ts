import type { Requirement } from '../../entities/structure.ts'

type Status = Requirement['status']
/**
 * A requirement is NEW in the version that made it and OLD in every later one, until its first
 * update there makes it CHANGED.
 */
export const STATUS = {
  created: 'NEW',
  inNewVersion: 'OLD',
  updated: { NEW: 'NEW', OLD: 'CHANGED', CHANGED: 'CHANGED' },
} as const satisfies { created: Status; inNewVersion: Status; updated: Record<Status, Status> }

/**
 * Starts every full id of a document: 1 to 12 capital letters, digits or dashes, no dash in front.
 */
export const PREFIX = /^[A-Z0-9][A-Z0-9-]{0,11}$/
export const isPrefix = (text: string): boolean => PREFIX.test(text)

const SUGGESTED_LETTERS = 3
/** "Security requirements" → SEC, or SEC2 where that is taken; '' for a name without letters. */
export function suggestPrefix(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const start = plain.slice(0, SUGGESTED_LETTERS)
  if (start === '') return ''
  for (let number = 1; ; number++) {
    const prefix = number === 1 ? start : `${start}${number}`
    if (!taken.includes(prefix)) return prefix
  }
}

const DIGITS = 4
/** Prefix and running number of at least four digits; null where the server has not counted yet. */
export const fullIdOf = (prefix: string, number: number | null): string | null =>
  number === null ? null : `${prefix}-${String(number).padStart(DIGITS, '0')}`

/**
 * The parts of a full id; null = the text is none. A prefix may hold dashes and digits itself, so
 * the number is what follows the last dash.
 */
export function parseFullId(fullId: string): { prefix: string; number: number } | null {
  const [, prefix = '', digits = ''] = /^(.+)-(\d{4,})$/.exec(fullId) ?? []
  const number = Number(digits)
  return isPrefix(prefix) && fullIdOf(prefix, number) === fullId ? { prefix, number } : null
}

/**
 * The number that comes next: behind all that the lineage has given with this prefix, those of
 * deleted requirements included.
 */
export const nextNumber = (given: readonly string[], prefix: string): number =>
  given.reduce((highest, fullId) => {
    const parts = parseFullId(fullId)
    return parts?.prefix === prefix ? Math.max(highest, parts.number) : highest
  }, 0) + 1

/**
 * What a requirement is called: its number, or a provisional label until the server has numbered
 * it.
 */
export const requirementLabel = (
  { id, fullId }: Pick<Requirement, 'id' | 'fullId'>,
  prefix: string,
): string => fullId ?? `${prefix}-…${id.slice(-4)}`

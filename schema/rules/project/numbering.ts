import type { Requirement } from '../../entities/structure.ts'

type Status = Requirement['status']
/**
 * A requirement is NEW in the version that created it and OLD in later versions, until its first
 * update there makes it CHANGED.
 */
export const STATUS = {
  created: 'NEW',
  inNewVersion: 'OLD',
  updated: { NEW: 'NEW', OLD: 'CHANGED', CHANGED: 'CHANGED' },
} as const satisfies { created: Status; inNewVersion: Status; updated: Record<Status, Status> }

/**
 * The start of every full id of a document: 1 to 12 capital letters, digits or dashes, not starting
 * with a dash.
 */
export const PREFIX = /^[A-Z0-9][A-Z0-9-]{0,11}$/
export const isPrefix = (text: string): boolean => PREFIX.test(text)

const SUGGESTED_LETTERS = 3
/** "Security requirements" → SEC, or SEC2 if SEC is taken; '' for a name without letters. */
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
/**
 * Returns the prefix with a running number of at least four digits; null = the server has not
 * assigned a number yet.
 */
export const fullIdOf = (prefix: string, number: number | null): string | null =>
  number === null ? null : `${prefix}-${String(number).padStart(DIGITS, '0')}`

/**
 * Returns the full id of a requirement, or a provisional label until the server has numbered it.
 */
export const requirementLabel = (
  { id, fullId }: Pick<Requirement, 'id' | 'fullId'>,
  prefix: string,
): string => fullId ?? `${prefix}-…${id.slice(-4)}`

import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { MessageCode } from '../../tables/messages.ts'

const SHORTEST_USERNAME = 3
/** More combining marks on one letter would cover neighbouring lines. */
const MARKS = /\p{M}{4}/u
/** Control and direction characters, line ends, and characters without a glyph. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\u2800]/u
/** Joiners are needed in some scripts; elsewhere they are hidden characters. */
const HIDDEN = /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/u
const LOOSE_JOINER = /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?!\p{L})/u

/**
 * Normalizes the name of a person: compatibility forms become usual letters, and spaces become
 * single.
 */
export const normalName = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

/** Returns the problem of a normalized name of a person; null = none. */
export const nameProblem = (name: string): MessageCode | null => {
  if (name === '') return 'validation.required'
  const isHidden = [UNSEEN, HIDDEN, LOOSE_JOINER, MARKS].some((pattern) => pattern.test(name))
  return isHidden || !/[\p{L}\p{N}]/u.test(name) ? 'NAME_SIGNS' : null
}

/** Normalizes a username for storage and lookup. */
export const normalUsername = (written: string): string =>
  written.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/** Scripts in common use (Unicode Annex 31, table 5). */
const SCRIPTS = {
  Latin: /\p{Script=Latin}/u,
  Arabic: /\p{Script=Arabic}/u,
  Armenian: /\p{Script=Armenian}/u,
  Bengali: /\p{Script=Bengali}/u,
  Bopomofo: /\p{Script=Bopomofo}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Ethiopic: /\p{Script=Ethiopic}/u,
  Georgian: /\p{Script=Georgian}/u,
  Greek: /\p{Script=Greek}/u,
  Gujarati: /\p{Script=Gujarati}/u,
  Gurmukhi: /\p{Script=Gurmukhi}/u,
  Hangul: /\p{Script=Hangul}/u,
  Han: /\p{Script=Han}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Hiragana: /\p{Script=Hiragana}/u,
  Kannada: /\p{Script=Kannada}/u,
  Katakana: /\p{Script=Katakana}/u,
  Khmer: /\p{Script=Khmer}/u,
  Lao: /\p{Script=Lao}/u,
  Malayalam: /\p{Script=Malayalam}/u,
  Myanmar: /\p{Script=Myanmar}/u,
  Oriya: /\p{Script=Oriya}/u,
  Sinhala: /\p{Script=Sinhala}/u,
  Tamil: /\p{Script=Tamil}/u,
  Telugu: /\p{Script=Telugu}/u,
  Thaana: /\p{Script=Thaana}/u,
  Thai: /\p{Script=Thai}/u,
  Tibetan: /\p{Script=Tibetan}/u,
} as const
type Script = keyof typeof SCRIPTS
const ENTRIES = Object.entries(SCRIPTS) as [Script, RegExp][]
/** Sets of scripts that one language combines (UTS 39, 5.2, without Latin). */
const TOGETHER: readonly (readonly Script[])[] = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]

/** Returns null for a letter of a script that is not in common use. */
const scriptOf = (letter: string): Script | null =>
  ENTRIES.find(([, pattern]) => pattern.test(letter))?.[0] ?? null

const isOneScript = (username: string): boolean => {
  const letters = username.match(/\p{L}/gu) ?? []
  const found = new Set(letters.map(scriptOf))
  if (found.has(null)) return false
  return (
    found.size <= 1 ||
    TOGETHER.some((scripts) => [...found].every((script) => scripts.some((one) => one === script)))
  )
}

/**
 * Returns the problem of a normalized new username; null = none. Existing accounts keep their
 * names.
 */
export const usernameProblem = (username: string): MessageCode | null => {
  if (username.includes('@')) return 'USERNAME_ADDRESS'
  const { length } = [...username]
  const isLong = username.length > FIELD_LIMITS.username
  const hasSigns = /[^\p{L}\p{M}0-9._+-]/u.test(username) || MARKS.test(username)
  if (length < SHORTEST_USERNAME || isLong || hasSigns || !/[\p{L}0-9]/u.test(username)) {
    return 'USERNAME_SIGNS'
  }
  return isOneScript(username) ? null : 'USERNAME_SCRIPTS'
}

/**
 * Letters of other scripts that look like Latin letters (UTS 39, confusables.txt), in small
 * letters.
 */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  ӏ: 'l',
  ԛ: 'q',
  ԝ: 'w',
  г: 'r',
  к: 'k',
  ѵ: 'v',
  ь: 'b',
  п: 'n',
  ү: 'y',
  ғ: 'f',
  ё: 'ë',
  ї: 'ï',
  // Greek
  α: 'a',
  ο: 'o',
  ν: 'v',
  ρ: 'p',
  υ: 'u',
  ι: 'i',
  κ: 'k',
  χ: 'x',
  γ: 'y',
  σ: 'o',
  ϲ: 'c',
  ϳ: 'j',
  η: 'n',
  ε: 'e',
  τ: 't',
  ω: 'w',
  ς: 'c',
  β: 'ß',
  // Armenian
  օ: 'o',
  ս: 'u',
  ո: 'n',
  հ: 'h',
  ց: 'g',
  զ: 'q',
  յ: 'j',
  ա: 'w',
  ք: 'p',
  ե: 't',
  ռ: 'n',
  // Latin letters of other alphabets
  ı: 'i',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ʏ: 'y',
  ᴏ: 'o',
  ꜱ: 's',
}

/**
 * Returns the same text for names that look alike: in small letters, without spaces and hidden
 * characters. For comparisons only, never for display.
 */
export const lookOf = (name: string): string =>
  [...normalUsername(name).replace(/[\p{Default_Ignorable_Code_Point}\s]/gu, '')]
    .map((letter) => LOOKS_LIKE[letter] ?? letter)
    .join('')

import { expect, test } from 'vitest'
import { SAFE_STRENGTH } from '../lib/password-strength.ts'
import { estimateStrength } from './estimate-strength.ts'

const PERSON = [
  'evicka',
  'Žofia',
  'Hrnčiarová',
  'zofia.hrnciarova@kamenice.example',
  'Mesto Kamenicovany',
]
const isRefused = (password: string, personal: readonly string[]): boolean =>
  estimateStrength(password, personal) < SAFE_STRENGTH

test.each(['Requirement-27', 'Commitment-271', 'Tenderbook2026!', 'Dodavatel-2026'])(
  '%s consists mainly of a word of the product and is refused for everyone',
  (password) => {
    expect(isRefused(password, [])).toBe(true)
  },
)

test.each(['Kamenicovany-27', 'Hrnčiarová-271', 'Hrnciarova2026!'])(
  '%s consists mainly of the organization’s or the person’s name and is refused for them only',
  (password) => {
    expect([isRefused(password, PERSON), isRefused(password, [])]).toEqual([true, false])
  },
)

test.each(['Quiet-harbour-81', 'Loud-mountain-27', `Aa1-${'x7Q'.repeat(80)}`])(
  '%s is hard to guess',
  (password) => {
    expect(isRefused(password, PERSON)).toBe(false)
  },
)

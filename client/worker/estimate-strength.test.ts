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
  '%s lives of a word of the product and is refused to everybody',
  (password) => {
    expect(isRefused(password, [])).toBe(true)
  },
)

test.each(['Kamenicovany-27', 'Hrnčiarová-271', 'Hrnciarova2026!'])(
  '%s lives of the name of the organization or the person and is refused to them alone',
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

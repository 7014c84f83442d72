import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { type MailScope, scopeOfToken, unsubscribeToken } from './unsubscribe-token.ts'

const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const SECRET = secretOf(1)
const scope: MailScope = { userId: 7, projectId: 'p', groups: ['deadlines', 'steps'] }

/** A token as this server signs it, around any text. */
const signed = (text: string): string => {
  const content = Buffer.from(text).toString('base64url')
  const mac = createHmac('sha256', Buffer.from(SECRET, 'base64'))
  return `${content}.${mac.update(`tenderbook unsubscribe\n${content}`).digest('base64url')}`
}

it('a link says whose mails it ends, in one project or in all', () => {
  expect(scopeOfToken(SECRET, unsubscribeToken(SECRET, scope))).toEqual(scope)
  const all: MailScope = { ...scope, projectId: null }
  expect(scopeOfToken(SECRET, unsubscribeToken(SECRET, all))).toEqual(all)
  expect(unsubscribeToken(SECRET, scope), 'links of earlier mails stay valid').toBe(
    signed('[7,"p",["deadlines","steps"]]'),
  )
})

it('a link that this server did not sign is refused', () => {
  const token = unsubscribeToken(SECRET, scope)
  const [content = '', signature = ''] = token.split('.')
  const others = Buffer.from('[8,"p",["deadlines","steps"]]').toString('base64url')
  const unmarked = createHmac('sha256', Buffer.from(SECRET, 'base64')).update(content)
  for (const wrong of [
    '',
    content,
    `${content}.`,
    `.${signature}`,
    `${others}.${signature}`,
    `${content}.${signature.slice(0, -2)}`,
    `${token}.${signature}`,
    `${content}.${unmarked.digest('base64url')}`,
    unsubscribeToken(secretOf(2), scope),
  ])
    expect(scopeOfToken(SECRET, wrong), wrong).toBeNull()
})

it('a signed link of another form is refused', () => {
  expect(scopeOfToken(SECRET, signed('[7,"p",["deadlines"]]'))).not.toBeNull()
  for (const text of [
    '[7,"p",[]]',
    '[7.5,"p",["deadlines"]]',
    '["7","p",["deadlines"]]',
    '[7,8,["deadlines"]]',
    '[7,"p",["unknown"]]',
    '[7,"p"]',
    '{}',
  ])
    expect(scopeOfToken(SECRET, signed(text)), text).toBeNull()
})

import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { faultOfReply, takeReplyFaults } from './strict-replies.ts'

const answer = (payload: unknown, status = 200) =>
  faultOfReply({ call: 'members.block', status }, payload)

test('a reply with what its schema names, and a refusal, are as promised', () => {
  expect(answer({ done: true })).toBeNull()
  expect(answer({ message: 'No', messageCodes: ['NOT_ALLOWED'], detail: {} }, 403)).toBeNull()
})

test('a reply with a field more, one less or of another kind is not', () => {
  expect(answer({ done: true, hash: 'x' })).toContain('members.block answered')
  expect(answer({})).toContain('done')
  expect(answer({ done: 'yes' })).toContain('done')
  expect(answer({ message: 'No', stack: 'at' }, 500)).toContain('members.block answered 500')
})

test('JSON where the table promises a file or nothing is a fault', () => {
  expect(faultOfReply({ call: 'attachments.content', status: 200 }, { a: 1 })).toContain('file')
  expect(faultOfReply({ call: 'invitations.cancel', status: 200 }, { a: 1 })).toContain('none')
})

test('a server that is built afterwards is looked at', async () => {
  const app = Fastify()
  app.get('/wrong', { config: { call: 'members.block' } }, async () => ({ done: 'yes' }))
  await app.inject('/wrong')
  expect(takeReplyFaults()).toHaveLength(1)
  expect(takeReplyFaults()).toEqual([])
  await app.close()
})

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { FAULTY_REPLY } from './faulty-reply.ts'
import { nodeBinary, projectRoot } from './project-root.ts'
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

test('a server in a process of its own writes each reply that differs', () => {
  const program = `
    import Fastify from 'fastify'
    const app = Fastify()
    app.get('/:done', { config: { call: 'members.block' } }, async ({ params }) => params)
    await app.inject('/yes')`
  const { stderr } = spawnSync(
    nodeBinary,
    [
      ...['--import', join(projectRoot, 'tests/support/report-replies.ts')],
      ...['--input-type=module', '--eval', program],
    ],
    { cwd: projectRoot, encoding: 'utf8' },
  )
  expect(stderr).toContain(`${FAULTY_REPLY} members.block answered 200 with done`)
})

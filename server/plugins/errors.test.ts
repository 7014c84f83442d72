import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { messageText } from '#schema/tables/messages.ts'
import type { Log } from '../log.ts'
import { answerErrors } from './errors.ts'

const failing = (code: string): Error => Object.assign(new Error('secret detail'), { code })

/** The answer to a call that throws, and how often the log has it. */
const answerTo = async (error: Error) => {
  const logged: unknown[] = []
  const log = { error: (...line: unknown[]) => void logged.push(line) } as unknown as Log
  const app = Fastify()
  answerErrors(app, { log })
  app.get('/', async () => {
    throw error
  })
  const { statusCode, headers, body } = await app.inject('/')
  await app.close()
  const [code] = (JSON.parse(body) as { messageCodes: string[] }).messageCodes
  expect(body).not.toContain('secret detail')
  return [statusCode, code, headers['retry-after'] ?? null, logged.length]
}

it.each<[string, Error, (string | number | null)[]]>([
  ['a refusal', new Refusal('NOT_FOUND'), [404, 'NOT_FOUND', null, 0]],
  [
    'too many attempts',
    new Refusal('TOO_MANY_REQUESTS', { detail: { seconds: 42 } }),
    [429, 'TOO_MANY_REQUESTS', '42', 0],
  ],
  [
    'too many attempts without a time',
    new Refusal('TOO_MANY_REQUESTS'),
    [429, 'TOO_MANY_REQUESTS', '1', 0],
  ],
  ['an overload', new Refusal('UNAVAILABLE'), [503, 'UNAVAILABLE', '2', 1]],
  ['a busy database', failing('SQLITE_BUSY'), [503, 'UNAVAILABLE', '2', 1]],
  ['a database that restarts', failing('57P01'), [503, 'UNAVAILABLE', '2', 1]],
  ['two transactions that wait for each other', failing('40P01'), [503, 'UNAVAILABLE', '2', 1]],
  ['a full disk under SQLite', failing('SQLITE_FULL'), [507, 'STORAGE_FULL', '10', 1]],
  ['a full disk under PostgreSQL', failing('53100'), [507, 'STORAGE_FULL', '10', 1]],
  ['a full disk under the files', failing('ENOSPC'), [507, 'STORAGE_FULL', '10', 1]],
  ['a file store that does not answer', failing('FILES_UNAVAILABLE'), [503, 'UNAVAILABLE', '2', 1]],
  ['text that PostgreSQL cannot store', failing('22021'), [400, 'INPUT_INVALID', null, 0]],
  ['a broken rule of the database', failing('23505'), [500, 'INTERNAL', null, 1]],
  ['a bug', new TypeError('secret detail'), [500, 'INTERNAL', null, 1]],
])('%s has its status, code and time of the next try', async (_what, error, answer) => {
  expect(await answerTo(error)).toEqual(answer)
})

it.each([
  [32_768, '32 KB'],
  [999_999, '999 KB'],
  [1_000_000, '1 MB'],
  [2_500_000, '2 MB'],
])(
  'a body of more than %i bytes is refused with the limit of its route, %s',
  async (bytes, limit) => {
    const app = Fastify()
    answerErrors(app, { log: { error: () => undefined } as unknown as Log })
    app.post('/', { bodyLimit: bytes }, async () => 'done')
    const send = (length: number) =>
      app.inject({
        method: 'POST',
        url: '/',
        payload: JSON.stringify('x'.repeat(length - 2)),
        headers: { 'content-type': 'application/json' },
      })
    expect((await send(bytes)).statusCode).toBe(200)
    const { statusCode, body } = await send(bytes + 1)
    await app.close()
    expect(statusCode).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ messageCodes: ['TOO_LARGE'], detail: { limit } })
    expect(body).toContain(messageText('TOO_LARGE', { limit }))
  },
)

it('a message names its code only where devices read the code there', async () => {
  const messageOf = async (refusal: Refusal) => {
    const app = Fastify()
    answerErrors(app, { log: { error: () => undefined } as unknown as Log })
    app.get('/', async () => {
      throw refusal
    })
    const { message } = (await app.inject('/')).json<{ message: string }>()
    await app.close()
    return message
  }
  for (const code of ['WRONG_TOKEN', 'USER_SESSION_EXPIRED'] as const)
    expect(await messageOf(new Refusal(code))).toBe(`${code}: ${messageText(code)}`)
  expect(await messageOf(new Refusal('NOT_FOUND'))).toBe(messageText('NOT_FOUND'))
})

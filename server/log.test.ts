import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const HOSTILE = 'name\r\n{"at":"now","level":"info","event":"forged"}\u001b[2J\u2028\u0000"'
const written = (write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] => {
  const lines: string[] = []
  write(createLog((line) => void lines.push(line)))
  return lines.map((line) => {
    expect(line.match(/\p{Cc}/gu)).toEqual(['\n'])
    return JSON.parse(line) as Record<string, unknown>
  })
}

test('whatever a field contains, an entry is one line of JSON without terminal commands', () => {
  const [entry, failure, thrown] = written((log) => {
    log.info({ event: 'call', call: HOSTILE, status: 200 })
    log.error('failed', new Error(HOSTILE), { requestId: HOSTILE })
    log.error('failed', HOSTILE)
  })
  expect(entry).toMatchObject({ level: 'info', event: 'call', call: HOSTILE, status: 200 })
  expect(failure).toMatchObject({
    level: 'error',
    event: 'failed',
    requestId: HOSTILE,
    message: HOSTILE,
  })
  expect(thrown).toMatchObject({ message: HOSTILE })
})

test('times are in UTC', () => {
  for (const { at } of written((log) => log.info({ event: 'x' })))
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

import { afterEach, expect, test } from 'vitest'
import { type ClamdDouble, EICAR, startClamd } from '../../tests/support/clamd.ts'
import { createLog } from '../log.ts'
import { type ClamdOptions, clamdScanner, placeOfClamd } from './scan.ts'

const lines: string[] = []
let clamd: ClamdDouble | undefined
afterEach(async () => {
  await clamd?.close()
  clamd = undefined
  lines.length = 0
})

async function* inPieces(...pieces: string[]): AsyncGenerator<Buffer, void> {
  for (const piece of pieces) yield Buffer.from(piece)
}
const scan = (
  url: string,
  text: readonly string[],
  options: Partial<ClamdOptions> = {},
): Promise<string> =>
  clamdScanner({
    url,
    isOptional: false,
    log: createLog((line) => void lines.push(line)),
    ...options,
  })(inPieces(...text)).then(
    () => 'clean',
    (error: unknown) => String((error as { code?: string }).code),
  )

test.each([false, true])(
  '[FI16] a clean file passes and malware is refused however its bytes are cut (Unix socket: %s)',
  async (isUnix) => {
    clamd = await startClamd({ isUnix })
    expect(await scan(clamd.url, ['x'.repeat(200_000), 'y'])).toBe('clean')
    expect(clamd.examined).toEqual([200_001])
    for (const isOptional of [false, true])
      expect(
        await scan(clamd.url, ['before', EICAR.slice(0, 9), EICAR.slice(9)], { isOptional }),
      ).toBe('FILE_STORAGE_NOT_CLEAN_REJECTED')
    expect(lines.join('')).toContain('Eicar-Test-Signature FOUND')
  },
)

test('[FI17] a file that could not be scanned is refused unless the scanner is optional', async () => {
  clamd = await startClamd()
  const { url } = clamd
  for (const mood of ['rude', 'silent'] as const) {
    clamd.mood = mood
    expect([mood, await scan(url, ['plan'], { patienceMs: 300 })]).toEqual([mood, 'UNAVAILABLE'])
    expect([mood, await scan(url, ['plan'], { patienceMs: 300, isOptional: true })]).toEqual([
      mood,
      'clean',
    ])
  }
  await clamd.close()
  clamd = undefined
  expect(await scan(url, ['plan'])).toBe('UNAVAILABLE')
  expect(await scan(url, ['plan'], { isOptional: true })).toBe('clean')
  expect(lines.join('')).toContain('scanner.failed')
})

test('[FI17] a file too large for the scanner is refused for good', async () => {
  clamd = await startClamd()
  clamd.mood = 'small'
  expect(
    await scan(
      clamd.url,
      Array.from({ length: 50 }, () => 'x'.repeat(65_536)),
    ),
  ).toBe('FILE_STORAGE_NOT_CLEAN_REJECTED')
  expect(await scan(clamd.url, ['x'.repeat(2_000)], { isOptional: true })).toBe('clean')
})

test('the address of clamd names a host and port, or a path', () => {
  expect(placeOfClamd('tcp://scanner:4000')).toEqual({ host: 'scanner', port: 4_000 })
  expect(placeOfClamd('tcp://[::1]')).toEqual({ host: '::1', port: 3_310 })
  expect(placeOfClamd('unix:/run/clamd.sock')).toEqual({ path: '/run/clamd.sock' })
})

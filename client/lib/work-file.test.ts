// @vitest-environment jsdom
import { expect, it } from 'vitest'
import type { CarriedWork } from '#schema/api/work-file.ts'
import { mutationsOf, newCode, openWorkFile, readCode, sealWorkFile } from './work-file.ts'

const mutation = {
  mid: 1,
  command: 'commitments.update',
  args: { secret: 'x' },
  base: {},
  clientAt: 1,
}
const payloadOf = (clientId: string): string =>
  JSON.stringify({ serverId: 's', clientId, schemaVersion: 6, mutations: [mutation] })
const work: CarriedWork = {
  format: 'tenderbook-carried/1',
  ...{ serverId: 's', sessionId: 'session', clientId: 'c', username: 'ada', name: 'Ada' },
  vendor: { id: 7, name: 'Alpha' },
  ...{ savedOn: 5, edits: 1 },
  pieces: [{ payload: payloadOf('c'), signature: 'signed' }],
}
/** A file as a browser gives it. */
const fileOf = (bytes: Uint8Array, size = bytes.length): Blob =>
  ({
    size,
    slice: (from: number, to: number) => fileOf(bytes.slice(from, to)),
    arrayBuffer: async () => bytes.slice().buffer,
  }) as unknown as Blob

it('opens with its code, typed in any way, and tells nothing without it', async () => {
  const code = newCode()
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const bytes = await sealWorkFile(work, code)
  expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/Alpha|Ada|secret/)
  const typed = readCode(` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `) ?? ''
  const opened = await openWorkFile(fileOf(bytes), typed)
  expect(opened).toEqual(work)
  expect(mutationsOf(opened as CarriedWork)).toEqual([mutation])
})

it('refuses another code, any changed byte, another kind of file and a part that differs', async () => {
  const code = readCode(newCode()) ?? ''
  const bytes = await sealWorkFile(work, code)
  expect(await openWorkFile(fileOf(bytes), readCode(newCode()) ?? '')).toBe('code')
  for (const at of [20, 40, bytes.length - 1]) {
    const changed = bytes.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await openWorkFile(fileOf(changed), code)).toBe('code')
  }
  expect(await openWorkFile(fileOf(new TextEncoder().encode('Dear all')), code)).toBe('noWork')
  expect(await openWorkFile(fileOf(bytes, 200_000_001), code)).toBe('tooLarge')
  const other = { ...work, pieces: [{ payload: payloadOf('d'), signature: 'signed' }] }
  expect(await openWorkFile(fileOf(await sealWorkFile(other, code)), code)).toBe('broken')
  const more = { ...work, edits: 2 }
  expect(await openWorkFile(fileOf(await sealWorkFile(more, code)), code)).toBe('broken')
})

it('takes only whole codes', () => {
  expect(readCode('0000-0000-0000-000')).toBeNull()
  expect(readCode('0000-0000-0000-000U')).toBeNull()
  expect(readCode('0000 0000 0000 000z')).toBe('000000000000000Z')
})

import { describe, expect, it } from 'vitest'
import {
  archive,
  FILE,
  ofVersion1,
  PLAN,
  verdict,
  withFacts,
  withManifest,
} from '../../tests/support/whole-archive.ts'

describe('[EX14] the manifest of an archive', () => {
  it.each<[string, Buffer]>([
    ['manifest.json: is not that of a project archive', withManifest(() => 'x')],
    [
      'manifest.json: is not that of a project archive',
      withManifest((whole) => ({ ...whole, format: 'x' })),
    ],
    [
      'manifest.json: has version 3 of the format; this program reads 1 and 2',
      withManifest((whole) => ({ ...whole, version: 3 })),
    ],
    [
      'manifest.json: writtenOn is not valid',
      withManifest((whole) => ({ ...whole, writtenOn: 'x' })),
    ],
    [
      'rows/project.jsonl: is not what the manifest names here',
      withManifest((whole) => ({ ...whole, parts: whole.parts.toReversed() })),
    ],
    [
      'rows/package.jsonl: has another size than the manifest',
      withFacts('rows/package.jsonl', { bytes: 1 }),
    ],
    [
      'rows/package.jsonl: is no part of its kind in the manifest',
      withFacts('rows/package.jsonl', { rows: null }),
    ],
    [`${FILE}: is no part of its kind in the manifest`, withFacts(FILE, { rows: 1 })],
    [
      'files/x: is missing',
      withManifest((whole) => ({
        ...whole,
        parts: [...whole.parts, { ...whole.parts[0], path: 'files/x' }],
      })),
    ],
    [
      'rows/release.jsonl: is missing, or not in its place',
      archive((parts) => void parts.delete('rows/release.jsonl')),
    ],
    ['history.jsonl: is missing, or not in its place', archive(ofVersion1)],
    ['history.jsonl: is not in its place', archive(undefined, { version: 1 })],
    [
      'log/team.jsonl: is not in its place',
      archive((parts) => {
        const text = parts.get('log/team.jsonl') ?? ''
        parts.delete('log/team.jsonl')
        parts.set('log/team.jsonl', text)
      }),
    ],
    [
      'log/v6.jsonl: is not in its place',
      archive((parts) => {
        parts.delete(FILE)
        parts.set('log/v6.jsonl', '')
        parts.set(FILE, PLAN)
      }),
    ],
  ])('is refused: %s', async (problem, bytes) => {
    expect(await verdict(bytes)).toBe(problem)
  })
})

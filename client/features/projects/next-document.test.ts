import { expect, it } from 'vitest'
import type { DocumentProgress, PackageProgress } from './use-progress.ts'
import { nextDocument } from './next-document.ts'

type Numbers = [total: number, answered: number, submitted: number, waiting: number]
const next = (...packages: Record<string, Numbers>[]) =>
  nextDocument(
    packages.map((documents) => ({
      documents: Object.entries(documents).map(([id, [total, answered, submitted, waiting]]) => ({
        document: { id },
        total,
        answered,
        submitted,
        waiting,
      })) as DocumentProgress[],
    })) as unknown as PackageProgress[],
  )?.document.id ?? null

it.each<[string, Record<string, Numbers>[], string | null]>([
  ['no documents', [{}], null],
  ['only documents without requirements', [{ a: [0, 0, 0, 0] }], null],
  ['a document without requirements first', [{ a: [0, 0, 0, 0], b: [2, 0, 0, 0] }], 'b'],
  ['nothing started', [{ a: [1, 0, 0, 0], b: [2, 0, 0, 0] }], 'a'],
  ['the second one started', [{ a: [1, 0, 0, 0], b: [2, 1, 0, 0] }], 'b'],
  ['the second one started, in another package', [{ a: [1, 0, 0, 0] }, { b: [2, 1, 0, 0] }], 'b'],
  ['the first one submitted', [{ a: [2, 2, 2, 0], b: [1, 0, 0, 0] }], 'b'],
  [
    'the first one submitted in part, the rest on its way',
    [{ a: [2, 2, 1, 1], b: [1, 0, 0, 0] }],
    'b',
  ],
  ['the first one submitted but for a draft', [{ a: [2, 2, 1, 0], b: [1, 0, 0, 0] }], 'a'],
  ['all submitted', [{ a: [1, 1, 1, 0], b: [1, 1, 0, 1] }], 'a'],
])('%s', (_case, packages, id) => {
  expect(next(...packages)).toBe(id)
})

import { writeFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArchiveManifest } from '#schema/entities/archive.ts'
import { ENTITIES } from '#schema/entities/rows.ts'
import { ArchiveProblem } from '#server/archive/archive-problem.ts'
import { type ReadLimits, readArchive } from '#server/archive/read-archive.ts'
import { buildCommitment, buildProject, buildRows, PROJECT_ID } from './project-rows.ts'
import { chainOf, linesOf, packArchive, sha256 } from './small-archive.ts'

/* One archive with every kind of part, and ways to spoil it; its manifest fits each. */
export const PLAN = '%PDF-1.7 the plan'
export const FILE = `files/${sha256(PLAN)}`
export const attachment = (id: string, changes: object = {}) => ({
  ...{ id, projectId: PROJECT_ID, packageId: 'p1', documentId: null, requirementId: null },
  ...{ vendorId: null, name: 'plan.pdf', alias: '', description: '', createdByOrg: 1 },
  file: { contentHash: sha256(PLAN), bytes: PLAN.length, mime: 'application/pdf' },
  ...{ createdBy: 1, createdByName: 'Owner', createdOn: 1, updatedOn: 1 },
  ...changes,
})
export const change = {
  ...{ at: 1, actorName: 'Vera', entity: 'commitment', entityId: 'r1.7', documentId: 'd1' },
  ...{ vendorId: 7, kind: 'changed', fields: ['values'], details: null },
}
export const member = (userId: number) => ({ userId, name: 'A', email: 'a@b.example', roles: [] })
export const number = (prefix: string) => ({ prefix, lastNumber: 2_147_483_647 })

export const ROWS: Record<string, readonly unknown[]> = {
  ...Object.fromEntries(ENTITIES.map((entity) => [entity, []])),
  ...buildRows({ project: [buildProject({ state: 'EVALUATION', language: 'sk' })] }),
  commitment: [buildCommitment()],
  attachment: [attachment('a1'), attachment('a2')],
}
export const vendorChain = chainOf(PROJECT_ID, 'v7', [{}, {}, {}])
const anchor = { vendorId: 7, serial: 2, hash: vendorChain[1]?.hash ?? '' }
export const teamChain = chainOf(PROJECT_ID, 'team', [{ anchors: [anchor] }, {}])
type Parts = Map<string, string>
const genuine = (): Parts =>
  new Map([
    ...ENTITIES.map((entity) => [`rows/${entity}.jsonl`, linesOf(ROWS[entity] ?? [])] as const),
    ['members.jsonl', linesOf([member(1), member(2)])],
    ['numbering.jsonl', linesOf([number('FUN'), number('SEC')])],
    ['history.jsonl', linesOf([change, change])],
    ['log/team.jsonl', linesOf(teamChain)],
    ['log/v7.jsonl', linesOf(vendorChain)],
    [FILE, PLAN],
  ])
const MANIFEST: Omit<ArchiveManifest, 'parts'> = {
  format: 'tenderbook-archive',
  version: 2,
  project: { id: PROJECT_ID, name: 'Groupware', version: '1' },
  writtenOn: 1,
  leavesOutSealed: false,
}
export const archive = (
  spoil: (parts: Parts) => void = () => undefined,
  manifest: object = {},
): Buffer => {
  const parts = genuine()
  spoil(parts)
  return packArchive(parts, { ...MANIFEST, ...manifest })
}
/** The archive with other lines in one part. */
export const withLines = (path: string, lines: readonly unknown[]): Buffer =>
  archive((parts) => parts.set(path, linesOf(lines)))
export const withRows = (entity: string, lines: readonly unknown[]): Buffer =>
  withLines(`rows/${entity}.jsonl`, lines)
export const withPart = (path: string, text: string): Buffer =>
  archive((parts) => parts.set(path, text))
export const withManifest = (spoil: (manifest: ArchiveManifest) => unknown): Buffer =>
  packArchive(genuine(), MANIFEST, spoil)
/** The manifest with other facts of one part. */
export const withFacts = (path: string, facts: object): Buffer =>
  withManifest((whole) => ({
    ...whole,
    parts: whole.parts.map((part) => (part.path === path ? { ...part, ...facts } : part)),
  }))
/** The parts of an archive of version 1, which has no history. */
export const ofVersion1 = (parts: Parts): void => void parts.delete('history.jsonl')

export const read = async (bytes: Buffer, limits?: ReadLimits) => {
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-read-'))
  const path = join(folder, 'archive')
  writeFileSync(path, bytes)
  const file = await open(path)
  try {
    return await readArchive(file, limits)
  } finally {
    await file.close()
    await rm(folder, { recursive: true })
  }
}
/** `valid`, or the problem. */
export const verdict = async (...given: Parameters<typeof read>): Promise<string> =>
  await read(...given).then(
    () => 'valid',
    (error: unknown) => {
      if (error instanceof ArchiveProblem) return error.message
      throw error
    },
  )

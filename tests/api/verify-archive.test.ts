import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArchiveManifest } from '#schema/entities/archive.ts'
import type { Project } from '#schema/entities/project.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import { entryText, FIRST_PREV, type OpenEntry } from '#schema/rules/project/project-log.ts'
import { ArchiveProblem } from '#server/archive/archive-problem.ts'
import { readArchive } from '#server/archive/read-archive.ts'
import { openDatabase } from '#server/database/open.ts'
import { appendToLog } from '#server/database/project-log/append.ts'
import { openForReader } from '#server/exports/export-reader.ts'
import { writeArchive } from '#server/exports/write-archive.ts'
import { startDemo } from '#server/start-demo.ts'
import { buildParameter } from '../support/project-rows.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { projectRoot } from '../support/project-root.ts'
import { addFileAndEntries, addAnswer, downloadArchive } from './archive-world.ts'
import { hashOf, PLAN } from './send-file.ts'
import { buildWorld, PROJECT } from './world.ts'

type Parts = Map<string, Uint8Array>
interface Line {
  [field: string]: unknown
}

const folder = mkdtempSync(join(tmpdir(), 'tenderbook-archive-'))
const path = join(folder, 'archive.tenderbook')
let genuine = new Uint8Array()
let sealed = new Uint8Array()

/** The team's entry names the last entry of every vendor's chain. */
const OPENED = {
  kind: 'opened',
  detail: { isEarly: false, reason: null, requestedBy: null, confirmedBy: null },
} as const

const archiveOf = async (state: 'EVALUATION' | 'PUBLISHED'): Promise<Uint8Array<ArrayBuffer>> => {
  const world = await buildWorld({
    project: { state, publishedOn: 0, sealed: state === 'PUBLISHED' },
  })
  try {
    await addAnswer(world)
    await addFileAndEntries(world)
    await world.database.write((tx) =>
      appendToLog(tx, { projectId: PROJECT, now: 6, actorId: null }, OPENED),
    )
    return await downloadArchive(world, 'owner')
  } finally {
    await world.close()
  }
}
beforeAll(async () => {
  genuine = await archiveOf('EVALUATION')
  sealed = await archiveOf('PUBLISHED')
})
afterAll(() => rmSync(folder, { recursive: true }))

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
const partsOf = (archive: Uint8Array): Parts => new Map(Object.entries(unzipSync(archive)))
const zip = (parts: Parts): Uint8Array => zipSync(Object.fromEntries(parts))
/** Writes the manifest again, as a forger would who knows the format. */
const forge = (change: (parts: Parts) => void, archive: Uint8Array = genuine): Uint8Array => {
  const parts = partsOf(archive)
  change(parts)
  const manifest = JSON.parse(textOf(parts.get('manifest.json'))) as ArchiveManifest
  parts.delete('manifest.json')
  manifest.parts = [...parts].map(([name, part]) => ({
    path: name,
    bytes: part.length,
    sha256: createHash('sha256').update(part).digest('hex'),
    rows: name.endsWith('.jsonl') ? textOf(part).split('\n').length - 1 : null,
  }))
  parts.set('manifest.json', bytesOf(JSON.stringify(manifest)))
  return zip(parts)
}
const sorted = (line: Line): Line =>
  Object.fromEntries(Object.entries(line).sort(([a], [b]) => (a < b ? -1 : 1)))
const forgeLines = (name: string, change: (lines: Line[]) => Line[]): Uint8Array =>
  forge((parts) => {
    const lines = textOf(parts.get(name)).split('\n').slice(0, -1)
    const rows = change(lines.map((line) => JSON.parse(line) as Line))
    parts.set(name, bytesOf(rows.map((row) => `${JSON.stringify(sorted(row))}\n`).join('')))
  })
const forgeFirst = (name: string, change: Line): Uint8Array =>
  forgeLines(name, ([first, ...others]) => [{ ...first, ...change }, ...others])
const forgeManifest = (change: (manifest: ArchiveManifest) => object): Uint8Array => {
  const parts = partsOf(genuine)
  const manifest = JSON.parse(textOf(parts.get('manifest.json'))) as ArchiveManifest
  parts.set('manifest.json', bytesOf(JSON.stringify({ ...manifest, ...change(manifest) })))
  return zip(parts)
}

/** @returns 'valid', or the problem */
const verdict = async (archive: Uint8Array): Promise<string> => {
  writeFileSync(path, archive)
  const file = await open(path, 'r')
  try {
    await readArchive(file)
    return 'valid'
  } catch (error) {
    if (error instanceof ArchiveProblem) return error.message
    throw error
  } finally {
    await file.close()
  }
}
/** Changes bytes of the list of entries at the end of the file. */
const withDirectory = (change: (view: DataView, at: number) => void): Uint8Array => {
  const archive = genuine.slice()
  const view = new DataView(archive.buffer)
  change(view, view.getUint32(archive.length - 6, true))
  return archive
}

describe('[EX13] what the server writes is valid', () => {
  test('with answers, files and chains, and without what is sealed', async () => {
    expect(await verdict(genuine)).toBe('valid')
    expect(await verdict(sealed)).toBe('valid')
  })
  test('of every project of the demo', async () => {
    const place = await createTestDatabase()
    const database = await openDatabase(place)
    try {
      await startDemo(database)
      const projects = await database.queries.selectFrom('projects').select('body').execute()
      expect(projects.length).toBeGreaterThan(2)
      for (const { body } of projects) {
        const { id, ownerId, organizationId } = JSON.parse(body) as Project
        const reader = { user_id: ownerId, organization_id: organizationId, project_id: id }
        const archive = await database.read(async (tx) => {
          const found = await openForReader(tx, reader)
          const pieces: Uint8Array[] = []
          const sink = { write: async (piece: Uint8Array) => void pieces.push(piece) }
          const blobs = {
            read: (): never => {
              throw new Error('The demo has no files')
            },
          }
          if (found === null) throw new Error('The owner may not read the project')
          await writeArchive(found.opened, { sink, blobs, writtenOn: 0, onPage: () => undefined })
          return Buffer.concat(pieces)
        })
        expect([id, await verdict(archive)]).toEqual([id, 'valid'])
      }
    } finally {
      await database.close()
      await place.remove()
    }
  })
  test('a forger who changes nothing gets a valid archive', async () => {
    expect(await verdict(forge(() => undefined))).toBe('valid')
    expect(await verdict(forgeFirst('rows/requirement.jsonl', {}))).toBe('valid')
  })

  const command = async (archive: string): Promise<{ code: number; output: string }> =>
    await promisify(execFile)(process.execPath, ['server/verify-archive.ts', archive], {
      cwd: projectRoot,
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
    )
  test('the command prints what it holds, and ends with 1 or 2 otherwise', async () => {
    writeFileSync(path, sealed)
    const { code, output } = await command(path)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^\d+ rows, \d+ changes, \d+ log entries, 1 files, without sealed answers\n$/,
      ),
    ])
    writeFileSync(path, genuine.subarray(0, -1))
    expect(await command(path)).toEqual({
      code: 1,
      output: 'NOT VALID The file is no ZIP file, or its end is missing\n',
    })
    expect((await command(join(folder, 'none'))).code).toBe(2)
  })
})

describe('[EX14] the file', () => {
  const CUT = 'The file is no ZIP file, or its end is missing'
  test.each([
    ['empty', () => new Uint8Array(), CUT],
    ['no ZIP', () => bytesOf('x'.repeat(100)), CUT],
    ['truncated', () => genuine.subarray(0, -100), CUT],
    ['without its beginning', () => genuine.subarray(50), CUT],
    [
      'of another kind',
      () => zip(new Map([['a.txt', bytesOf('a')]])),
      'The last entry of the file is no manifest.json',
    ],
    [
      'with an entry that unpacks to more than announced',
      () => withDirectory((view, at) => view.setUint32(at + 24, 3, true)),
      'rows/project.jsonl: has another size than the manifest',
    ],
    [
      'with entries over each other',
      () =>
        withDirectory((view, at) => {
          const next = at + 46 + view.getUint16(at + 28, true)
          view.setUint32(next + 42, view.getUint32(at + 42, true), true)
        }),
      'rows/projectVendor.jsonl: lies over another entry',
    ],
    [
      'encrypted',
      () => withDirectory((view, at) => view.setUint16(at + 8, 1, true)),
      'rows/project.jsonl: is encrypted or packed by another method',
    ],
    [
      'with more entries than the format counts',
      () => withDirectory((view) => view.setUint16(view.byteLength - 12, 65_535, true)),
      'The file has too many entries',
    ],
    [
      'with a manifest that is too large to be read as a whole',
      () => {
        const parts = partsOf(genuine)
        parts.set('manifest.json', new Uint8Array(33_000_000))
        return zip(parts)
      },
      'manifest.json: is too large',
    ],
    [
      'with a damaged byte',
      () => {
        const archive = genuine.slice()
        archive[80] = (archive[80] ?? 0) ^ 255
        return archive
      },
      'rows/project.jsonl: is damaged',
    ],
  ])('%s', async (_name, make, problem) => {
    expect(await verdict(make())).toBe(problem)
  })

  test('a bomb stops at the size that it announces', async () => {
    const parts = partsOf(forge((own) => own.set('rows/project.jsonl', new Uint8Array(20_000_000))))
    const text = textOf(parts.get('manifest.json'))
    parts.set('manifest.json', bytesOf(text.replace('"bytes":20000000', '"bytes":3')))
    const bomb = zip(parts)
    const view = new DataView(bomb.buffer, bomb.byteOffset)
    view.setUint32(view.getUint32(bomb.length - 6, true) + 24, 3, true)
    expect(await verdict(bomb)).toBe('rows/project.jsonl: unpacks to more than it announces')
  })
})

describe('[EX14] the manifest', () => {
  test.each([
    [
      'of another version',
      () => forgeManifest(() => ({ version: 3 })),
      'manifest.json: has version 3 of the format; this program reads 1 and 2',
    ],
    [
      'of another format',
      () => forgeManifest(() => ({ format: 'x' })),
      'manifest.json: is not that of a project archive',
    ],
    [
      'with more fields',
      () => forgeManifest(() => ({ more: 1 })),
      'manifest.json: more is not valid',
    ],
    [
      'with a wrong hash',
      () =>
        forgeManifest(({ parts }) => ({
          parts: parts.map((part, index) =>
            index === 0 ? { ...part, sha256: '0'.repeat(64) } : part,
          ),
        })),
      'rows/project.jsonl: does not have the SHA-256 that the manifest names',
    ],
    [
      'that counts more lines',
      () =>
        forgeManifest(({ parts }) => ({
          parts: parts.map((part, index) => (index === 0 ? { ...part, rows: 2 } : part)),
        })),
      'rows/project.jsonl: has 1 lines instead of 2',
    ],
    [
      'that names a missing entry',
      () => {
        const parts = partsOf(genuine)
        parts.delete(`files/${hashOf(PLAN)}`)
        return zip(parts)
      },
      `files/${hashOf(PLAN)}: is missing`,
    ],
    [
      'of another project',
      () => forgeManifest(() => ({ project: { id: 'other', name: 'A', version: '' } })),
      'rows/project.jsonl, line 1: belongs to another project',
    ],
  ])('%s', async (_name, make, problem) => {
    expect(await verdict(make())).toBe(problem)
  })
})

describe('[EX14] the lines', () => {
  const circle = (): string => {
    const needs = (parameterKey: string) => ({
      join: 'all' as const,
      conditions: [{ parameterKey, op: 'filled' as const, value: null }],
    })
    const parameters = [
      buildParameter({ id: 'a', key: 'a', visibleWhen: needs('b') }),
      buildParameter({ id: 'b', key: 'b', name: 'Level', visibleWhen: needs('a') }),
    ]
    return definitionText({
      contentConfiguration: { parameters },
      suppliersCommitment: { parameters: [] },
    })
  }
  const requirements = 'rows/requirement.jsonl'
  test.each([
    [
      'an unknown kind of row',
      () => forge((parts) => parts.set('rows/invoice.jsonl', bytesOf('{}\n'))),
      'rows/invoice.jsonl: is not in its place',
    ],
    [
      'a row that does not fit its schema',
      () => forgeFirst(requirements, { name: 7 }),
      `${requirements}, line 1: name is not valid`,
    ],
    [
      'a definition that is none',
      () => forgeFirst(requirements, { definition: '{"a":1}' }),
      expect.stringMatching(/^rows\/requirement.jsonl, line 1: definition.* is not valid$/),
    ],
    [
      'a definition whose conditions form a circle',
      () => forgeFirst(requirements, { definition: circle() }),
      `${requirements}, line 1: definition breaks the rule PARAMETER_CYCLE`,
    ],
    [
      'a section that is not there',
      () => forgeFirst(requirements, { sectionId: 'SECRET' }),
      `${requirements}, line 1: sectionId names nothing in this archive`,
    ],
    [
      'parents that contradict',
      () => forgeFirst(requirements, { packageId: 'p2' }),
      `${requirements}, line 1: packageId and documentId contradict`,
    ],
    [
      'another project',
      () => forgeFirst('rows/package.jsonl', { projectId: 'other' }),
      'rows/package.jsonl, line 1: belongs to another project',
    ],
    [
      'an id twice',
      () => forgeLines(requirements, (rows) => [...rows.slice(0, 1), ...rows]),
      `${requirements}, line 2: is not in the order of ids, or repeats one`,
    ],
    [
      'the answer of another vendor',
      () => forgeFirst('rows/commitment.jsonl', { vendorId: 1 }),
      'rows/commitment.jsonl, line 1: id is that of another answer',
    ],
    [
      'no project',
      () => forge((parts) => parts.set('rows/project.jsonl', new Uint8Array())),
      'rows/project.jsonl: does not hold one project',
    ],
    [
      'no JSON',
      () => forge((parts) => parts.set(requirements, bytesOf('{}}\n'))),
      `${requirements}, line 1: is no JSON`,
    ],
    [
      'JSON nested without end',
      () => forge((parts) => parts.set(requirements, bytesOf(`${'['.repeat(100_000)}\n`))),
      `${requirements}, line 1: is no JSON`,
    ],
    [
      'no end of the last line',
      () =>
        forge((parts) => parts.set(requirements, parts.get(requirements)?.subarray(0, -1) ?? PLAN)),
      `${requirements}, line 3: does not end with a line feed`,
    ],
    [
      'no UTF-8',
      () => forge((parts) => parts.set(requirements, new Uint8Array([0xff, 10]))),
      `${requirements}, line 1: is no UTF-8`,
    ],
    [
      'JSON that is not canonical',
      () =>
        forge((parts) =>
          parts.set(requirements, bytesOf(textOf(parts.get(requirements)).replace(':', ': '))),
        ),
      `${requirements}, line 1: is not canonical JSON`,
    ],
  ])('%s', async (_name, make, problem) => {
    expect(await verdict(make())).toEqual(problem)
  })
})

describe('[EX14] chains and files', () => {
  const other = bytesOf('<script>alert(1)</script>')
  const file = `files/${hashOf(PLAN)}`
  const otherHash = createHash('sha256').update(other).digest('hex')
  const vendorChain = (): string =>
    [...partsOf(genuine).keys()].find((name) => name.startsWith('log/v')) ?? ''
  /** Changes the last entry and its hash. */
  const forgeChain = (name: string, change: Partial<OpenEntry>): Uint8Array =>
    forgeLines(name, (lines) => {
      const entries = lines as unknown as OpenEntry[]
      const chain = { projectId: PROJECT, audience: name.slice(4, -6) as 'team' }
      const last = { ...(entries.at(-1) as OpenEntry), ...change }
      const text = entryText(chain, last, entries.at(-2)?.hash ?? FIRST_PREV)
      const hash = createHash('sha256').update(text).digest('hex')
      return [...lines.slice(0, -1), { ...last, hash }]
    })
  test.each([
    [
      'a changed entry',
      () => forgeFirst('log/team.jsonl', { at: 1 }),
      'log/team.jsonl, line 1: was changed, or the entry before it was',
    ],
    [
      'the end of a chain that the team noted',
      () => forgeLines(vendorChain(), (entries) => entries.slice(0, -1)),
      expect.stringMatching(
        /^log\/v\d+.jsonl: ends before an entry that the chain of the team names$/,
      ),
    ],
    [
      'another chain than the team noted',
      () => forgeChain(vendorChain(), { at: 4 }),
      expect.stringMatching(
        /^log\/v\d+.jsonl, line 3: is not the one that the chain of the team names$/,
      ),
    ],
    [
      'an entry taken out',
      () => forgeLines('log/team.jsonl', ([, ...rest]) => rest),
      'log/team.jsonl, line 1: is not the next entry of the chain',
    ],
    [
      'a chain of another vendor',
      () =>
        forge((parts) => {
          const chain = [...parts.keys()].find((name) => name.startsWith('log/v')) ?? ''
          parts.set('log/v99999.jsonl', parts.get(chain) ?? other)
        }),
      'log/v99999.jsonl: is not in its place',
    ],
    [
      'other bytes of a file',
      () => forge((parts) => parts.set(file, other)),
      `${file}: is not named by its SHA-256`,
    ],
    [
      'a file that no attachment names',
      () => forge((parts) => parts.set(`files/${otherHash}`, other)),
      `files/${otherHash}: is named by no attachment of its size, or comes twice`,
    ],
    [
      'no file',
      () => forge((parts) => parts.delete(file)),
      `${file}: is named by an attachment, but missing`,
    ],
    [
      'a file of a type that is not allowed',
      () => {
        const stored = { bytes: other.length, contentHash: otherHash, mime: 'text/plain' }
        const named = forgeFirst('rows/attachment.jsonl', { file: stored })
        return forge((parts) => {
          parts.delete(file)
          parts.set(`files/${otherHash}`, other)
        }, named)
      },
      `files/${otherHash}: is of a type not allowed`,
    ],
  ])('%s', async (_name, make, problem) => {
    expect(await verdict(make())).toEqual(problem)
  })
})

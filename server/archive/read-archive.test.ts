import { describe, expect, it } from 'vitest'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { buildProject, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { chainOf, linesOf, sha256 } from '../../tests/support/small-archive.ts'
import {
  archive,
  attachment,
  change,
  FILE,
  member,
  number,
  ofVersion1,
  PLAN,
  read,
  ROWS,
  teamChain,
  vendorChain,
  verdict,
  withFacts,
  withLines,
  withPart,
  withRows,
} from '../../tests/support/whole-archive.ts'
import { ArchiveProblem } from './archive-problem.ts'

describe('[EX14] a valid archive', () => {
  it('is counted by its parts', async () => {
    const content = await read(archive())
    const { manifest, entries, ...counts } = content
    expect(counts).toEqual({ rows: 16, changes: 2, logEntries: 5, files: 1 })
    expect(entries.map(({ name }) => name)).toEqual([
      ...manifest.parts.map(({ path }) => path),
      'manifest.json',
    ])
  })
  it.each<[string, Buffer]>([
    ['of version 1', archive(ofVersion1, { version: 1 })],
    [
      'without chains and files',
      archive((parts) => {
        for (const path of ['log/team.jsonl', 'log/v7.jsonl', FILE]) parts.delete(path)
        parts.set('rows/attachment.jsonl', '')
      }),
    ],
    [
      'of a project that is sealed',
      archive(
        (parts) => {
          parts.set('rows/project.jsonl', linesOf([buildProject({ state: 'PUBLISHED' })]))
        },
        { leavesOutSealed: true },
      ),
    ],
    [
      'whose chain of the team names none of a vendor',
      withLines('log/team.jsonl', chainOf(PROJECT_ID, 'team', [{ anchors: 'x' }, {}])),
    ],
    ['with an empty line of numbers', withLines('numbering.jsonl', [])],
  ])('%s', async (_name, bytes) => {
    expect(await verdict(bytes)).toBe('valid')
  })
  it('may be too large for its reader, who is asked before the first row is read', async () => {
    const limits = { bytes: 1_000_000, lineBytes: 100_000, require: () => undefined }
    const bytes = archive()
    expect(await verdict(bytes, limits)).toBe('valid')
    const { entries } = await read(bytes)
    const total = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    expect(await verdict(bytes, { ...limits, bytes: total })).toBe('valid')
    expect(await verdict(bytes, { ...limits, bytes: total - 1 })).toBe(
      'The file unpacks to more than an archive may hold',
    )
    expect(await verdict(bytes, { ...limits, lineBytes: 100 })).toMatch(/^rows\/project\.jsonl/)
    const spoilt = withPart('rows/project.jsonl', 'x\n')
    const require = (): never => {
      throw new ArchiveProblem(null, 'too many rows')
    }
    expect(await verdict(spoilt, { ...limits, require })).toBe('too many rows')
  })
})

describe('[EX14] the parts of an archive', () => {
  const project = (changes: object) =>
    withRows('project', [buildProject({ state: 'EVALUATION', ...changes })])
  const [first, second, third] = vendorChain
  it.each<[string, Buffer]>([
    ['rows/project.jsonl, line 1: is no JSON', withPart('rows/project.jsonl', 'x\n')],
    ['rows/project.jsonl: does not hold one project', withRows('project', [])],
    [
      'rows/project.jsonl, line 2: is not in the order of ids, or repeats one',
      withRows('project', [ROWS['project']?.[0], ROWS['project']?.[0]]),
    ],
    [
      'rows/project.jsonl, line 1: is not the project that the manifest describes',
      project({ name: 'Other' }),
    ],
    [
      'rows/project.jsonl, line 1: is not the project that the manifest describes',
      project({ version: '2' }),
    ],
    [
      'rows/project.jsonl, line 1: is not the project that the manifest describes',
      archive(undefined, { leavesOutSealed: true }),
    ],
    ['rows/project.jsonl, line 1: belongs to another project', project({ id: 'other' })],
    ['rows/project.jsonl, line 1: deadlineAt is not valid', project({ deadlineAt: 'x' })],
    [
      'rows/package.jsonl, line 2: is not in the order of ids, or repeats one',
      withRows('package', [...(ROWS['package'] ?? [])].toReversed()),
    ],
    [
      'rows/package.jsonl, line 1: is not canonical JSON',
      withPart('rows/package.jsonl', linesOf(ROWS['package'] ?? []).replace('{', '{ ')),
    ],
    ['rows/package.jsonl: has 2 lines instead of 1', withFacts('rows/package.jsonl', { rows: 1 })],
    [
      'rows/package.jsonl: does not have the SHA-256 that the manifest names',
      withFacts('rows/package.jsonl', { sha256: '0'.repeat(64) }),
    ],
    [
      'rows/section.jsonl, line 1: documentId names nothing in this archive',
      withRows('document', []),
    ],
    [
      'rows/attachment.jsonl, line 2: names another size of its file than a row before',
      withRows('attachment', [
        attachment('a1'),
        attachment('a2', { file: { ...attachment('a2').file, bytes: 1 } }),
      ]),
    ],
    [
      'members.jsonl, line 2: is not in the order of ids, or repeats one',
      withLines('members.jsonl', [member(2), member(2)]),
    ],
    [
      'members.jsonl, line 2: is not in the order of ids, or repeats one',
      withLines('members.jsonl', [member(2), member(1)]),
    ],
    [
      'numbering.jsonl, line 2: is not in the order of prefixes',
      withLines('numbering.jsonl', [number('A'), number('A')]),
    ],
    [
      'numbering.jsonl, line 2: is not in the order of prefixes',
      withLines('numbering.jsonl', [number('B'), number('A')]),
    ],
    [
      'numbering.jsonl, line 1: lastNumber is not valid',
      withLines('numbering.jsonl', [{ prefix: 'A', lastNumber: 2 ** 31 }]),
    ],
    [
      'history.jsonl, line 2: entityId is that of another answer',
      withLines('history.jsonl', [change, { ...change, vendorId: 8 }]),
    ],
    [
      'log/team.jsonl, line 1: serial is not valid',
      withLines('log/team.jsonl', [{ ...teamChain[0], serial: 'x' }]),
    ],
    [
      'log/v7.jsonl, line 2: is not the next entry of the chain',
      withLines('log/v7.jsonl', [first, third]),
    ],
    [
      'log/v7.jsonl, line 1: was changed, or the entry before it was',
      withLines('log/v7.jsonl', [{ ...first, at: 2 }, second, third]),
    ],
    [
      'log/v7.jsonl, line 2: is not the one that the chain of the team names',
      withLines('log/v7.jsonl', chainOf(PROJECT_ID, 'v7', [{}, { a: 1 }, {}])),
    ],
    [
      'log/v7.jsonl: ends before an entry that the chain of the team names',
      withLines('log/v7.jsonl', [first]),
    ],
    [
      'log/x.jsonl, line 1: is an entry of an unknown chain',
      archive((parts) => {
        parts.delete(FILE)
        parts.set('log/x.jsonl', linesOf([first]))
        parts.set(FILE, PLAN)
      }),
    ],
    [
      `${FILE}: is named by an attachment, but missing`,
      archive((parts) => void parts.delete(FILE)),
    ],
    [`${FILE}: is named by no attachment of its size, or comes twice`, withRows('attachment', [])],
    [
      `${FILE}: does not agree with the name and type of its attachment`,
      withRows('attachment', [attachment('a1'), attachment('a2', { name: 'plan.png' })]),
    ],
    [
      `files/${'0'.repeat(64)}: is not named by its SHA-256`,
      archive((parts) => {
        parts.delete(FILE)
        parts.set(`files/${'0'.repeat(64)}`, PLAN)
      }),
    ],
  ])('are refused: %s', async (problem, bytes) => {
    expect(await verdict(bytes)).toBe(problem)
  })
  it('may hold a file of a kind that is allowed, however long it is', async () => {
    const stored = (text: string) =>
      archive((parts) => {
        parts.delete(FILE)
        const file = { contentHash: sha256(text), bytes: text.length, mime: 'text/plain' }
        parts.set('rows/attachment.jsonl', linesOf([attachment('a1', { name: 'a.txt', file })]))
        parts.set(`files/${sha256(text)}`, text)
      })
    expect(await verdict(stored('x'.repeat(200_000)))).toBe('valid')
    expect(await verdict(stored(`${'x'.repeat(FILE_LIMITS.headBytes)}\0`))).toBe('valid')
    expect(await verdict(stored(`${'x'.repeat(FILE_LIMITS.headBytes - 1)}\0`))).toMatch(
      /: is of a type not allowed$/,
    )
  })
})

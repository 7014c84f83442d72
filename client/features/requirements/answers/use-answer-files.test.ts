// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Attachment, attachmentId } from '#schema/entities/attachment.ts'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import { answerFilesText, parseAnswerFiles } from '#schema/rules/files/answer-files.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import { editsOf, openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

const place = { projectId: PROJECT_ID, requirementId: 'r1', vendorId: 7 }
const hash = (letter: string) => letter.repeat(64)
const named = (name: string, contentHash: string) => ({
  ...{ name, bytes: 3, mime: 'text/plain', contentHash },
})
const attachment = (id: string, changes: Partial<Attachment> = {}): Attachment => ({
  ...{ id, projectId: PROJECT_ID, packageId: 'p1', documentId: 'd1', requirementId: 'r1' },
  ...{ vendorId: 7, file: { contentHash: hash('a'), bytes: 3, mime: 'text/plain' } },
  ...{ name: 'kept.txt', alias: '', description: '', createdByOrg: 7, createdBy: 3 },
  ...{ createdByName: '', createdOn: 0, updatedOn: 0 },
  ...changes,
})

let device: OpenDevice
let told: { text: string; undo?: (() => unknown) | undefined }[]
let errors: unknown[]
beforeEach(async () => {
  vi.resetModules()
  device = await openPageProject({
    actor: buildVendorContact(),
    project: { state: 'PUBLISHED', publishedOn: 1 },
    rows: {
      ...buildRows(),
      attachment: [
        attachment('own'),
        attachment('of-another', { vendorId: 8, file: named('', hash('b')) }),
        attachment('of-team', { vendorId: null, file: named('', hash('e')) }),
        attachment('elsewhere', { requirementId: 'r2', file: named('', hash('c')) }),
      ],
    },
  })
  const { toast } = await import('#client/ui/feedback/toast.tsx')
  ;[told, errors] = [[], []]
  vi.spyOn(toast, 'success').mockImplementation((text, options) => {
    told.push({ text, undo: options?.undo })
  })
  vi.spyOn(toast, 'error').mockImplementation((error) => void errors.push(error))
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await new Promise((done) => setImmediate(done))
})

const file = (name: string, text = 'abc') => Object.assign(new Blob([text]), { name }) as File
const names = (value: ParameterValue) => parseAnswerFiles(value)?.map(({ name }) => name) ?? []
/** The field with its files; what it saves is its value from then on. */
const open = async (
  start: ParameterValue = null,
  validations: { kind: 'min_value' | 'max_value'; value: number }[] = [],
) => {
  const field = { value: start, saves: [] as ParameterValue[], fails: null as Error | null }
  const parameter = buildParameter({
    id: 'proof',
    key: 'proof',
    name: 'Proof',
    validations,
  } as never)
  const { useAnswerFiles, useFoundFiles } = await import('./use-answer-files.ts')
  const { result, rerender } = renderHook(() => ({
    files: useAnswerFiles({
      ...{ place, parameter, value: field.value },
      save: async (value) => {
        if (field.fails !== null) throw field.fails
        field.saves.push(value)
        field.value = value
      },
    }),
    found: useFoundFiles(place, field.value),
  }))
  return { field, page: () => result.current, rerender }
}
const waitingFiles = () => device.database.file.toArray()

describe('the files that an answer names', () => {
  it('are found among the vendor’s own attachments of the requirement, and only there', async () => {
    const value = answerFilesText([
      named('kept.txt', hash('a')),
      named('of-another.txt', hash('b')),
      named('elsewhere.txt', hash('c')),
    ])
    const { page } = await open(value)
    await waitFor(() => expect(page().found[0]?.row?.id).toBe('own'))
    expect(page().found.map(({ file: { name }, row }) => [name, row?.id])).toEqual([
      ['kept.txt', 'own'],
      ['of-another.txt', undefined],
      ['elsewhere.txt', undefined],
    ])
    const { bytesOf } = await import('./use-answer-files.ts')
    const [, other] = page().found
    expect(other && (await bytesOf(PROJECT_ID, other))).toBeUndefined()
  })

  it('a text that names no files shows none', async () => {
    expect((await open('Typed in an older version')).page().found).toEqual([])
  })

  it('wait on the device until they are attached', async () => {
    const { page, field, rerender } = await open()
    await act(() => page().files.add([file('new.txt')]))
    rerender()
    await waitFor(() => expect(page().found[0]?.waiting).toBeDefined())
    expect(names(field.value)).toEqual(['new.txt'])
    const { bytesOf } = await import('./use-answer-files.ts')
    const [found] = page().found
    expect(found?.row).toBeUndefined()
    expect(await (found && (await bytesOf(PROJECT_ID, found)))?.text()).toBe('abc')
  })

  it('a file that is attached and still waits for its last word is attached', async () => {
    const { page, rerender, field } = await open()
    await act(() => page().files.add([file('new.txt')]))
    const [record] = await waitingFiles()
    const id = attachmentId(record?.id ?? '', 7)
    const { contentHash } = parseAnswerFiles(field.value)?.[0] ?? { contentHash: '' }
    await device.database.delta.put({
      ...{ projectId: PROJECT_ID, entity: 'attachment', id, bucket: 'all', no: 99 },
      row: attachment(id, { name: 'new.txt', file: { ...named('', contentHash) } }),
    } as never)
    const { deviceNotes } = await import('#client/lib/device.ts')
    const { emptyChange } = await import('#sync/engine/change.ts')
    act(() =>
      deviceNotes.emit({ type: 'changes', changes: [{ ...emptyChange(99, null), reload: true }] }),
    )
    rerender()
    await waitFor(() => expect(page().found[0]?.row?.id).toBe(id))
    expect(page().found[0]?.waiting).toBeUndefined()
  })
})

describe('adding files', () => {
  it('saves the field after each, and keeps the files that it named before', async () => {
    const { page, field } = await open(answerFilesText([named('kept.txt', hash('a'))]))
    let adding = Promise.resolve()
    act(() => void (adding = page().files.add([file('one.txt', '1'), file('two.txt', '2')])))
    expect(page().files.isBusy).toBe(true)
    await act(() => adding)
    expect([page().files.isBusy, page().files.problems]).toEqual([false, []])
    expect(field.saves.map(names)).toEqual([
      ['kept.txt', 'one.txt'],
      ['kept.txt', 'one.txt', 'two.txt'],
    ])
    const [, one] = parseAnswerFiles(field.value) ?? []
    expect(one).toMatchObject({ bytes: 1, mime: 'text/plain' })
    expect(one?.contentHash).toMatch(/^[0-9a-f]{64}$/)
    const records = await waitingFiles()
    expect(
      records
        .map(({ args, label }) => [args.name, args.place, label.includes(args.name)])
        .toSorted(),
    ).toEqual([
      ['one.txt', { kind: 'requirement', id: 'r1' }, true],
      ['two.txt', { kind: 'requirement', id: 'r1' }, true],
    ])
    expect(new Set(records.map(({ scope }) => scope)).size).toBe(2)
  })

  it('a file of a kind that is not allowed is refused with its reason, and the next is added', async () => {
    const { page, field } = await open()
    await act(() => page().files.add([file('tool.exe'), file('fine.txt')]))
    expect(page().files.problems).toMatchObject([{ name: 'tool.exe' }])
    expect(page().files.problems[0]?.text).toMatch(/./)
    expect([names(field.value), (await waitingFiles()).length]).toEqual([['fine.txt'], 1])
    await act(() => page().files.add([]))
    expect(page().files.problems).toEqual([])
  })

  it('more files than the field takes are refused before they are stored', async () => {
    const { page, field } = await open(null, [{ kind: 'max_value', value: 1 }])
    await act(() => page().files.add([file('one.txt', '1'), file('two.txt', '2')]))
    expect(page().files.problems).toMatchObject([{ name: 'two.txt' }])
    expect([names(field.value), (await waitingFiles()).length]).toEqual([['one.txt'], 1])
  })

  it('a field that cannot be saved tells which file it is', async () => {
    const { page, field } = await open()
    field.fails = new Error('The device is full')
    await act(() => page().files.add([file('one.txt')]))
    expect(page().files.problems).toMatchObject([{ name: 'one.txt' }])
    expect(page().files.isBusy).toBe(false)
  })
})

describe('removing a file', () => {
  it('that waits takes it from the field and the device, and the undo restores both', async () => {
    const { page, field, rerender } = await open()
    await act(() => page().files.add([file('new.txt')]))
    const before = field.value
    rerender()
    await waitFor(() => expect(page().found[0]?.waiting).toBeDefined())
    const [found] = page().found
    if (found === undefined) throw new Error('No file')
    await act(() => page().files.remove(found))
    expect([field.value, await waitingFiles(), errors]).toEqual([null, [], []])
    expect(told).toEqual([{ text: expect.stringContaining('new.txt'), undo: expect.any(Function) }])
    await act(async () => void (await told[0]?.undo?.()))
    expect([field.value, (await waitingFiles()).map(({ args }) => args.name)]).toEqual([
      before,
      ['new.txt'],
    ])
  })

  it('that is attached removes the attachment and leaves the others', async () => {
    const value = answerFilesText([named('kept.txt', hash('a')), named('other.txt', hash('d'))])
    const { page, field } = await open(value)
    await waitFor(() => expect(page().found[0]?.row?.id).toBe('own'))
    const [found] = page().found
    if (found === undefined) throw new Error('No file')
    await act(() => page().files.remove(found))
    expect(names(field.value)).toEqual(['other.txt'])
    expect(await editsOf(device)).toMatchObject([
      { command: 'attachments.remove', args: { projectId: PROJECT_ID, id: 'own' } },
    ])
    await act(async () => void (await told[0]?.undo?.()))
    expect(field.value).toBe(value)
    expect((await editsOf(device)).map(({ command }) => command)).toEqual([
      'attachments.remove',
      'attachments.create',
    ])
  })

  it('that another field names too leaves the attachment to it', async () => {
    const { deviceNotes } = await import('#client/lib/device.ts')
    const { emptyChange } = await import('#sync/engine/change.ts')
    const value = answerFilesText([named('kept.txt', hash('a'))])
    const other = buildParameter({ id: 'other', key: 'other', name: 'Other', inputType: 'file' })
    const rows = {
      requirement: buildRequirement({ definition: buildDefinition({ answer: [other] }) }),
      commitment: buildCommitment({ values: { other: value } }),
    }
    for (const [entity, row] of Object.entries(rows))
      await device.database.delta.put({
        ...{ projectId: PROJECT_ID, entity, id: row.id, bucket: 'all', no: 99, row },
      } as never)
    act(() =>
      deviceNotes.emit({ type: 'changes', changes: [{ ...emptyChange(99, null), reload: true }] }),
    )
    const { page, field } = await open(value)
    await waitFor(() => expect(page().found[0]?.row?.id).toBe('own'))
    const [found] = page().found
    if (found === undefined) throw new Error('No file')
    await act(() => page().files.remove(found))
    expect([field.value, errors, await editsOf(device), told.length]).toEqual([null, [], [], 1])
    await act(async () => void (await told[0]?.undo?.()))
    expect(field.value).toBe(value)
  })

  it('that may not be removed tells why', async () => {
    const { page } = await open(answerFilesText([named('kept.txt', hash('a'))]))
    await waitFor(() => expect(page().found[0]?.row?.id).toBe('own'))
    const [found] = page().found
    if (found?.row === undefined) throw new Error('No file')
    const foreign = { ...found, row: { ...found.row, id: 'of-team' } }
    await act(() => page().files.remove(foreign))
    expect([errors.length, told, await editsOf(device)]).toEqual([1, [], []])
  })

  it('whose bytes are nowhere takes only its name', async () => {
    const value = answerFilesText([named('lost.txt', hash('d'))])
    const { page, field } = await open(value)
    const [found] = page().found
    if (found === undefined) throw new Error('No file')
    await act(() => page().files.remove(found))
    expect([field.value, await editsOf(device), told.length]).toEqual([null, [], 1])
    await act(async () => void (await told[0]?.undo?.()))
    expect(field.value).toBe(value)
  })

  it('tells if the field cannot be saved, and keeps the file', async () => {
    const { page, field } = await open(answerFilesText([named('kept.txt', hash('a'))]))
    await waitFor(() => expect(page().found[0]?.row?.id).toBe('own'))
    const [found] = page().found
    if (found === undefined) throw new Error('No file')
    field.fails = new Error('The device is full')
    await act(() => page().files.remove(found))
    expect([errors, told, await editsOf(device)]).toEqual([[field.fails], [], []])
  })
})

// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attachment } from '#schema/entities/attachment.ts'
import { catchDownloads, type Download } from '../../../tests/support/downloads.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { signInPage } from '../../../tests/support/page-session.ts'
import {
  buildCommitment,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import type { OpenDevice } from '../../lib/device.ts'

const attachment = (id: string, changes: Partial<Attachment> = {}): Attachment => ({
  ...{ id, projectId: PROJECT_ID, packageId: 'p1', documentId: 'd1', requirementId: 'r1' },
  ...{ vendorId: null, name: `${id}.txt`, alias: '', description: '' },
  file: { contentHash: '0'.repeat(64), bytes: 4, mime: 'text/plain' },
  ...{ createdByOrg: 1, createdBy: 1, createdByName: '', createdOn: 0, updatedOn: 0 },
  ...changes,
})
let device: OpenDevice
let downloads: Download[]
let told: unknown[]
const open = async (changes: Parameters<typeof openPageProject>[0] = {}) => {
  device = await openPageProject(changes)
  await signInPage(device)
  const { toast } = await import('../../ui/feedback/toast.tsx')
  vi.spyOn(toast, 'error').mockImplementation((error) => void told.push(error))
}
beforeEach(() => {
  downloads = catchDownloads()
  told = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const keepBytes = (id: string, text: string) =>
  device.database.content.put({
    ...{ projectId: PROJECT_ID, id, contentHash: '0'.repeat(64), blob: new Blob([text]) },
  })

describe('requirements as ReqIF', () => {
  const save = async (place: { packageId?: string } = {}) => {
    const { saveReqif } = await import('./save-reqif.ts')
    await saveReqif({ projectId: PROJECT_ID, name: 'Groupware', ...place })
    return downloads.at(-1)
  }
  const bytesOf = async (download: Download | undefined) =>
    new Uint8Array((await download?.blob.arrayBuffer()) ?? new ArrayBuffer())
  const textOf = async (download: Download | undefined) => strFromU8(await bytesOf(download))
  const objects = (xml: string) => xml.match(/<SPEC-OBJECT /g)?.length ?? 0

  it('have every document of the project, or of one package, in reading order', async () => {
    await open({ rows: buildRows() })
    vi.useFakeTimers({ now: Date.UTC(2030, 4, 6), toFake: ['Date'] })
    const whole = await save()
    expect([whole?.name, whole?.blob.type]).toEqual([
      'Groupware 2030-05-06.reqif',
      'application/xml',
    ])
    const xml = await textOf(whole)
    for (const text of ['Groupware', 'Functions', 'Protection', 'General', 'Sends mail'])
      expect(xml).toContain(text)
    expect(xml.indexOf('Sends mail')).toBeLessThan(xml.indexOf('Keeps a calendar'))
    const one = await textOf(await save({ packageId: 'p2' }))
    expect(one).toContain('Encrypts')
    expect(one).not.toContain('Sends mail')
    expect(objects(one)).toBeLessThan(objects(xml))
    expect(told).toEqual([])
  })

  it('come as an archive with the files of their requirements, and say which are missing', async () => {
    await open({
      rows: {
        ...buildRows(),
        attachment: [
          attachment('here'),
          attachment('away'),
          attachment('of-document', { requirementId: null }),
          attachment('of-vendor', { vendorId: 7 }),
        ],
      },
    })
    await keepBytes('here', 'text')
    await keepBytes('of-vendor', 'text')
    const saved = await save()
    expect([saved?.name, saved?.blob.type]).toEqual([
      expect.stringMatching(/^Groupware .*\.reqifz$/),
      'application/zip',
    ])
    const parts = unzipSync(await bytesOf(saved))
    const names = Object.keys(parts)
    expect(names).toHaveLength(2)
    const path = names.find((name) => name.endsWith('here.txt')) ?? ''
    expect(strFromU8(parts[path] ?? new Uint8Array())).toBe('text')
    const xml = strFromU8(parts['requirements.reqif'] ?? new Uint8Array())
    expect(xml).toContain(path)
    expect(xml).not.toContain('away.txt')
    expect(told).toEqual(['One file is not on this device and was left out.'])
    await device.database.content.clear()
    expect((await save())?.name).toMatch(/\.reqif$/)
    expect(told[1]).toBe('2 files are not on this device and were left out.')
  })

  it('are not written without requirements', async () => {
    await open({ rows: buildRows({ requirement: [] }) })
    await save()
    expect([downloads, told]).toEqual([[], ['There are no requirements to export.']])
  })

  it('that cannot be read are an error on the screen', async () => {
    await open({ rows: buildRows() })
    vi.stubGlobal('Blob', function broken() {
      throw new RangeError('No memory')
    })
    await save()
    expect(told).toEqual([expect.objectContaining({ message: 'No memory' })])
  })
})

describe('answers as a workbook', () => {
  const rows = buildRows({ commitment: [buildCommitment({ values: { note: 'Ours' } })] })
  const exported = async (documentId: string | null = null) => {
    const { exportAnswers } = await import('../answer-book/export-answers.ts')
    await exportAnswers(PROJECT_ID, documentId)
    const download = downloads.at(-1)
    const parts = unzipSync(
      new Uint8Array((await download?.blob.arrayBuffer()) ?? new ArrayBuffer()),
    )
    const text = Object.values(parts)
      .map((part) => strFromU8(part))
      .join('\n')
    return { ...download, text }
  }
  const openVendor = (changes: Parameters<typeof openPageProject>[0] = {}) =>
    open({
      ...{ rows, actor: buildVendorContact(), session: { organizationName: 'Alpha' } },
      ...{ project: { state: 'PUBLISHED' }, ...changes },
    })

  it('have all documents of the vendor, or one, under their name and the day', async () => {
    await openVendor()
    const { setClockSkew } = await import('../../lib/clock.ts')
    const day = new Date().toISOString().slice(0, 10)
    const whole = await exported()
    expect(whole.name).toBe(`Groupware Alpha ${day}.xlsx`)
    expect(whole.blob?.type).toContain('spreadsheetml.sheet')
    for (const word of ['Sends mail', 'Encrypts', 'Ours', 'Alpha'])
      expect(whole.text).toContain(word)
    setClockSkew(-86_400_000)
    const one = await exported('d1')
    const before = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    expect(one.name).toBe(`Functions Alpha ${before}.xlsx`)
    expect(one.text).not.toContain('Encrypts')
    setClockSkew(0)
  })

  it('are not written for a project or document that the person does not have', async () => {
    await openVendor()
    const { exportAnswers } = await import('../answer-book/export-answers.ts')
    const refused = { code: 'NOT_FOUND' }
    await expect(exportAnswers('unknown', null)).rejects.toMatchObject(refused)
    await expect(exportAnswers(PROJECT_ID, 'unknown')).rejects.toMatchObject(refused)
    await openVendor({ rows: buildRows({ requirement: [] }) })
    await expect(exportAnswers(PROJECT_ID, null)).rejects.toMatchObject(refused)
    expect(downloads).toEqual([])
  })
})

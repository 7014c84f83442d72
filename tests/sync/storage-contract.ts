import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncRow } from '#schema/api/sync.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { BucketDigest, contentVersion, EMPTY_DIGEST } from '#schema/rules/project/bucket-digest.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import type { OutboxEntry, ParkedEntry, Storage } from '#sync/engine/ports.ts'
import { buildRequirement } from '../support/project-rows.ts'

export const PROJECT = 'project'
const id = (n: number): string => `r-${String(n).padStart(6, '0')}`
const requirement = (n: number, changes: Partial<Requirement> = {}): Requirement =>
  buildRequirement({ id: id(n), name: `Requirement ${n}`, ...changes })
const row = (n: number, bucket = 'p1:int', changes: Partial<Requirement> = {}): SyncRow => ({
  bucket,
  entity: 'requirement',
  id: id(n),
  row: requirement(n, changes),
})
const gone = (n: number, bucket = 'p1:int'): SyncRow => ({
  bucket,
  entity: 'requirement',
  id: id(n),
  row: null,
})
const many = (count: number, bucket?: string): SyncRow[] =>
  Array.from({ length: count }, (_, n) => row(n, bucket))
const entry = (mid: number): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId: PROJECT,
  command: 'requirements.update',
  args: {},
  base: {},
  clientAt: 0,
  label: '',
  touched: [],
  poison: null,
})

const parkedEdit = (of: string, mid: number): ParkedEntry => ({
  ...entry(mid),
  ...{ id: of, status: 'refused', reason: 'DEADLINE_PASSED', detail: { at: 4 } },
  ...{ conflicts: [], at: 1, standing: '' },
})

/** The contract of the engine's storage port, which every storage must keep. */
export const storageContract = (name: string, create: () => Promise<Storage> | Storage): void => {
  describe(`the storage ${name}`, () => {
    let storage: Storage
    beforeEach(async () => {
      storage = await create()
    })
    const lay = async (rows: SyncRow[]): Promise<void> =>
      storage.transaction('apply', async (tx) => void (await tx.layRows(PROJECT, rows)))
    const read = async (n: number): Promise<Requirement | undefined> =>
      storage.transaction('read', (tx) => tx.baseRow(PROJECT, 'requirement', id(n)))
    const inOther = async (n: number): Promise<string | undefined> =>
      storage.transaction(
        'read',
        async (tx) => (await tx.baseRow('other', 'requirement', id(n)))?.id,
      )
    const list = async (index: 'documentId' | 'sectionId', value: string): Promise<string[]> =>
      (
        await storage.transaction('read', (tx) =>
          tx.baseRows(PROJECT, 'requirement', { index, value }),
        )
      )
        .map((one) => one.id)
        .toSorted()

    it('[DS1] reads single rows and rows of pages by id', async () => {
      await lay(many(700))
      await lay([row(900)])
      expect((await read(0))?.name).toBe('Requirement 0')
      expect((await read(699))?.name).toBe('Requirement 699')
      expect((await read(900))?.name).toBe('Requirement 900')
      expect(await read(901)).toBeUndefined()
    })

    it('[DS2] lists rows by their current value', async () => {
      await lay(many(300))
      await lay([row(5, 'p1:int', { documentId: 'd2' }), gone(6)])
      const first = await list('documentId', 'd1')
      expect(first).toHaveLength(298)
      expect(first).not.toContain(id(5))
      expect(await list('documentId', 'd2')).toEqual([id(5)])
    })

    it('[DS3] a row of a newer page replaces that of an older one', async () => {
      await lay(many(300))
      await lay(
        Array.from({ length: 100 }, (_, n) =>
          row(n, 'p1:int', { documentId: 'd2', name: 'moved' }),
        ),
      )
      expect(await list('documentId', 'd1')).toHaveLength(200)
      expect(await list('documentId', 'd2')).toHaveLength(100)
      expect((await read(7))?.name).toBe('moved')
    })

    it('[DS14] a single row that arrives again in a page is listed by its new value', async () => {
      await lay(many(300))
      await lay([row(5, 'p1:int', { sectionId: 'between' })])
      expect(await list('sectionId', 'between')).toEqual([id(5)])
      await lay(Array.from({ length: 100 }, (_, n) => row(n, 'p1:int', { sectionId: 's2' })))
      expect(await list('sectionId', 'between')).toEqual([])
      expect(await list('sectionId', 's2')).toHaveLength(100)
    })

    it('[DS4] a row that moved to another bucket survives the tombstone of its old one, in either order', async () => {
      await lay(many(60, 'p1:int'))
      await lay([row(1, 'p2:int', { packageId: 'p2' })])
      await lay([gone(1, 'p1:int')])
      await lay([gone(2, 'p1:int')])
      await lay([row(2, 'p2:int', { packageId: 'p2' })])
      expect((await read(1))?.packageId).toBe('p2')
      expect((await read(2))?.packageId).toBe('p2')
    })

    it('[DS5] emptying a bucket leaves the others and the outbox', async () => {
      await lay([...many(60, 'p1:int'), row(100, 'p2:int')])
      await lay([row(101, 'p1:int')])
      await storage.transaction('edit', async (tx) => {
        tx.putOutbox(entry(1))
      })
      await storage.transaction('apply', async (tx) => {
        await tx.layRows('other', [row(7)])
        await tx.emptyBuckets(PROJECT, ['p1:int'])
      })
      expect(await inOther(7), 'a bucket of the same name in another project').toBe(id(7))
      expect(await read(3)).toBeUndefined()
      expect(await read(101)).toBeUndefined()
      expect((await read(100))?.id).toBe(id(100))
      expect(await storage.transaction('read', (tx) => tx.outboxCount())).toBe(1)
    })

    it('[DS6] a transaction that throws writes nothing', async () => {
      const broken = storage.transaction('edit', async (tx) => {
        const meta = await tx.meta()
        tx.putMeta({ ...meta, nextMid: 9 })
        tx.putOutbox(entry(1))
        await tx.layRows(PROJECT, many(60))
        throw new Error('broken')
      })
      await expect(broken).rejects.toThrow('broken')
      expect(await storage.transaction('read', async (tx) => (await tx.meta()).nextMid)).toBe(1)
      expect(await storage.transaction('read', (tx) => tx.outboxCount())).toBe(0)
      expect(await list('documentId', 'd1')).toEqual([])
    })

    it('[DS7] the outbox is ordered by number', async () => {
      await storage.transaction('edit', async (tx) => {
        for (const mid of [3, 1, 10, 2]) tx.putOutbox(entry(mid))
      })
      const mids = await storage.transaction('read', async (tx) =>
        (await tx.outboxAfter(1, 2)).map((one) => one.mid),
      )
      expect(mids).toEqual([2, 3])
      expect(
        await storage.transaction('read', async (tx) => (await tx.outbox()).map((one) => one.mid)),
      ).toEqual([1, 2, 3, 10])
    })

    it('[DS8] two writers at once take different numbers', async () => {
      const mint = (): Promise<number> =>
        storage.transaction('edit', async (tx) => {
          const meta = await tx.meta()
          tx.putMeta({ ...meta, nextMid: meta.nextMid + 1 })
          return meta.nextMid
        })
      const minted = await Promise.all(Array.from({ length: 20 }, mint))
      expect(new Set(minted).size).toBe(20)
    })

    it('[DS9] overlay rows, parked edits, cursors and undo steps are read as they were written', async () => {
      await storage.transaction('edit', async (tx) => {
        tx.putOverlay({
          projectId: PROJECT,
          entity: 'requirement',
          id: 'a',
          row: requirement(1),
          lastMid: 4,
        })
        tx.putParked(parkedEdit('kept', 7))
        tx.putOverlay({ projectId: 'other', entity: 'requirement', id: 'a', row: null, lastMid: 5 })
        tx.putCursor(newCursor(PROJECT))
        for (let n = 1; n <= 3; n += 1)
          tx.putUndoStep({
            scope: 's',
            n,
            group: '',
            label: `${n}`,
            undo: [],
            redo: [],
            before: {},
            after: {},
          })
        tx.putUndoScope({ scope: 's', top: 3, last: 3, label: '3' })
        tx.deleteUndoSteps('s', 2, 3)
      })
      await storage.transaction('read', async (tx) => {
        expect((await tx.overlayRows(PROJECT, 'requirement')).map((over) => over.lastMid)).toEqual([
          4,
        ])
        expect((await tx.overlayRow('other', 'requirement', 'a'))?.row).toBeNull()
        expect((await tx.overlayRow(PROJECT, 'requirement', 'a'))?.row).toEqual(requirement(1))
        expect(await tx.parked()).toEqual([parkedEdit('kept', 7)])
        expect(await tx.cursor(PROJECT)).toEqual(newCursor(PROJECT))
        expect((await tx.undoStep('s', 1))?.label).toBe('1')
        expect(await tx.undoStep('s', 2)).toBeUndefined()
      })
    })

    it('[DS19] kept edits are read by their numbers, in order, and removed by them', async () => {
      const kept = [3, 1, 2].map((no) => ({
        ...{ no, clientId: 'client', at: no, bytes: 9, parkedId: null },
        entry: {
          ...{ mid: no, writer: 'w', projectId: 'p', command: 'c', args: {}, base: {} },
          ...{ clientAt: 0, label: '', touched: [], poison: null },
        },
      }))
      await storage.transaction('edit', async (tx) => {
        for (const one of kept) tx.putKept(one)
      })
      await storage.transaction('edit', async (tx) => tx.deleteKept(2, 2))
      const read = (from: number, to: number) =>
        storage.transaction('read', async (tx) => (await tx.kept(from, to)).map(({ no }) => no))
      expect([await read(1, 3), await read(1, 2), await read(4, 9)]).toEqual([[1, 3], [1], []])
    })

    it('[DS16] parked edits are read in the order in which they were written', async () => {
      await storage.transaction('edit', async (tx) => {
        await tx.meta()
        for (const [id, mid] of [
          ['b', 2],
          ['a', 3],
          ['c', 1],
        ] as const)
          tx.putParked(parkedEdit(id, mid))
      })
      const parked = await storage.transaction('read', (tx) => tx.parked())
      expect(parked.map(({ mid }) => mid)).toEqual([1, 2, 3])
    })

    it('[DS15] the digest of a bucket covers its current rows', async () => {
      const digests = (): Promise<Record<string, string>> =>
        storage.transaction('read', (tx) => tx.digests(PROJECT, ['p1:int', 'p2:int']))
      const digestOf = (count: number): string => {
        const digest = new BucketDigest('version')
        for (const one of many(count)) digest.add(one.entity, one.id, requirement(0).updatedOn)
        return digest.text
      }
      expect(await digests()).toEqual({ 'p1:int': EMPTY_DIGEST, 'p2:int': EMPTY_DIGEST })
      await lay(many(300))
      await lay([row(300), row(301), row(7, 'p2:int')])
      await lay([gone(301)])
      const found = await digests()
      expect(found['p1:int']).toBe(digestOf(301))
      expect(found['p2:int']).not.toBe(EMPTY_DIGEST)
      await lay([row(7, 'p1:int', { updatedOn: 1 }), gone(7, 'p2:int')])
      expect((await digests())['p1:int']).not.toBe(digestOf(301))
      expect((await digests())['p2:int']).toBe(EMPTY_DIGEST)
      await lay([row(7)])
      expect((await digests())['p1:int']).toBe(digestOf(301))
    })

    it('[DS15] the digest of a published bucket covers the content of its rows, whose version is hidden', async () => {
      const digest = async (): Promise<string | undefined> =>
        (await storage.transaction('read', (tx) => tx.digests(PROJECT, ['p1:pub'])))['p1:pub']
      const hidden = { updatedOn: 0 }
      const published = Array.from({ length: 300 }, (_, n) => row(n, 'p1:pub', hidden))
      await lay(published)
      await lay([row(0, 'p1:pub', { ...hidden, name: 'Newer' })])
      const other = await digest()
      await lay([row(0, 'p1:pub', hidden)])
      const own = await digest()
      expect(own).not.toBe(other)
      const expected = new BucketDigest('content')
      for (const one of published)
        expected.add(one.entity, one.id, contentVersion(JSON.stringify(one.row)))
      expect(own).toBe(expected.text)
    })

    it('[DS10] emptying a project removes all of its rows', async () => {
      await lay([...many(300), gone(301)])
      await lay([row(302), row(303, 'p2:int')])
      await storage.transaction('apply', async (tx) => {
        await tx.layRows('other', many(60))
        await tx.emptyProject(PROJECT)
      })
      expect(await list('sectionId', 's1')).toEqual([])
      expect(await Promise.all([299, 302, 303].map(read))).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect([await inOther(0), await inOther(59)]).toEqual([id(0), id(59)])
    })
  })
}

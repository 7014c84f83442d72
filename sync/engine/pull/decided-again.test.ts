import { describe, expect, it } from 'vitest'
import type { MutationResult } from '#schema/api/sync.ts'
import { openEdited, result } from '../../../tests/support/edited-device.ts'
import { takeVerdicts } from './verdicts.ts'

describe('[EG31] edits with verdicts that the server decided again', () => {
  /** @param discarded the parked edit that the person has decided about since */
  const decided = async (before: MutationResult[], discarded = '') => {
    const { storage, start } = await openEdited()
    await storage.transaction('edit', async (tx) => {
      const meta = { ...(await tx.meta()) }
      const verdicts = { results: before, lastMid: 4 }
      let ids = 0
      const context = { newId: () => `before${(ids += 1)}`, now: 0 }
      await takeVerdicts(tx, context, { verdicts, outbox: await tx.outbox(), meta })
      tx.putMeta({ ...meta, ackMid: 4, ackAt: 5 })
      tx.deleteParked(discarded)
    })
    return async (results: MutationResult[]) => {
      const verdicts = { results, lastMid: 4 }
      await start({
        ...{ serverId: 's', clientId: 'old', verdicts, ackMid: 4, lastMids: { old: 4 } },
      })
      const { meta, parked, kept, outbox } = storage.state()
      return {
        meta,
        parked: [...parked.values()].map(({ id, mid, status, args }) => ({
          id,
          mid,
          status,
          args,
        })),
        kept: [...kept.values()].map(({ entry: { poison }, parkedId }) => [poison, parkedId]),
        words: [...kept.values()].map(({ entry: { args, base, touched } }) => [
          ...[args, base, touched],
        ]),
        bytes: [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0),
        unsent: [...outbox.keys()],
      }
    }
  }
  const applied = (mid: number, at = 5) => result(mid, { status: 'applied', reason: null, at })
  const conflict = (mid: number, at = 5) => result(mid, { status: 'conflict', reason: null, at })

  it('are parked if they were accepted and are not any more', async () => {
    const again = await decided([applied(3), applied(4)])
    const { meta, parked, kept, bytes, unsent } = await again([applied(3), result(4, { at: 6 })])
    expect(parked).toEqual([{ id: 'new', mid: 4, status: 'refused', args: { mid: 4 } }])
    expect(meta).toMatchObject({ clientId: 'old', ackMid: 4, ackAt: 6, wentBack: { edits: 0 } })
    expect(kept).toEqual([
      [null, null],
      ['SETTLED', null],
    ])
    expect([meta.kept?.bytes, unsent]).toEqual([bytes, [5, 6]])
  })
  it('are parked no longer if they are accepted now', async () => {
    const again = await decided([conflict(3), result(4)])
    const { meta, parked, kept, words, bytes } = await again([applied(3, 6), applied(4, 6)])
    expect(parked).toEqual([])
    expect(kept).toEqual([
      [null, null],
      [null, null],
    ])
    expect(words, 'for a server that loses them once more').toEqual([
      [{ mid: 3 }, { b3: 3 }, ['section/s3']],
      [{ mid: 4 }, { b4: 4 }, ['section/s4']],
    ])
    expect(meta.kept?.bytes).toBe(bytes)
  })
  it('stay decided as the person decided about a refused one, though it is accepted now', async () => {
    const again = await decided([applied(3), result(4)], 'before1')
    const { parked, kept, words } = await again([applied(3), applied(4, 6)])
    expect(parked).toEqual([])
    expect([kept.at(-1), words.at(-1)]).toEqual([
      ['SETTLED', null],
      [{}, {}, []],
    ])
  })
  it('stay parked if they are refused once more', async () => {
    const again = await decided([applied(3), result(4)])
    const { parked } = await again([applied(3), result(4, { at: 6 })])
    expect(parked).toEqual([{ id: 'before1', mid: 4, status: 'refused', args: { mid: 4 } }])
  })
  it('are parked as the newest verdict says', async () => {
    const again = await decided([conflict(3), applied(4)])
    const { parked, kept } = await again([conflict(3, 6), applied(4, 6)])
    expect(parked).toEqual([{ id: 'new', mid: 3, status: 'conflict', args: { mid: 3 } }])
    expect(kept).toEqual([
      [null, 'new'],
      [null, null],
    ])
  })
  it('are left alone where the verdict is the one that the device has', async () => {
    const again = await decided([conflict(3), applied(4)])
    const { meta, parked } = await again([conflict(3), applied(4)])
    expect(parked.map(({ id }) => id)).toEqual(['before1'])
    expect(meta.wentBack).toBeUndefined()
  })
})

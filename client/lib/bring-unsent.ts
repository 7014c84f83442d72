import * as v from 'valibot'
import type { sync } from '#schema/api/sync-calls.ts'
import { UnsentFile } from '#schema/api/unsent-file.ts'
import { UNSENT_FILE_ENDING } from '#schema/api/unsent-ending.ts'
import { Refusal } from '#schema/refusal.ts'
import { api } from './api.ts'

export type BroughtResult = v.InferOutput<typeof sync.bring.reply>['results'][number]
export interface Brought {
  /** Edits that the server already had. */
  known: number
  applied: number
  /** Edits that it refused or applied in part; they are decided on the device that wrote them. */
  kept: BroughtResult[]
}
const NOTHING_BROUGHT: Brought = { known: 0, applied: 0, kept: [] }

const LARGEST_BYTES = 200_000_000

/** Reads a file of unsent edits. Throws Refusal TOO_LARGE or WRONG_FILE. */
export const readUnsentFile = async (file: File): Promise<UnsentFile> => {
  if (file.size > LARGEST_BYTES) throw new Refusal('TOO_LARGE', { detail: { limit: '200 MB' } })
  let value: unknown
  try {
    value = JSON.parse(await file.text())
  } catch (cause) {
    throw new Refusal('WRONG_FILE', {
      detail: { problem: `it is no file of unsent work (${UNSENT_FILE_ENDING})` },
      cause,
    })
  }
  const parsed = v.safeParse(UnsentFile, value)
  if (!parsed.success)
    throw new Refusal('WRONG_FILE', {
      detail: {
        problem: `it is no file of unsent work (${v.getDotPath(parsed.issues[0]) ?? UNSENT_FILE_ENDING})`,
      },
    })
  return parsed.output
}

/**
 * Sends the pieces of a file to the server. Can be repeated after any failure, since nothing is
 * applied twice.
 * @param onProgress the results so far, and their share from 0 to 1
 */
export const bringUnsent = async (
  { sessionId, pieces }: UnsentFile,
  onProgress: (brought: Brought, share: number) => void,
): Promise<Brought> => {
  let brought = NOTHING_BROUGHT
  for (const [index, piece] of pieces.entries()) {
    const { known, results } = await api.sync.bring({ body: { sessionId, ...piece } })
    brought = {
      known: brought.known + known,
      applied: brought.applied + results.filter(({ status }) => status === 'applied').length,
      kept: [...brought.kept, ...results.filter(({ status }) => status !== 'applied')],
    }
    onProgress(brought, (index + 1) / pieces.length)
  }
  return brought
}

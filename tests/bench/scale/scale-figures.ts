import { durableEdits } from './durable-edits.ts'
import { firstSyncs } from './first-syncs.ts'
import type { ScaleTable } from './growth.ts'
import { removals } from './removals.ts'
import { offlineDrains } from './offline-drain.ts'
import { idleSockets, socketPropagation } from './sockets.ts'

type Told = ScaleTable & { text: string }
export interface ScaleSizes {
  commitments: readonly number[]
  edits: readonly number[]
  sockets: readonly number[]
  idle: readonly number[]
  rounds: number
}

export const SCALE_PARTS = ['sizes', 'drain', 'removal', 'sockets', 'idle', 'durable'] as const
export type ScalePart = (typeof SCALE_PARTS)[number]

const PARTS: Record<ScalePart, (sizes: ScaleSizes) => Promise<Told[]>> = {
  sizes: async ({ commitments, rounds }) => [await firstSyncs(commitments, rounds)],
  drain: async ({ edits }) => [await offlineDrains(edits)],
  removal: ({ commitments }) => removals(commitments),
  sockets: async ({ sockets }) => [await socketPropagation(sockets)],
  idle: async ({ idle }) => [await idleSockets(idle)],
  durable: () => durableEdits(),
}

/** Reports each part as soon as it is done: all together take long. */
export const scaleFigures = async (
  parts: readonly ScalePart[],
  sizes: ScaleSizes,
): Promise<ScaleTable[]> => {
  const tables: ScaleTable[] = []
  for (const part of parts) {
    for (const { text, ...table } of await PARTS[part](sizes)) {
      process.stdout.write(`${text}\n`)
      tables.push(table)
    }
  }
  return tables
}

import type { Random } from '../sync/simulator/random.ts'
import type { Step } from './trace.ts'

/** What a power cut may leave of the writes since the last sync. */
export const CUTS = [
  'nothing of it',
  'all of it',
  'the first part',
  'some writes in any order',
  'torn sectors',
] as const
export type Cut = (typeof CUTS)[number]

type Change = Extract<Step, { kind: 'write' | 'truncate' }>
interface File {
  durable: Buffer
  pending: { at: number; change: Change }[]
}

const SECTOR = 512

/**
 * A disk with a cache: a write is durable only after the sync of its file. A new file is durable
 * only after the sync of its folder as well.
 */
export class Disk {
  readonly #files: Map<string, File>
  #unlisted = new Map<string, number>()
  #at = 0

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = new Map(
      [...files].map(([name, bytes]) => [name, { durable: bytes, pending: [] }]),
    )
  }

  /** Applies the next step of a trace. */
  take(step: Step): void {
    const at = this.#at++
    switch (step.kind) {
      case 'answer':
        return
      case 'create':
        this.#files.set(step.file, { durable: Buffer.alloc(0), pending: [] })
        this.#unlisted.set(step.file, at)
        return
      case 'sync-folder':
        this.#unlisted = new Map([...this.#unlisted].filter(([, made]) => made >= step.covers))
        return
      case 'sync': {
        const file = this.#file(step.file)
        file.durable = applied(
          file.durable,
          file.pending.filter((one) => one.at < step.covers).map(({ change }) => change),
        )
        file.pending = file.pending.filter((one) => one.at >= step.covers)
        return
      }
      case 'write':
      case 'truncate':
        this.#file(step.file).pending.push({ at, change: step })
    }
  }

  /** Number of writes that are not certainly on the disk. */
  get pending(): number {
    return [...this.#files.values()].reduce((sum, { pending }) => sum + pending.length, 0)
  }

  /** The files as found after a power cut. */
  cut(how: Cut, random: Random): Map<string, Buffer> {
    const found = new Map<string, Buffer>()
    for (const [name, { durable, pending }] of this.#files) {
      if (
        this.#unlisted.has(name) &&
        (how === 'nothing of it' || (how !== 'all of it' && random.chance(0.5)))
      )
        continue
      found.set(
        name,
        applied(
          durable,
          survivors(
            how,
            pending.map(({ change }) => change),
            random,
          ),
        ),
      )
    }
    return found
  }

  #file(name: string): File {
    const file = this.#files.get(name)
    if (file === undefined) throw new Error(`${name} was never made`)
    return file
  }
}

const survivors = (how: Cut, changes: Change[], random: Random): Change[] => {
  switch (how) {
    case 'nothing of it':
      return []
    case 'all of it':
      return changes
    case 'the first part':
      return changes.slice(0, random.below(changes.length + 1))
    case 'some writes in any order':
      return changes.filter(() => random.chance(0.5))
    case 'torn sectors':
      return changes.flatMap(sectorsOf).filter(() => random.chance(0.5))
  }
}

/** Splits a write into sectors, each of which arrives or keeps its old content independently. */
const sectorsOf = (change: Change): Change[] => {
  if (change.kind === 'truncate') return [change]
  const { file, offset, bytes } = change
  const first = Math.floor(offset / SECTOR)
  const last = Math.floor((offset + bytes.length - 1) / SECTOR)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const start = Math.max(offset, (first + index) * SECTOR)
    return {
      kind: 'write',
      file,
      offset: start,
      bytes: bytes.subarray(start - offset, (first + index + 1) * SECTOR - offset),
    }
  })
}

const endOf = (change: Change): number =>
  change.kind === 'truncate' ? change.size : change.offset + change.bytes.length

const applied = (before: Buffer, changes: readonly Change[]): Buffer => {
  const bytes = Buffer.alloc(
    changes.reduce((most, change) => Math.max(most, endOf(change)), before.length),
  )
  before.copy(bytes)
  let size = before.length
  for (const change of changes) {
    if (change.kind === 'write') change.bytes.copy(bytes, change.offset)
    else bytes.fill(0, change.size)
    size = change.kind === 'write' ? Math.max(size, endOf(change)) : change.size
  }
  return bytes.subarray(0, size)
}

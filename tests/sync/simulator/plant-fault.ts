import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Fault, Seam } from './seam.ts'
import { wrapDeclarations } from './wrap-declarations.ts'

const root = new URL('../../../', import.meta.url)
type Changes = Record<string, Seam['change']>
const holder = globalThis as { plantedChanges?: Record<string, Changes> }

/**
 * Loads modules with the fault from now on. Call it before any of them is imported.
 * @returns throws where a file of the fault was never loaded
 */
export const plantFault = ({ seams }: Fault): (() => void) => {
  const byUrl = Map.groupBy(
    seams,
    ({ file }) => pathToFileURL(fileURLToPath(new URL(file, root))).href,
  )
  const missing = new Set(byUrl.keys())
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const own = byUrl.get(url)
      if (own === undefined) return loaded
      missing.delete(url)
      const { source } = loaded
      const text =
        typeof source === 'string' ? source : new TextDecoder().decode(source as Uint8Array)
      const changes: Changes = Object.fromEntries(own.map(({ name, change }) => [name, change]))
      holder.plantedChanges = { ...holder.plantedChanges, [url]: changes }
      const registry = `globalThis.plantedChanges[${JSON.stringify(url)}]`
      return {
        ...loaded,
        source: wrapDeclarations(fileURLToPath(url), text, Object.keys(changes), registry),
      }
    },
  })
  return () => {
    if (missing.size > 0) throw new Error(`Never loaded: ${[...missing].join(', ')}`)
  }
}

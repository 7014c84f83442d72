import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Patch } from './patches.ts'

const root = new URL('../../../', import.meta.url)

const replaced = (text: string, { file, find, put }: Patch['edits'][number]): string => {
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`A planted bug no longer fits: ${file} holds ${parts.length - 1} times ${JSON.stringify(find)}`)
  return parts.join(put)
}

/** From now on, modules load with the bug in them; to be called before any of them is imported. @returns fails where a file was never loaded */
export const plantPatch = ({ edits }: Patch): (() => void) => {
  const byUrl = Map.groupBy(edits, ({ file }) => pathToFileURL(fileURLToPath(new URL(file, root))).href)
  const missing = new Set(byUrl.keys())
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const own = byUrl.get(url)
      if (own === undefined) return loaded
      missing.delete(url)
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source as Uint8Array)
      return { ...loaded, source: own.reduce(replaced, source) }
    },
  })
  return () => { if (missing.size > 0) throw new Error(`Never loaded: ${[...missing].join(', ')}`) }
}

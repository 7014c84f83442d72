import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** The bundler's knowledge of the modules. */
export interface Bundle {
  getModuleIds(): Iterable<string>
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null
}

/** Files that only re-export: importing one name from them needs one file, not all. */
const BARREL =
  /\/node_modules\/(@mantine\/\w+\/esm\/index\.mjs|@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs)$/
const packageOf = (id: string): string =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? ''
const isBarrel = (id: string): boolean => BARREL.test(id.replaceAll('\\', '/'))

/**
 * All modules that the chosen ones load at once, themselves included. Dynamic imports are not
 * followed.
 */
type Reach = (choose: (id: string) => boolean) => ReadonlySet<string>

export interface Graph {
  readonly ids: readonly string[]
  readonly reach: Reach
}

export const readGraph = (bundle: Bundle): Graph => {
  const ids = [...bundle.getModuleIds()].filter((id) => !isBarrel(id))
  const fileOf = remembered((barrel) => filesBehind(bundle, barrel))
  const importsOf = remembered((id): readonly string[] => {
    const info = bundle.getModuleInfo(id)
    const all = info?.importedIds ?? []
    const barrels = all.filter(isBarrel)
    if (barrels.length === 0) return all
    const { staticImports } = parseSync('module.js', info?.code ?? '').module
    const through = barrels.flatMap((barrel) =>
      staticImports
        .filter(({ moduleRequest }) => moduleRequest.value === packageOf(barrel))
        .flatMap(({ entries }) =>
          entries.flatMap(({ importName }) => fileOf(barrel).get(importName.name ?? '') ?? []),
        ),
    )
    return [...all.filter((one) => !isBarrel(one)), ...through]
  })
  const reach: Reach = (choose) => {
    const seen = new Set<string>()
    const queue = ids.filter(choose)
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      queue.push(...importsOf(id))
    }
    return seen
  }
  return { ids, reach }
}

/** The file behind each name that a barrel exports. */
const filesBehind = (bundle: Bundle, barrel: string): ReadonlyMap<string, string> => {
  const { staticImports, staticExports } = parseSync(
    'module.js',
    bundle.getModuleInfo(barrel)?.code ?? '',
  ).module
  const sources = new Map(
    staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName }) => [localName.value, moduleRequest.value] as const),
    ),
  )
  return new Map(
    staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, localName, moduleRequest }): [string, string][] => {
        const request = moduleRequest?.value ?? sources.get(localName.name ?? '')
        return request?.startsWith('.') && exportName.name !== null
          ? [[exportName.name, join(dirname(barrel), request)]]
          : []
      }),
    ),
  )
}

const remembered = <Value>(find: (id: string) => Value): ((id: string) => Value) => {
  const known = new Map<string, Value>()
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const value = find(id)
    known.set(id, value)
    return value
  }
}

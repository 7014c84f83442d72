import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { readImports, type SourceFile } from './read-imports.ts'

export type { SourceFile } from './read-imports.ts'

/** Sorted paths of the files that no entry reaches by imports. */
export const unreached = (
  files: readonly SourceFile[],
  isEntry: (path: string) => boolean,
): string[] => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Set<string>()
  const reach = (path: string): void => {
    const file = byPath.get(path)
    if (file === undefined || reached.has(path)) return
    reached.add(path)
    for (const { file: imported } of readImports(file)) if (imported) reach(imported)
  }
  for (const { path } of files) if (isEntry(path)) reach(path)
  return files
    .map(({ path }) => path)
    .filter((path) => !reached.has(path))
    .toSorted()
}

/** `path: name` of the exports that no other file imports. Default exports are left out. */
export const unusedExports = (
  files: readonly SourceFile[],
  isLookedAt: (file: SourceFile) => boolean,
): string[] => {
  const used = new Set(files.flatMap((file) => usedNames(file)))
  return files
    .filter(isLookedAt)
    .flatMap((file) => exportedNames(file).map((name) => ({ path: file.path, name })))
    .filter(({ path, name }) => !used.has(`${path}: ${name}`) && !used.has(`${path}: *`))
    .map(({ path, name }) => `${path}: ${name}`)
}

const fileOf = (from: string, specifier: string): string | undefined => {
  const clean = specifier.replace(/\?.*$/, '')
  if (clean.startsWith('#')) return clean.slice(1)
  return clean.startsWith('.') ? posix.join(posix.dirname(from), clean) : undefined
}

const usedNames = ({ path, text }: SourceFile): string[] => {
  const { module } = parseSync(path, text)
  const names: string[] = []
  const note = (specifier: string, name: string): void => {
    const file = fileOf(path, specifier)
    if (file !== undefined) names.push(`${file}: ${name}`)
  }
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName } of entries)
      note(moduleRequest.value, importName.kind === 'Name' ? (importName.name ?? '') : '*')
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName } of entries)
      if (moduleRequest !== null)
        note(moduleRequest.value, importName.kind === 'Name' ? (importName.name ?? '') : '*')
  for (const { moduleRequest } of module.dynamicImports)
    note(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), '*')
  for (const [, specifier] of text.matchAll(/typeof import\('([^']+)'\)/g))
    note(specifier ?? '', '*')
  return names
}

const exportedNames = ({ path, text }: SourceFile): string[] => [
  ...new Set(
    parseSync(path, text)
      .module.staticExports.flatMap(({ entries }) => entries)
      .flatMap(({ exportName }) => (exportName.kind === 'Name' ? [exportName.name ?? ''] : [])),
  ),
]

import { ENVIRONMENT_READERS, type Zone, ZONES } from './boundaries.ts'
import { findCycles } from './find-cycles.ts'
import { type Import, readImports, type SourceFile } from './read-imports.ts'

/** Every breach of the table of boundaries, as a sentence that names file and rule. */
export const checkBoundaries = (files: readonly SourceFile[]): string[] => {
  const imports = files.flatMap(readImports)
  return [
    ...imports.flatMap(breachOf),
    ...findCycles(imports).map((cycle) => `import cycle: ${cycle.join(' → ')}`),
    ...files
      .filter(readsEnvironment)
      .map(({ path }) => `${path} reads process.env; only ${ENVIRONMENT_READERS.join(', ')} may`),
  ]
}

interface Place {
  zone: Zone
  /** The folder itself, with `*` filled in. */
  folder: string
}

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`)

/**
 * The most specific zone that contains the file; a row with the full folder name wins over one with
 * `*`.
 */
export const placeOf = (path: string): Place | undefined => {
  let best: Place | undefined
  for (const zone of ZONES) {
    const folder = filledIn(zone.folder, path)
    if (!folder || !isInside(path, folder)) continue
    const isWritten = folder === zone.folder
    if (
      !best ||
      folder.length > best.folder.length ||
      (isWritten && folder.length === best.folder.length)
    )
      best = { zone, folder }
  }
  return best
}
const filledIn = (pattern: string, path: string): string | undefined => {
  if (!pattern.endsWith('/*')) return pattern
  const parent = pattern.slice(0, -2)
  const next = isInside(path, parent) ? path.slice(parent.length + 1).split('/')[0] : undefined
  return next ? `${parent}/${next}` : undefined
}

const breachOf = (one: Import): string[] => {
  const place = placeOf(one.from)
  if (!place) return [`${one.from} lies in no layer`]
  const { zone, folder } = place
  if (one.packageName !== undefined) {
    const { packageName } = one
    const allowed = zone.packages.some((name) =>
      name.endsWith('*') ? packageName.startsWith(name.slice(0, -1)) : name === packageName,
    )
    return allowed
      ? []
      : [`${one.from} imports the package ${packageName}, which ${folder} may not`]
  }
  const file = one.file ?? ''
  const allowed =
    placeOf(file)?.folder === folder || zone.mayImport.some((name) => isInside(file, name))
  return allowed ? [] : [`${one.from} imports ${file}, which ${folder} may not`]
}

const readsEnvironment = ({ path, text }: SourceFile): boolean =>
  !ENVIRONMENT_READERS.includes(path) &&
  /\bprocess\.env\b/.test(text.replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, ''))

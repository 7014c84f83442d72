import type { Import } from './read-imports.ts'

/**
 * Groups of files that import each other in a cycle. Type-only imports do not count, because they
 * vanish at run time.
 */
export const findCycles = (imports: readonly Import[]): string[][] => {
  const next = new Map<string, string[]>()
  for (const { from, file, isTypeOnly } of imports) {
    if (file && !isTypeOnly) next.set(from, [...(next.get(from) ?? []), file])
  }
  // Tarjan: a strongly connected component of more than one file is a cycle.
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): void => {
    const own = index.size
    index.set(file, own)
    low.set(file, own)
    stack.push(file)
    for (const target of next.get(file) ?? []) {
      if (!index.has(target)) visit(target)
      if (stack.includes(target))
        low.set(file, Math.min(low.get(file) ?? own, low.get(target) ?? own))
    }
    if (low.get(file) !== own) return
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1 || next.get(file)?.includes(file)) cycles.push(component)
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return cycles
}

import type { Fault } from './faults.ts'

/**
 * The source with every given fault in it, of which only the one named by `globalThis.plantedFault`
 * is active.
 */
export const plantFaults = (
  source: string,
  faults: readonly (Fault & { number: number })[],
): string => {
  const inside = (start: number, end: number, from: number, isExpression = false): string => {
    let text = ''
    let at = start
    for (const [index, fault] of ordered.entries()) {
      if (index < from || fault.start < at || fault.end > end) continue
      const isFirst = fault.startsStatement && !(isExpression && fault.start === start)
      text += source.slice(at, fault.start) + (isFirst ? ';' : '') + planted(fault, index)
      at = fault.end
    }
    return text + source.slice(at, end)
  }
  const planted = (fault: (typeof ordered)[number], index: number): string => {
    const former = inside(fault.start, fault.end, index + 1, !fault.isStatement)
    return fault.isStatement
      ? `{ if (!${acts(fault)}) { ${former} } }`
      : `(${acts(fault)} ? ${fault.replacement} : (${former}))`
  }
  // If two faults begin at the same place, the outer one comes first.
  const ordered = faults.toSorted((one, other) => one.start - other.start || other.end - one.end)
  return inside(0, source.length, 0)
}
const acts = ({ number }: { number: number }): string => `globalThis.isPlanted(${number})`

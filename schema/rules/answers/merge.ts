/** Compares JSON values deeply. An absent value equals null, because JSON drops it. */
export function sameValue(a: unknown, b: unknown): boolean {
  const left = a ?? null
  const right = b ?? null
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return false
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, i) => sameValue(item, right[i]))
    )
  }
  const leftFields = left as Record<string, unknown>
  const rightFields = right as Record<string, unknown>
  const names = new Set([...Object.keys(leftFields), ...Object.keys(rightFields)])
  return [...names].every((name) => sameValue(leftFields[name], rightFields[name]))
}

export type Settlement = 'take' | 'keep' | 'conflict'

/**
 * Merges one field from the value that the person saw, the current value and the written value.
 * `keep` without a conflict means that the person did not change the field. A base that was never
 * recorded counts as null.
 */
export function settleField(field: { base: unknown; current: unknown; mine: unknown }): Settlement {
  if (sameValue(field.current, field.base) || sameValue(field.current, field.mine)) return 'take'
  return sameValue(field.mine, field.base) ? 'keep' : 'conflict'
}

/** Returns `main` with the ids that only `other` has, each behind the id that it follows there. */
export function interleave(main: readonly string[], other: readonly string[]): string[] {
  const followers = new Map<string | null, string[]>()
  const known = new Set(main)
  let leader: string | null = null
  for (const id of other) {
    if (known.has(id)) {
      leader = id
      continue
    }
    const followed = followers.get(leader)
    if (followed === undefined) followers.set(leader, [id])
    else followed.push(id)
  }
  return [
    ...(followers.get(null) ?? []),
    ...main.flatMap((id) => [id, ...(followers.get(id) ?? [])]),
  ]
}

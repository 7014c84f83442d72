/** A relation as a line of a requirement's field: `refines → R-12 [relation-7]`. */
export interface RelationLine {
  type: string
  target: string
  /** Identifier of the relation; '' = none yet. */
  id: string
}

const LINE = /^(.*\S) → (\S+)(?: \[(\S+)\])?$/

export const relationLine = ({ type, target, id }: RelationLine): string =>
  `${type} → ${target}${id === '' ? '' : ` [${id}]`}`

/** Null = the line is a remark, or names no target. */
export const readRelation = (line: string): RelationLine | null => {
  const [, type, target, id = ''] = LINE.exec(line) ?? []
  return type === undefined || target === undefined ? null : { type, target, id }
}

export interface SplitRelations {
  relations: RelationLine[]
  /** Lines that stay text, because their target is not in the file. */
  rest: string[]
}

/** Tells the relations that a file can hold from those that stay text. */
export const splitRelations = (text: string, isThere: (id: string) => boolean): SplitRelations => {
  const split: SplitRelations = { relations: [], rest: [] }
  for (const line of text.split('\n')) {
    const relation = readRelation(line)
    if (relation !== null && isThere(relation.target)) split.relations.push(relation)
    else if (line.trim() !== '') split.rest.push(line)
  }
  return split
}

const withoutId = (line: string): string => line.replace(/ \[\S+\]$/, '').trim()
/** Whether two texts name the same relations; their order and new identifiers do not count. */
export const areSameRelations = (some: string, other: string): boolean => {
  const sorted = (text: string) => text.split('\n').map(withoutId).filter(Boolean).toSorted()
  const [ours, theirs] = [sorted(some), sorted(other)]
  return ours.length === theirs.length && ours.every((line, at) => line === theirs[at])
}

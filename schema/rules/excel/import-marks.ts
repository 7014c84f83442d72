const MARK_LENGTH = 6
export const MOST_MARKS = 250

/** Identifies the text of a field by 31 bits, which are enough to notice an edit. */
export const importMark = (field: string, text: string): string => {
  let hash = 0x81_1c_9d_c5
  for (const unit of `${field}\n${text}`)
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01_00_01_93)
  // The last bits of this hash depend on the last letters alone, so mix once more.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return ((hash ^ (hash >>> 13)) >>> 1).toString(36).padStart(MARK_LENGTH, '0').slice(-MARK_LENGTH)
}

const split = (marks: string): string[] => marks.match(/.{6}/g) ?? []

/** Joins marks, the newest first. The oldest are lost first when there are too many. */
export const joinMarks = (former: string | undefined, added: string): string =>
  [...new Set([...split(added), ...split(former ?? '')])].slice(0, MOST_MARKS).join('')

export const markSet = (marks: string): ReadonlySet<string> => new Set(split(marks))

import type { Parameter } from '../../entities/parameter.ts'
import { cleanText } from './excel-rows-cells.ts'
import type { ReadValue } from './excel-rows-values.ts'

/** Options of a field that takes several; each is a checkbox in every requirement. */
export const MAX_SEVERAL = 20
const MAX_OPTION_LENGTH = 100

/** 'a; b' → a, b. Commas divide only where there is no other sign, because texts hold them. */
export const partsOf = (text: string): string[] => {
  const divider = /[;\n]/.test(text) ? /[;\n]/ : /,/
  return [...new Set(text.split(divider).map((part) => part.trim()))].filter((part) => part !== '')
}

/** A group of checkboxes, as a column of several choices makes it. */
export const isSeveral = ({ isGroup, parameters = [] }: Parameter): boolean =>
  isGroup === true && parameters.length > 0 && parameters.every(({ type }) => type === 'CHECKBOX')

export type SeveralProblem = Extract<ReadValue, { problem: string }>

const nameOf = ({ name }: Parameter): string => cleanText(name)

/**
 * The group with the choices of a cell ticked. `group` is the present one, or a new one without
 * checkboxes; options that it lacks are added. The same group comes back if nothing changes.
 */
export const tickChoices = (
  group: Parameter,
  { text, options }: { text: string; options: readonly string[] },
): Parameter | SeveralProblem => {
  const ticked = new Set(partsOf(text))
  const present = group.parameters ?? []
  const known = new Set(present.map(nameOf))
  const wanted = present.length === 0 ? [...options, ...ticked] : [...ticked]
  const added = [...new Set(wanted)].filter((option) => !known.has(option))
  if (present.length + added.length > MAX_SEVERAL)
    return { problem: 'tooManyOptions', max: MAX_SEVERAL }
  if (added.some((option) => option.length > MAX_OPTION_LENGTH))
    return { problem: 'tooLong', max: MAX_OPTION_LENGTH }
  const changed = present.map((one) => {
    const isTicked = ticked.has(nameOf(one))
    return (one.value === true) === isTicked ? one : { ...one, value: isTicked }
  })
  if (added.length === 0 && changed.every((one, at) => one === present[at])) return group
  const ids = new Set(present.map(({ id }) => id))
  const boxes = added.map((name): Parameter => {
    let count = present.length + 1
    while (ids.has(`${group.id}-${count}`)) count += 1
    const id = `${group.id}-${count}`
    ids.add(id)
    return { id, key: id, name, type: 'CHECKBOX', value: ticked.has(name) }
  })
  return { ...group, parameters: [...changed, ...boxes] }
}

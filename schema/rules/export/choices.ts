import type { Parameter } from '../../entities/parameter.ts'

/** The texts that the cells of a column can be chosen from. */
export interface Choices {
  options: Set<string>
  /** True = a field of the column takes any text, so that nothing is offered. */
  isFree: boolean
}

/** Longer lists are not offered: a spreadsheet keeps this many characters in a cell's rule. */
const LONGEST_LIST = 255

export const noChoices = (): Choices => ({ options: new Set(), isFree: false })

const optionsOf = ({ type, options = [] }: Parameter): string[] | null => {
  switch (type) {
    case 'SELECTBOX':
    case 'RADIO':
      return options.map(({ label }) => label.trim()).filter((label) => label !== '')
    case 'CHECKBOX':
    case 'FLAG':
      return ['Yes', 'No']
    case 'INPUT':
    case 'TEXTAREA':
    case 'DATE_PICKER':
      return null
    default:
      return type satisfies never
  }
}

/** Adds the options of one requirement's field. */
export const addChoices = (choices: Choices, parameter: Parameter): void => {
  if (choices.isFree) return
  const options = optionsOf(parameter)
  for (const option of options ?? []) choices.options.add(option)
  choices.isFree = options === null || choices.options.size > LONGEST_LIST
}

/** What a spreadsheet can offer; commas and quotation marks would divide an option. */
export const offered = ({ options, isFree }: Choices): string[] => {
  const all = [...options]
  const isPossible = !isFree && all.join(',').length <= LONGEST_LIST
  return isPossible && all.every((one) => !/[,"\n\r]/.test(one)) ? all : []
}

import type { Parameter } from '../../entities/parameter.ts'

/** The texts that the cells of a column can be chosen from. */
export interface Choices {
  options: Set<string>
  /** True = a field of the column takes any text, so that nothing is offered. */
  isFree: boolean
}

/** A longer list is of no use to choose from. */
export const MOST_OFFERED = 5_000

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
  choices.isFree = options === null || choices.options.size > MOST_OFFERED
}

/** What a spreadsheet offers. */
export const offered = ({ options, isFree }: Choices): string[] => (isFree ? [] : [...options])

import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The columns of the template: their names, examples and explanations, in the person's language. */
export interface TemplateColumn {
  header: string
  /** Two rows of examples. */
  examples: readonly [string, string]
  about: string
  /** The texts to choose from; absent = any text. */
  options?: readonly string[]
  width: number
}

/**
 * Texts in brackets right below the header are no requirements to the import, in any language; most
 * cells of an example start with one.
 */
const example = (text: string): string => `(${i18n._(msg`Example`)}) ${text}`

export const templateColumns = (): TemplateColumn[] => {
  const must = i18n._(msg({ context: 'Priority of a requirement', message: 'Must' }))
  const should = i18n._(msg({ context: 'Priority of a requirement', message: 'Should' }))
  const could = i18n._(msg({ context: 'Priority of a requirement', message: 'Could' }))
  const [yes, no] = [i18n._(msg`Yes`), i18n._(msg`No`)]
  const section = example(i18n._(msg`Sign-in`))
  const id = `(${i18n._(msg`Example`)})`
  return [
    {
      ...{ header: i18n._(msg`ID`), examples: [id, id], width: 14 },
      about: i18n._(
        msg`Unique, such as A-1. A later import with the same ID changes the same requirement.`,
      ),
    },
    {
      ...{ header: i18n._(msg`Section`), examples: [section, section], width: 24 },
      about: i18n._(msg`Rows with the same text are in one section.`),
    },
    {
      header: i18n._(msg`Requirement`),
      examples: [
        example(i18n._(msg`The system signs people in with two factors.`)),
        example(i18n._(msg`The system signs people out after 15 minutes.`)),
      ],
      width: 60,
      about: i18n._(msg`What is required. Rows without it are not imported.`),
    },
    {
      header: i18n._(msg`Description`),
      examples: [example(i18n._(msg`The second factor is a one-time code.`)), ''],
      width: 60,
      about: i18n._(msg`More about the requirement. It may be empty.`),
    },
    {
      header: i18n._(msg`Priority`),
      ...{ examples: [must, should], options: [must, should, could], width: 14 },
      about: i18n._(
        msg`A choice. Each further column becomes a field: rename, remove or add columns as you like.`,
      ),
    },
    {
      header: i18n._(msg({ context: 'Column of a table', message: 'Mandatory' })),
      ...{ examples: [yes, no], options: [yes, no], width: 14 },
      about: i18n._(msg`Yes or No.`),
    },
  ]
}

/** What else a person has to know, below the columns. */
export const templateNotes = (): string[] => [
  i18n._(msg`The import leaves out the examples. You can delete or overwrite them.`),
  i18n._(msg`A comment on a cell can become the help for vendors.`),
]

export const templateNames = () => ({
  file: i18n._(msg`Template of requirements`),
  requirements: i18n._(msg`Requirements`),
  instructions: i18n._(msg`Instructions`),
  title: i18n._(msg`How to fill in this workbook`),
})

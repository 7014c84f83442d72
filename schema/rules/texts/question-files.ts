import {
  cellOf,
  namedBy,
  sectionOf,
  tableOf,
  type TextRecord,
  type TextTable,
  withoutMarkup,
} from './text-table.ts'
import {
  field,
  isObject,
  listIn,
  objectsIn,
  plain,
  textIn,
  type TextObject,
  type TextValue,
} from './text-value.ts'

/** One of several files. */
export interface TextFile {
  path: string
  value: TextValue
}

const ANSWERS: Readonly<Record<string, string>> = {
  boolean: 'Yes or no',
  radios: 'One choice',
  checkboxes: 'Several choices',
  checkbox_tree: 'Several choices',
  text: 'Text',
  textbox_large: 'Long text',
  list: 'Several texts',
  upload: 'File',
  pricing: 'Price',
  date: 'Date',
  number: 'Number',
  multiquestion: 'Several questions',
}

const baseName = (path: string): string => path.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
const folderOf = (path: string): string => path.split('/').at(-2) ?? ''

const isQuestion = (value: TextValue): value is TextObject =>
  isObject(value) && textIn(value, 'question') !== '' && textIn(value, 'type') !== ''

/** The sections of manifests: lists of a name and of the names of questions. */
const sectionsOf = (files: readonly TextFile[]): Map<string, string> => {
  const sections = new Map<string, string>()
  for (const { value } of files) {
    if (!Array.isArray(value)) continue
    for (const part of value as readonly TextValue[])
      for (const question of listIn(part, 'questions'))
        if (!sections.has(plain(question))) sections.set(plain(question), textIn(part, 'name'))
  }
  return sections
}

/** The labels of options and of those below them. */
const optionsOf = (value: TextValue): string[] =>
  objectsIn(value, 'options').flatMap((option) => [
    withoutMarkup(textIn(option, 'label') || textIn(option, 'value')),
    ...optionsOf(option),
  ])

const followUps = (value: TextObject): string => {
  const followup = field(value, 'followup')
  return isObject(followup)
    ? Object.keys(followup)
        .map(
          (id) =>
            `${id}: ${listIn(followup, id)
              .map((one) => String(cellOf(one)))
              .join(', ')}`,
        )
        .join('\n')
    : ''
}

const recordOf = (value: TextObject, id: string, section: string): TextRecord => {
  const [name, description] = namedBy('', withoutMarkup(textIn(value, 'question')))
  const type = textIn(value, 'type')
  return new Map([
    ['ID', id],
    ['Section', sectionOf([withoutMarkup(section)])],
    ['Requirement', name],
    ['Description', description],
    ['Title', withoutMarkup(textIn(value, 'name'))],
    ['Hint', withoutMarkup(textIn(value, 'hint') || textIn(value, 'question_advice'))],
    ['Answer', ANSWERS[type] ?? type],
    ['Choices', optionsOf(value).join('\n')],
    [
      'Applies to',
      objectsIn(value, 'depends')
        .flatMap((one) => listIn(one, 'being').map(plain))
        .join('\n'),
    ],
    ['Optional', field(value, 'optional') === true ? 'Yes' : 'No'],
    ['Follow-up questions', followUps(value)],
    [
      'Passes with',
      listIn(field(value, 'assessment'), 'passIfIn')
        .map((one) => String(cellOf(one)))
        .join('\n'),
    ],
  ])
}

/** Question files of a framework, with their manifests: each file is a requirement. */
export const questionFilesTable = (files: readonly TextFile[]): TextTable | null => {
  const questions = files.filter(({ value }) => isQuestion(value))
  if (questions.length === 0 || questions.length < files.length / 2) return null
  const sections = sectionsOf(files)
  const ids = questions.map(({ path }) => baseName(path))
  const times = Map.groupBy(ids, (id) => id)
  // Questions of one page stand in the section of the page.
  for (const [at, { value }] of questions.entries())
    for (const part of listIn(value, 'questions')) {
      const section = sections.get(ids[at] ?? '')
      if (section !== undefined && !sections.has(plain(part))) sections.set(plain(part), section)
    }
  const records = questions.flatMap(({ path, value }, at) => {
    if (!isQuestion(value)) return []
    const id = ids[at] ?? ''
    const isTwice = (times.get(id)?.length ?? 0) > 1
    const folder = folderOf(path)
    const section = sections.get(id) ?? folder
    return [recordOf(value, isTwice && folder !== '' ? `${folder}/${id}` : id, section)]
  })
  return tableOf('Questions', records, new Set(['Applies to']))
}

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
  textIn,
  type TextObject,
  type TextValue,
} from './text-value.ts'

const ANSWERS: Readonly<Record<string, string>> = {
  radiogroup: 'One choice',
  checkgroup: 'Several choices',
  yesno: 'Yes or no',
  box: 'Long text',
  line: 'Text',
  upload: 'File',
  check: 'Tick',
}

interface Walk {
  records: TextRecord[]
  /** The questions by the ids of their choices. */
  byChoice: Map<string, TextRecord>
  /** What was told last, for questions without a text. */
  told: string
}

const choicesOf = (item: TextObject): [id: string, text: string][] =>
  objectsIn(item, 'choices').flatMap((choice) =>
    Object.keys(choice).map((id): [string, string] => [id, withoutMarkup(textIn(choice, id))]),
  )

const addQuestion = (walk: Walk, item: TextObject, headings: readonly string[]): void => {
  const choices = choicesOf(item)
  const text = withoutMarkup(textIn(item, 'text')) || walk.told || textIn(item, 'id')
  const [name, description] = namedBy('', text)
  const answers =
    choices.length > 0 ? choices : ['yes', 'no'].map((key) => [key, textIn(item, key)])
  const record: TextRecord = new Map([
    // Some questions have ids in their choices only.
    ['ID', textIn(item, 'id') || (choices[0]?.[0] ?? '')],
    ['Section', sectionOf(headings)],
    ['Requirement', name],
    ['Description', description],
    ['Answer', ANSWERS[textIn(item, 'type')] ?? ''],
    [
      'Choices',
      answers
        .map(([, label]) => label ?? '')
        .filter((label) => label !== '')
        .join('\n'),
    ],
    ['Condition', textIn(item, 'cond')],
    ['Notes', ''],
  ])
  walk.records.push(record)
  for (const [id] of choices) walk.byChoice.set(id, record)
  if (textIn(item, 'id') !== '') walk.byChoice.set(textIn(item, 'id'), record)
}

/** Tips stand with the question whose choice shows them, else with the one above. */
const addTip = ({ records, byChoice }: Walk, item: TextObject): void => {
  const names = textIn(item, 'cond').match(/[\w-]+/g) ?? []
  const found = names.map((name) => byChoice.get(name)).find((one) => one !== undefined)
  const record = found ?? records.at(-1)
  const text = withoutMarkup(textIn(item, 'text'))
  if (record === undefined || text === '') return
  const title = withoutMarkup(textIn(item, 'name'))
  const before = String(record.get('Notes') ?? '')
  const note = title === '' ? text : `${title}: ${text}`
  record.set('Notes', before === '' ? note : `${before}\n${note}`)
}

const walkItems = (walk: Walk, items: readonly TextValue[], headings: readonly string[]): void => {
  for (const item of items) {
    if (!isObject(item)) continue
    const type = textIn(item, 'type')
    if (type === 'block')
      walkItems(walk, listIn(item, 'items'), [...headings, withoutMarkup(textIn(item, 'text'))])
    else if (type === 'info') walk.told = withoutMarkup(textIn(item, 'text'))
    else if (type === 'tip') addTip(walk, item)
    else if (Object.hasOwn(ANSWERS, type)) addQuestion(walk, item, headings)
  }
}

/** A VSAQ questionnaire: questions are requirements, and blocks sections. */
export const vsaqTable = (value: TextValue): TextTable | null => {
  const items = listIn(value, 'questionnaire')
  const [first] = items
  if (first === undefined) return null
  // One block around everything is the title.
  const isTitled = items.length === 1 && textIn(first, 'type') === 'block'
  const walk: Walk = { records: [], byChoice: new Map(), told: '' }
  walkItems(walk, isTitled ? listIn(first, 'items') : items, [])
  const title = isTitled ? String(cellOf(field(first, 'text'))) : ''
  return walk.records.length === 0 ? null : tableOf(title || 'Questionnaire', walk.records)
}

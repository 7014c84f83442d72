import { listed, requirementSet } from './content.ts'
import { csvFile, type Habit, type HabitSheet, SheetDraft, workbook } from './habit.ts'

/** What cells say beside their values, and the formats of other programs. */

const two = (number: number): string => String(number).padStart(2, '0')

const withSheet = (habit: Habit, changes: Partial<HabitSheet>): Habit => ({
  ...habit,
  sheets: habit.sheets.map((sheet) =>
    sheet.name === habit.truth.sheet ? { ...sheet, ...changes } : sheet,
  ),
})

const filteredList = (): Habit => {
  const draft = new SheetDraft('Requirements').add('ID', 'Area', 'Requirement', 'State')
  const hiddenRows: number[] = []
  for (const { section, requirement, inList } of listed(requirementSet('telecom', 60))) {
    const id = `TE-${two(inList)}`
    const isWithdrawn = inList % 6 === 0
    const cells = [id, section.title, requirement.text, isWithdrawn ? 'withdrawn' : 'open']
    if (isWithdrawn) {
      draft.add(...cells)
      hiddenRows.push(draft.last)
    } else draft.require(id, section.title, requirement.text)(...cells)
  }
  return withSheet(workbook('a filter hides the withdrawn rows', draft), { hiddenRows })
}

const hiddenFieldNames = (): Habit => {
  const draft = new SheetDraft('Export')
    .add('req_key', 'grp', 'txt_long', 'prio_code')
    .add('Key', 'Group', 'Requirement', 'Priority')
  for (const { section, requirement, inSection } of listed(requirementSet('city', 44))) {
    const id = `${section.code}-${inSection}`
    const { text, priority } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority)
  }
  return withSheet(workbook('a hidden row of field names above the header', draft), {
    hiddenRows: [1],
  })
}

const oldExcel = (): Habit => {
  const draft = new SheetDraft('Lastenheft').add('Nr.', 'Anforderung', 'Muss/Kann', 'Antwort')
  for (const { title, requirements } of requirementSet('verwaltung', 48).sections) {
    draft.add('', title)
    for (const { text, priority } of requirements) {
      const id = `A${draft.last}`
      draft.require(id, title, text)(id, text, priority)
    }
  }
  return { ...workbook('a workbook from before 2007 with headings', draft), kind: 'xls' }
}

const openDocument = (): Habit => {
  const draft = new SheetDraft('Požiadavky').add('Kód', 'Oblasť', 'Požiadavka', 'Dôležitosť')
  for (const { section, requirement, inSection } of listed(requirementSet('nemocnica', 52))) {
    const id = `${section.code}-${two(inSection)}`
    const { text, priority } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority)
  }
  return { ...workbook('an OpenDocument spreadsheet', draft), kind: 'ods' }
}

const centralEuropean = (): Habit => {
  const draft = new SheetDraft('poziadavky').add('Kód', 'Oblasť', 'Požiadavka', 'Poznámka')
  for (const { section, requirement, inSection } of listed(requirementSet('nemocnica', 41))) {
    const id = `${section.code}-${inSection}`
    const { text } = requirement
    draft.require(id, section.title, text)(id, section.title, text, 'áno, žiadateľ')
  }
  return csvFile(draft, { delimiter: ';', encoding: 'windows-1250' })
}

const westernTabs = (): Habit => {
  const draft = new SheetDraft('exigences').add('Réf', 'Domaine', 'Exigence', 'Commentaire')
  for (const { section, requirement, inSection } of listed(requirementSet('hopital', 39))) {
    const id = `${section.code}.${inSection}`
    const text = requirement.text.replaceAll('’', "'").replaceAll('\u202f', ' ')
    draft.require(id, section.title, text)(id, section.title, text, 'à vérifier, très tôt')
  }
  return csvFile(draft, { kind: 'tsv', delimiter: '\t', encoding: 'windows-1252' })
}

const paddedIds = (): Habit => {
  const draft = new SheetDraft('List').add('No.', 'Chapter', 'Requirement', 'Share', 'Due')
  const formats: HabitSheet['formats'] = []
  for (const { section, requirement, inList } of listed(requirementSet('rail', 64))) {
    const id = String(inList).padStart(3, '0')
    const share = `${(inList % 5) * 10 + 5}%`
    const due = `2026-03-${two((inList % 28) + 1)}${inList % 2 === 0 ? '' : ' 14:30'}`
    draft.require(id, section.title, requirement.text)(
      id,
      section.title,
      requirement.text,
      share,
      due,
    )
    const row = draft.last
    const day = 46_082 + (inList % 28)
    formats.push(
      { row, column: 0, value: inList, format: '000' },
      { row, column: 3, value: (inList % 5) / 10 + 0.05, format: '0%' },
      {
        ...{ row, column: 4, value: day + (inList % 2 === 0 ? 0 : 14.5 / 24) },
        format: inList % 2 === 0 ? 'dd.mm.yyyy' : 'dd.mm.yyyy hh:mm',
      },
    )
  }
  return withSheet(workbook('ids 001, shares and dates that are numbers with a format', draft), {
    formats: formats.map((one) =>
      one.column === 3 ? { ...one, value: Math.round(one.value * 100) / 100 } : one,
    ),
  })
}

const outlineNumbers = (): Habit => {
  const draft = new SheetDraft('Spec').add('ID', 'Topic', 'Requirement')
  const formats: HabitSheet['formats'] = []
  requirementSet('laboratory', 60).sections.forEach(({ title, requirements }, at) =>
    requirements.forEach(({ text }, index) => {
      const id = `${at + 1}.${two(index + 1)}`
      draft.require(id, title, text)(id, title, text)
      formats.push({ row: draft.last, column: 0, value: Number(id), format: '0.00' })
    }),
  )
  return withSheet(workbook('ids 1.01 to 1.10 that are numbers', draft), { formats })
}

const richForm = (): Habit => {
  const draft = new SheetDraft('Checklist').add(
    ...['ID', 'Area', 'Check', 'Priority', 'Met?', 'Guide', 'Answer'],
  )
  const links: HabitSheet['links'] = []
  const notes: HabitSheet['notes'] = []
  for (const { section, requirement, inSection, inList } of listed(requirementSet('payroll', 57))) {
    const id = `${section.code}-${two(inSection)}`
    const { text, priority } = requirement
    draft.require(id, section.title, text)(
      id,
      section.title,
      text,
      priority,
      inList % 2 === 0 ? 'Yes' : 'No',
      'More info',
    )
    links.push({ row: draft.last, column: 5, text: `https://guide.example/${id}` })
    if (inList % 9 === 1) notes.push({ row: draft.last, column: 2, text: `Shown by a test ${id}` })
  }
  const last = draft.last
  return withSheet(
    workbook('drop-down lists, links behind the same text, comments', draft, {
      after: [{ name: 'Values', rows: [['Must'], ['Should'], ['Could'], ['Will not']] }],
    }),
    {
      ...{ links, notes },
      lists: [
        { range: `D2:D${last}`, formula: 'Values!$A$1:$A$4' },
        { range: `E2:E${last}`, formula: '"Yes,No"' },
        { range: `G2:G${last}`, formula: '"Fully met,Partly met,Not met"' },
      ],
    },
  )
}

export const CELL_HABITS: readonly (() => Habit)[] = [
  filteredList,
  hiddenFieldNames,
  oldExcel,
  openDocument,
  centralEuropean,
  westernTabs,
  paddedIds,
  outlineNumbers,
  richForm,
]

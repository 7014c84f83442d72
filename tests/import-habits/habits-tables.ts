import { listed, requirementSet } from './content.ts'
import { type Habit, SheetDraft, workbook } from './habit.ts'
import { changes, cover, glossary } from './other-sheets.ts'

/** Tables as projects keep them: ids, sections and texts in shapes of their own. */

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0')

const germanClasses = (): Habit => {
  const set = requirementSet('verwaltung', 80)
  const draft = new SheetDraft('Kriterienkatalog').add(
    ...['Lfd. Nr.', 'Kapitel', 'Kriterium', 'A/B', 'Gewichtung', 'Erfüllungsgrad (0–10)'],
    ...['Erläuterung des Bieters'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const id = pad(inList, 4)
    draft.require(
      id,
      section.title,
      requirement.paragraph,
    )(...[id, section.title, requirement.paragraph, inList % 3 ? 'B' : 'A', 10, '', ''])
  }
  return workbook('German criteria with classes A and B and weights', draft)
}

const frenchPrefixes = (): Habit => {
  const set = requirementSet('hopital', 58)
  const draft = new SheetDraft('Exigences')
    .add('Cadre de réponse technique')
    .add('Réf.', 'Exigence', 'O/F', 'Réponse du soumissionnaire (O/N/P)', 'Commentaires')
  for (const { code, requirements } of set.sections)
    requirements.forEach(({ text }, at) => {
      const id = `${code}/${pad(at + 1, 3)}`
      draft.require(id, [code, null], text)(id, text, at % 3 ? 'O' : 'F', '', '')
    })
  return workbook('French, the section is the part of the id before a slash', draft)
}

const polishAreas = (): Habit => {
  const set = requirementSet('kolej', 64)
  const draft = new SheetDraft('Wymagania funkcjonalne').add(
    ...['Lp.', 'Obszar', 'Opis wymagania', 'Obligatoryjne (T/N)', 'Punkty'],
    ...['Deklaracja Wykonawcy'],
  )
  let number = 0
  for (const { title, requirements } of set.sections)
    requirements.forEach(({ text }, at) => {
      number += 1
      draft.require(
        String(number),
        title,
        text,
      )(...[number, at === 0 ? title : '', text, at % 3 ? 'T' : 'N', at % 3 ? '' : 5, ''])
    })
  return workbook('Polish areas written once, points for some', draft)
}

const slovakWays = (): Habit => {
  const set = requirementSet('nemocnica', 62)
  const draft = new SheetDraft('Opis predmetu zákazky', 1)
    .add('Príloha č. 1 – Podrobný opis predmetu zákazky')
    .blank()
    .add(
      ...['P. č.', 'Funkčná oblasť', 'Popis požiadavky', 'Povinné (A/N)', 'Váha'],
      ...['Splnenie uchádzačom', 'Spôsob splnenia'],
    )
  for (const { section, requirement, inList } of listed(set))
    draft.require(
      `${inList}.`,
      section.title,
      requirement.text,
    )(...[`${inList}.`, section.title, requirement.text, 'A', 2, '', ''])
  return workbook('Slovak description with weights and the way of fulfilment', draft, {
    before: [cover(set, 'Titul')],
  })
}

const splitText = (): Habit => {
  const set = requirementSet('rail', 50)
  const draft = new SheetDraft('System requirements').add(
    ...['Key', 'Subsystem', 'Trigger / precondition', 'System reaction', 'Verified by'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const id = `SYS-${inList}`
    draft.require(
      id,
      section.title,
      requirement.text,
    )(...[id, section.title, 'When the train is at standstill,', requirement.text, 'Test'])
  }
  return workbook('a trigger before the reaction of the system', draft)
}

const shallHeader = (): Habit => {
  const set = requirementSet('hospital', 46)
  const draft = new SheetDraft('Sheet1').add(
    '',
    'The system shall be able to …',
    'Yes',
    'No',
    'Roadmap',
  )
  for (const { title, requirements } of set.sections) {
    draft.add(title)
    requirements.forEach(({ wish }, at) => {
      draft.require(String(at + 1), title, wish)(at + 1, wish, '', '', '')
    })
  }
  return workbook('the header begins the sentence that the cells end', draft)
}

const blanksBetween = (): Habit => {
  const set = requirementSet('telecom', 34)
  const draft = new SheetDraft('URS').add('URS No', 'Chapter', 'User requirement', 'GxP').blank()
  for (const { section, requirement, inList } of listed(set)) {
    const id = `URS-${pad(inList * 10, 4)}`
    draft.require(
      id,
      section.title,
      requirement.paragraph,
    )(...[id, section.title, requirement.paragraph, inList % 2 ? 'Y' : 'N'])
    draft.blank()
  }
  return workbook('an empty row after each requirement', draft, {
    before: [changes()],
    after: [glossary('Abbreviations', 20)],
  })
}

const capitals = (): Habit => {
  const set = requirementSet('city', 56)
  const draft = new SheetDraft('Specification')
    .add('SPECIFICATION OF THE SOLUTION')
    .add('ITEM', 'DESCRIPTION OF REQUIREMENT', 'UNIT', 'OFFERED (YES/NO)', 'PAGE OF OFFER')
  set.sections.forEach(({ title, requirements }, at) => {
    draft.add(`${at + 1}`, title.toUpperCase(), '', '', '')
    requirements.forEach(({ text }, index) => {
      const id = `${at + 1}.${pad(index + 1, 2)}`
      draft.require(id, `${at + 1} ${title.toUpperCase()}`, text)(id, text, 'pc', '', '')
    })
  })
  return workbook('headings in capitals with a number, a title above', draft)
}

const linkedKeys = (): Habit => {
  const set = requirementSet('laboratory', 40)
  const draft = new SheetDraft('Jira export').add(
    ...['Issue key', 'Summary', 'Status', 'Epic Link', 'Assignee', 'Description'],
  )
  const links: { row: number; column: number; text: string }[] = []
  for (const { section, requirement, inList } of listed(set)) {
    const id = `LIMS-${inList + 100}`
    draft.require(
      id,
      section.title,
      requirement.title,
    )(...[id, requirement.title, 'Open', section.title, 'analyst', requirement.text])
    links.push({ row: draft.last, column: 0, text: `https://tracker.example/browse/${id}` })
  }
  const habit = workbook('keys that are links, the epic as section', draft)
  return { ...habit, sheets: habit.sheets.map((sheet) => ({ ...sheet, links })) }
}

const hiddenColumns = (): Habit => {
  const set = requirementSet('payroll', 44)
  const draft = new SheetDraft('Requirements list').add(
    ...['Row', 'Object GUID', 'Req-ID', 'Area', 'Requirement text', 'Internal remark'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const guid = `0f8fad5b-d9cb-469f-a165-${pad(inList, 12)}`
    const id = `HR.${pad(inList, 3)}`
    draft.require(
      [id, guid],
      section.title,
      requirement.text,
    )(...[inList, guid, id, section.title, requirement.text, requirement.note])
  }
  const habit = workbook('a row counter and a GUID in hidden columns before the id', draft)
  return { ...habit, sheets: habit.sheets.map((one) => ({ ...one, hiddenColumns: [0, 1, 5] })) }
}

const sectionAndQuestion = (): Habit => {
  const set = requirementSet('city', 60)
  const draft = new SheetDraft('RFI').add('Section', 'Q', 'Question', 'Answer', 'Attachment')
  set.sections.forEach(({ requirements }, at) => {
    requirements.forEach(({ question }, index) => {
      draft.require(String(index + 1), String(at + 1), question)(at + 1, index + 1, question)
    })
  })
  return workbook('section and question number in two columns of numbers', draft)
}

const mergedIds = (): Habit => {
  const set = requirementSet('hospital', 30)
  const draft = new SheetDraft('Acceptance').add(
    ...['Requirement', 'ID', 'Acceptance criterion', 'Passed', 'Date'],
  )
  for (const { requirement, inList } of listed(set)) {
    const id = `F${inList}`
    draft.require(id, null, requirement.text)(requirement.text, id, requirement.criteria[0] ?? '')
    const top = draft.last
    for (const line of requirement.criteria.slice(1)) draft.add('', '', line)
    for (const column of [0, 1]) draft.mergeDown(column, top)
  }
  return workbook('requirement and id merged over rows of criteria', draft)
}

const domainSheets = (): Habit => {
  const set = requirementSet('rail', 150)
  const drafts = set.sections.map(({ title, requirements }, at) => {
    const draft = new SheetDraft(title.slice(0, 30))
    for (let row = 0; row < at; row += 1) draft.add(row === 0 ? set.project : `Part ${at}`)
    draft.add('Req ID', 'Description', 'Priority', 'Response')
    requirements.forEach(({ text, priority }, index) => {
      const id = `${pad(at + 1, 2)}-${pad(index + 1, 2)}`
      draft.require(id, [pad(at + 1, 2), null], text)(id, text, priority, '')
    })
    return draft
  })
  const [first, second = new SheetDraft(''), ...rest] = drafts
  return workbook('a sheet for each domain, each with its own header row', second, {
    before: first === undefined ? [] : [first.sheet()],
    after: rest.map((one) => one.sheet()),
  })
}

const twoLanguagesInCell = (): Habit => {
  const set = requirementSet('nemocnica', 48)
  const draft = new SheetDraft('Požiadavky – Requirements').add(
    ...['Kód / Code', 'Oblasť / Area', 'Požiadavka / Requirement', 'Priorita / Priority'],
    ...['Odpoveď / Answer', 'Poznámka / Note'],
  )
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}${pad(inSection, 2)}`
    draft.require(
      id,
      section.title,
      requirement.text,
    )(...[id, section.title, requirement.text, requirement.priority, '', ''])
  }
  return workbook('column names in two languages in one cell', draft)
}

export const TABLE_HABITS: readonly (() => Habit)[] = [
  germanClasses,
  frenchPrefixes,
  polishAreas,
  slovakWays,
  splitText,
  shallHeader,
  blanksBetween,
  capitals,
  linkedKeys,
  hiddenColumns,
  sectionAndQuestion,
  mergedIds,
  domainSheets,
  twoLanguagesInCell,
]

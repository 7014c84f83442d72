import { listed, requirementSet } from './content.ts'
import { csvFile, type Habit, SheetDraft, workbook } from './habit.ts'
import { contacts, cover, lists, readMe } from './other-sheets.ts'

/** Lists that are not as even as a table of a database: gaps, mixed orders, odd headers. */

const two = (number: number): string => String(number).padStart(2, '0')

const someIdsMissing = (): Habit => {
  const draft = new SheetDraft('Requirements').add(
    'ID',
    'Area',
    'Requirement',
    'Priority',
    'Status',
  )
  for (const { section, requirement, inList } of listed(requirementSet('telecom', 62))) {
    const id = inList % 8 === 5 ? null : `RQ-${inList}`
    const { text, priority } = requirement
    draft.require(
      id,
      section.title,
      text,
    )(...[id ?? '', section.title, text, priority, id === null ? 'new' : 'agreed'])
  }
  return workbook('rows added later have no id yet', draft)
}

const sortedByPriority = (): Habit => {
  const set = requirementSet('city', 74)
  const draft = new SheetDraft('Prioritised')
    .add(`Result of the workshops: ${set.project}`)
    .blank()
    .add('Rank', 'Priority', 'Requirement', 'Office', 'ID', 'Votes')
  const order = ['Must', 'Should', 'Could']
  listed(set)
    .toSorted(
      (a, b) => order.indexOf(a.requirement.priority) - order.indexOf(b.requirement.priority),
    )
    .forEach(({ section, requirement, inList }, at) => {
      const id = `CR-${two(inList)}`
      draft.require(
        id,
        section.title,
        requirement.text,
      )(...[at + 1, requirement.priority, requirement.text, section.title, id, 80 - at])
    })
  return workbook('sorted by priority: sections scattered, a rank before the id', draft)
}

const someDescriptions = (): Habit => {
  const draft = new SheetDraft('Features').add(
    ...['Key', 'Module', 'Feature', 'Further description', 'Release', 'Comment of the supplier'],
  )
  for (const { section, requirement, inSection } of listed(requirementSet('laboratory', 66))) {
    const id = `${section.code}.${inSection}`
    const { title, paragraph } = requirement
    draft.require(
      id,
      section.title,
      title,
    )(...[id, section.title, title, inSection % 3 === 0 ? paragraph : '', (inSection % 2) + 1])
  }
  return workbook('a feature in each row, a description in every third', draft)
}

const brokenHeaders = (): Habit => {
  const set = requirementSet('hospital', 58)
  const draft = new SheetDraft('Tab1')
    .add('', '', '', '', 'Print date: 2024-05-14')
    .add(
      ...['Req.\nno. ', ' Ward /\nunit', 'Requirement of the user\n(at most 500 characters)'],
      ...['Need\n(1 = high,\n3 = low)', 'Answer of the bidder\n(yes / no / planned)'],
    )
  for (const { section, requirement, inList } of listed(set)) {
    const id = `${inList}/2024`
    draft.require(
      id,
      section.title,
      requirement.paragraph,
    )(...[id, section.title, requirement.paragraph, (inList % 3) + 1])
  }
  return workbook('header cells with line breaks and spaces', draft, { after: [lists('x')] })
}

const twoLanguageHeader = (): Habit => {
  const set = requirementSet('verwaltung', 63)
  const draft = new SheetDraft('Anforderungen_Requirements')
    .add(set.project)
    .mergeAcross(0, 5)
    .add('Nr.', 'Bereich', 'Anforderung', 'Priorität', 'Erfüllung', 'Kommentar')
    .add('No.', 'Area', 'Requirement', 'Priority', 'Compliance', 'Comment')
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code} ${two(inSection)}`
    const { text, priority } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority)
  }
  return workbook('the header in two languages in two rows, ids with a space', draft)
}

const featureChecklist = (): Habit => {
  const set = requirementSet('payroll', 56)
  const draft = new SheetDraft('Checklist').add('Feature', 'Needed', 'Available?', 'Comment')
  for (const { title: heading, requirements } of set.sections) {
    draft.add(heading)
    for (const { title, priority } of requirements) {
      draft.require(null, heading, title)(title, priority === 'Could' ? 'nice to have' : 'yes')
    }
  }
  return workbook('short features below headings, no ids', draft, { after: [contacts()] })
}

const lettersBefore = (): Habit => {
  const set = requirementSet('laboratory', 53)
  const draft = new SheetDraft('Questions').blank().add('Item', 'Demand', 'K.o.?', 'Confirmed')
  for (const { code, title, requirements } of set.sections) {
    const heading = `Section ${code}: ${title}`
    draft.blank().add(heading)
    requirements.forEach(({ paragraph }, at) => {
      const id = `${code}-${two(at + 1)}`
      draft.require(id, heading, paragraph)(id, paragraph, at % 6 === 0 ? 'K.o.' : '')
    })
  }
  return workbook("headings 'Section A: …' in the column of the ids", draft, {
    before: [cover(set), readMe()],
  })
}

const constantColumns = (): Habit => {
  const set = requirementSet('rail', 82)
  const draft = new SheetDraft('Requirements').add(
    ...['Project', 'Document', 'Type', 'Object ID', 'Subsystem', 'Requirement text', 'Baseline'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const id = `TMS_SYS_${1000 + inList}`
    draft.require(
      id,
      section.title,
      requirement.paragraph,
    )(
      ...['Regional traffic management', 'System requirements specification', 'Functional', id],
      ...[section.title, requirement.paragraph, 'B2'],
    )
  }
  return workbook('columns that say the same in each row before the id', draft)
}

const headingsWithAnswers = (): Habit => {
  const set = requirementSet('hopital', 48)
  const draft = new SheetDraft('Questionnaire')
    .add('N°', 'Exigence', 'Réponse', 'Précisions', 'Poids')
    .add('', 'Total des points', '', '', 100)
  set.sections.forEach(({ title, requirements }, at) => {
    draft.add(at + 1, title, '', '', 25)
    requirements.forEach(({ paragraph, answer, compliance }, index) => {
      const id = `${at + 1}.${two(index + 1)}`
      draft.require(id, `${at + 1} ${title}`, paragraph)(id, paragraph, compliance, answer)
    })
  })
  return workbook('headings that bear a weight, answers filled in, French', draft)
}

const plainCsv = (): Habit => {
  const draft = new SheetDraft('features').add('Category', 'Feature', 'Must have', 'Vendor comment')
  for (const { section, requirement, inSection } of listed(requirementSet('city', 36))) {
    draft.require(
      null,
      section.title,
      requirement.title,
    )(
      inSection === 1 ? section.title : '',
      ...[requirement.title, requirement.priority === 'Must' ? 'TRUE' : 'FALSE', ''],
    )
  }
  return csvFile(draft)
}

export const DETAIL_HABITS: readonly (() => Habit)[] = [
  someIdsMissing,
  sortedByPriority,
  someDescriptions,
  brokenHeaders,
  twoLanguageHeader,
  featureChecklist,
  lettersBefore,
  constantColumns,
  headingsWithAnswers,
  plainCsv,
]

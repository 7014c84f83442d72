import { listed, requirementSet } from './content.ts'
import { type Habit, SheetDraft, workbook } from './habit.ts'
import {
  changes,
  contacts,
  cover,
  glossary,
  licence,
  lists,
  prices,
  readMe,
} from './other-sheets.ts'

/** Workbooks that differ in which columns there are, and in what stands before the list. */

const three = (number: number): string => String(number).padStart(3, '0')

const plainThreeColumns = (): Habit => {
  const draft = new SheetDraft('Sheet1').add('ID', 'Section', 'Requirement')
  for (const { section, requirement, inSection } of listed(requirementSet('hospital', 40))) {
    const id = `${section.code}-${inSection}`
    draft.require(id, section.title, requirement.text)(id, section.title, requirement.text)
  }
  return workbook('plain three columns', draft)
}

const coverReadmeLists = (): Habit => {
  const set = requirementSet('hospital', 120)
  const draft = new SheetDraft('Requirements')
    .blank(2)
    .add('', '', set.project)
    .mergeAcross(2, 5)
    .add('', '', 'Version 1.3', '', 'Date', '2024-05-14')
    .add('', '', 'Author', 'Procurement')
    .blank()
    .add('ID', 'Module', 'Requirement', 'Priority', 'Type', 'Response', 'Comment')
  for (const { section, requirement, inList } of listed(set)) {
    const id = `REQ-${three(inList)}`
    const { text, priority, type } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority, type)
  }
  return workbook('cover, read me, lists and change history before the list', draft, {
    before: [cover(set), readMe(), lists(), changes()],
  })
}

const titleAndDescription = (): Habit => {
  const set = requirementSet('telecom', 90)
  const draft = new SheetDraft('Requirements list').add(
    ...['Req ID', 'Area', 'Title', 'Description', 'Priority', 'Rationale', 'Acceptance criteria'],
  )
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}_${three(inSection)}`
    const { title, paragraph, priority, rationale, criteria } = requirement
    draft.require(
      id,
      section.title,
      title,
    )(...[id, section.title, title, paragraph, priority, rationale, criteria.join('\n')])
  }
  return workbook('title beside a long description, rationale and criteria', draft, {
    before: [cover(set), licence()],
  })
}

const descriptionRationaleCriteria = (): Habit => {
  const set = requirementSet('rail', 75)
  const draft = new SheetDraft('SRS')
    .add(`Requirements – ${set.project}`)
    .blank()
    .add('ID', 'Subsystem', 'Description', 'Rationale', 'Acceptance Criteria', 'Verification')
  for (const { section, requirement, inList } of listed(set)) {
    const id = `SYS-${1000 + inList * 10}`
    const { text, rationale, criteria } = requirement
    const longer = `${rationale} ${inList % 2 === 0 ? 'Without it dispatchers keep a second list by hand, which has been the cause of several delays during the last year.' : ''}`
    draft.require(
      id,
      section.title,
      text,
    )(
      ...[id, section.title, text, longer.trim(), criteria.map((line) => `• ${line}`).join('\n')],
      ['Test', 'Inspection', 'Analysis'][inList % 3] ?? '',
    )
  }
  return workbook('rationale and criteria longer than the description', draft)
}

const priorityBeforeText = (): Habit => {
  const set = requirementSet('payroll', 60)
  const draft = new SheetDraft('MoSCoW').add('MoSCoW', 'Ref', 'Theme', 'Statement', 'Owner')
  for (const { section, requirement, inList } of listed(set)) {
    const id = `PAY${three(inList)}`
    draft.require(
      id,
      section.title,
      requirement.text,
    )(...[requirement.priority.charAt(0), id, section.title, requirement.text, 'HR'])
  }
  return workbook('priority before the id and the text', draft, { after: [contacts()] })
}

const emptyLookAlikes = (): Habit => {
  const set = requirementSet('city', 64)
  const draft = new SheetDraft('Catalogue').add(
    ...['ID', 'Section', 'Requirement', 'Functional area', 'Text', 'Remark', 'Name'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    draft.require(
      `C${inList}`,
      section.title,
      requirement.text,
    )(...[`C${inList}`, '', '', section.title, requirement.text, requirement.note])
  }
  return workbook("empty columns 'Section' and 'Requirement', the text elsewhere", draft)
}

const filledAnswers = (): Habit => {
  const set = requirementSet('hospital', 84)
  const draft = new SheetDraft('RFP response')
    .add(set.project, '', '', '', 'To be completed by the vendor')
    .mergeAcross(4, 6)
    .add('No.', 'Category', 'Business requirement', 'Priority', 'Compliance', 'Response', 'Comment')
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}.${inSection}`
    const { text, priority, compliance, answer, note } = requirement
    const response = `${answer} ${answer.length > 60 ? 'A screenshot of the screen in question is part of chapter 4 of our offer; the effort for the configuration is included in the price sheet.' : ''}`
    draft.require(
      id,
      section.title,
      text,
    )(...[id, section.title, text, priority, compliance, response.trim(), note])
  }
  return workbook('filled answers that are longer than the requirements', draft, {
    before: [cover(set, 'Title page')],
  })
}

const guidBesideId = (): Habit => {
  const draft = new SheetDraft('Export').add(
    ...['Unique ID', 'Key', 'Heading', 'Primary Text', 'State', 'Created', 'Modified'],
  )
  for (const { section, requirement, inList } of listed(requirementSet('rail', 48))) {
    const id = `RAIL-${inList + 200}`
    const guid = `${(inList * 48271 + 4096).toString(16).padStart(8, '0')}-7c1e-4a52-9d03-${(inList * 16807 + 65536).toString(16).padStart(12, '0')}`
    draft.require(
      id,
      section.title,
      requirement.text,
    )(...[guid, id, section.title, requirement.text, 'Approved', '2024-01-09', '2024-02-27'])
  }
  return workbook('GUID before a readable key', draft)
}

const guidOnly = (): Habit => {
  const set = requirementSet('telecom', 70)
  const draft = new SheetDraft('Checklist')
    .blank()
    .add('', 'Readiness checklist')
    .blank(2)
    .add('', set.project)
    .blank()
    .add('Service', 'Pillar', 'Recommendation', 'Detail', 'Severity', 'Status', 'Link', 'GUID')
  for (const { section, requirement, inList } of listed(set)) {
    const guid = `${(inList * 69621 + 8192).toString(16).padStart(8, '0')}-11b4-4f0a-8c55-${(inList * 39373 + 131072).toString(16).padStart(12, '0')}`
    draft.require(guid, section.title, requirement.text)(
      'Fibre platform',
      ...[section.title, requirement.text, '', ['High', 'Medium', 'Low'][inList % 3] ?? ''],
      ...['Not verified', 'More info', guid],
    )
  }
  return workbook('a GUID far to the right is the only id', draft)
}

const copiedId = (): Habit => {
  const set = requirementSet('laboratory', 44)
  const draft = new SheetDraft('LIMS').add(
    ...['Id', 'Chapter', 'Requirement text', 'Weight', 'Offer', 'Points', 'Id (copy)'],
  )
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}${inSection}`
    draft.require(
      id,
      section.title,
      requirement.paragraph,
    )(...[id, section.title, requirement.paragraph, (inSection % 5) + 1, '', '', id])
  }
  return workbook('a copy of the id column at the end', draft)
}

const traceabilityMatrix = (): Habit => {
  const set = requirementSet('rail', 66)
  const draft = new SheetDraft('RTM').add(
    ...['Req. No.', 'Source', 'Requirement Description', 'Design Reference', 'Test Case ID'],
    ...['Test Result', 'Status', 'Component'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const id = `FR-${three(inList)}`
    draft.require(id, section.title, requirement.text)(
      id,
      `Operating concept of the regional network, chapter ${(inList % 9) + 1}, and minutes of the workshop`,
      ...[requirement.text, `DD-${three(inList % 20)}`, `TC-${three(inList)}`, '', 'Open'],
      section.title,
    )
  }
  return workbook('traceability matrix with sources and test cases', draft, { before: [changes()] })
}

const userStories = (): Habit => {
  const set = requirementSet('city', 45)
  const draft = new SheetDraft('Backlog').add(
    ...['Story ID', 'Epic', 'As a', 'I want to', 'So that', 'Acceptance criteria', 'Story points'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const { wish } = requirement
    draft.require(
      `US${inList}`,
      section.title,
      wish,
    )(
      ...[`US${inList}`, section.title, ['clerk', 'resident', 'head of office'][inList % 3] ?? ''],
      ...[
        wish,
        'residents get an answer sooner',
        requirement.criteria.join('\n'),
        [1, 2, 3, 5, 8][inList % 5] ?? 1,
      ],
    )
  }
  return workbook('user stories over three columns', draft, { after: [lists()] })
}

const wideEvaluation = (): Habit => {
  const set = requirementSet('payroll', 100)
  const vendors = ['Tenderer A', 'Tenderer B', 'Tenderer C', 'Tenderer D']
  const draft = new SheetDraft('Evaluation matrix')
    .add('Evaluation matrix – internal')
    .blank()
    .add('', '', '', '', ...vendors.flatMap((vendor) => [vendor, '', '', '', '']))
  vendors.forEach((_, at) => draft.mergeAcross(4 + at * 5, 8 + at * 5))
  draft.add(
    ...['Nr', 'Criterion', 'Topic', 'Weight'],
    ...vendors.flatMap(() => ['Answer', 'Comment', 'Score 1', 'Score 2', 'Weighted']),
  )
  for (const { section, requirement, inList } of listed(set)) {
    draft.require(
      String(inList),
      section.title,
      requirement.text,
    )(
      ...[inList, requirement.text, section.title, (inList % 4) + 1],
      ...vendors.flatMap((_, at) => [
        ...[inList % (at + 2) === 0 ? 'Yes' : 'No', at === 1 ? requirement.answer : ''],
        ...[(inList + at) % 5, (inList * at) % 5, ((inList + at) % 5) * ((inList % 4) + 1)],
      ]),
    )
  }
  return workbook('evaluation matrix of four tenderers, topic after the text', draft)
}

const bilingual = (): Habit => {
  const english = listed(requirementSet('hospital', 36))
  const draft = new SheetDraft('Požiadavky').add(
    ...['P. č.', 'Oblasť', 'Požiadavka (SK)', 'Requirement (EN)', 'Splnenie'],
  )
  listed(requirementSet('nemocnica', 36)).forEach(({ section, requirement, inList }, at) => {
    const translated = english[at]?.requirement.text ?? ''
    draft.require(`${inList}.`, section.title, [requirement.text, translated])(
      ...[`${inList}.`, section.title, requirement.text, translated],
    )
  })
  return workbook('two languages side by side', draft)
}

const glossaryBefore = (): Habit => {
  const set = requirementSet('laboratory', 30)
  const draft = new SheetDraft('Needs').add(
    'Code',
    'Process',
    'Need',
    'Importance',
    'Today solved by',
  )
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}-${inSection}`
    const { text, priority, note } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority, note)
  }
  return workbook('a glossary longer than the list stands before it', draft, {
    before: [readMe('Intro'), glossary()],
    after: [prices('Prices', 70)],
  })
}

const checkMarks = (): Habit => {
  const set = requirementSet('rail', 52)
  const draft = new SheetDraft('Scope').add(
    ...['Function', 'North', 'South', 'Depot', 'HQ', 'Ident', 'Group', 'Explanation'],
  )
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}${inSection}`
    draft.require(id, section.title, requirement.title)(
      requirement.title,
      ...[0, 1, 2, 3].map((at) => ((inSection + at) % 3 === 0 ? '' : 'x')),
      ...[id, section.title, requirement.paragraph],
    )
  }
  return workbook('title first, check marks per site, id and text at the end', draft)
}

const titleIsGroup = (): Habit => {
  const set = requirementSet('telecom', 58)
  const draft = new SheetDraft('Tabelle1').add('Title', 'Identifier', 'Detailed requirement', 'M/O')
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}-${inSection * 10}`
    draft.require(
      id,
      section.title,
      requirement.paragraph,
    )(...[section.title, id, requirement.paragraph, inSection % 4 === 0 ? 'O' : 'M'])
  }
  return workbook("a column 'Title' that repeats the section", draft)
}

export const COLUMN_HABITS: readonly (() => Habit)[] = [
  plainThreeColumns,
  coverReadmeLists,
  titleAndDescription,
  descriptionRationaleCriteria,
  priorityBeforeText,
  emptyLookAlikes,
  filledAnswers,
  guidBesideId,
  guidOnly,
  copiedId,
  traceabilityMatrix,
  userStories,
  wideEvaluation,
  bilingual,
  glossaryBefore,
  checkMarks,
  titleIsGroup,
]

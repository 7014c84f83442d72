import { listed, requirementSet } from './content.ts'
import { csvFile, type Habit, SheetDraft } from './habit.ts'

/** Text files: exports of trackers and of databases, and lists saved by a spreadsheet program. */

const issueExport = (): Habit => {
  const draft = new SheetDraft('tracker export').add(
    ...['Summary', 'Issue key', 'Issue id', 'Issue Type', 'Status', 'Project key', 'Priority'],
    ...['Assignee', 'Created', 'Component/s', 'Description', 'Labels', 'Labels'],
    ...['Custom field (Acceptance criteria)', 'Custom field (Story points)', 'Comment', 'Comment'],
  )
  for (const { section, requirement, inList } of listed(requirementSet('telecom', 74))) {
    const key = `FIB-${inList + 300}`
    const { title, paragraph, criteria } = requirement
    draft.require(key, section.title, title)(
      ...[title, key, String(20_000 + inList), inList % 5 === 0 ? 'Task' : 'Story', 'Open', 'FIB'],
      ...[['High', 'Medium', 'Low'][inList % 3] ?? '', '', '12/Mar/24 9:14 AM', section.title],
      ...[paragraph, 'tender', inList % 2 === 0 ? 'mvp' : '', criteria.join('\n'), ''],
      ...[inList % 4 === 0 ? 'To be discussed with network planning.' : '', ''],
    )
  }
  return csvFile(draft)
}

const workItems = (): Habit => {
  const draft = new SheetDraft('work items').add(
    ...[
      'ID',
      'Work Item Type',
      'Title',
      'Assigned To',
      'State',
      'Area Path',
      'Description',
      'Tags',
    ],
  )
  for (const { section, requirement, inList } of listed(requirementSet('hospital', 55))) {
    const id = String(40_000 + inList * 3)
    const { title, paragraph } = requirement
    draft.require(
      id,
      section.title,
      title,
    )(...[id, 'Requirement', title, '', 'Proposed', section.title, paragraph, 'tender'])
  }
  return csvFile(draft, { hasBom: true })
}

const summaryWithPrefix = (): Habit => {
  const draft = new SheetDraft('flight list').add(
    ...['Summary', 'Custom field (Requirement ID)', 'Description', 'Custom field (Rationale)'],
  )
  for (const { section, requirement, inList } of listed(requirementSet('rail', 90))) {
    const id = `r${section.code}${1000 + inList}`
    const summary = `${section.code}: ${requirement.title}`
    draft.require(
      id,
      [null, section.code],
      [summary, requirement.title],
    )(...[summary, id, requirement.paragraph, requirement.rationale])
  }
  return csvFile(draft)
}

const germanSemicolon = (): Habit => {
  const draft = new SheetDraft('lastenheft').add(
    ...['Anf.-Nr.', 'Bereich', 'Bezeichnung', 'Beschreibung', 'Muss/Soll/Kann', 'Bemerkung'],
  )
  for (const { section, requirement, inSection } of listed(requirementSet('verwaltung', 85))) {
    const id = `${section.code}-${String(inSection).padStart(2, '0')}`
    const { title, paragraph, priority, note } = requirement
    draft.require(id, section.title, title)(id, section.title, title, paragraph, priority, note)
  }
  return csvFile(draft, { delimiter: ';', hasBom: true })
}

const titleLineAbove = (): Habit => {
  const draft = new SheetDraft('zoznam požiadaviek')
    .add('Export zo dňa 14.05.2024', '', '', '', '')
    .add('Nemocničný informačný systém', '', '', '', '')
    .add('', '', '', '', '')
    .add('Kód', 'Modul', 'Znenie požiadavky', 'Povinnosť', 'Vyjadrenie uchádzača')
  for (const { section, requirement, inSection } of listed(requirementSet('nemocnica', 47))) {
    const id = `${section.code}_${inSection}`
    const { paragraph, priority } = requirement
    draft.require(id, section.title, paragraph)(id, section.title, paragraph, priority, '')
  }
  return csvFile(draft, { delimiter: ';' })
}

const tabSeparated = (): Habit => {
  const draft = new SheetDraft('rail tab').add('No', 'Object text', 'Object type', 'Module', 'Prio')
  for (const { section, requirement, inList } of listed(requirementSet('rail', 61))) {
    const { text, type, priority } = requirement
    draft.require(
      String(inList),
      section.title,
      text,
    )(...[String(inList), text, type, section.title, priority])
  }
  return csvFile(draft, { delimiter: '\t' })
}

const chapterAndSection = (): Habit => {
  const draft = new SheetDraft('standard').add(
    ...[
      'chapter_id',
      'chapter_name',
      'section_id',
      'section_name',
      'req_id',
      'req_description',
      'L',
    ],
  )
  requirementSet('hospital', 140).sections.forEach(({ title, requirements }, at) =>
    requirements.forEach(({ text }, index) => {
      const [part, number] = [Math.floor(index / 6), (index % 6) + 1]
      const name = ['Recording', 'Review', 'Exchange', 'Retention'][part] ?? `Part ${part + 1}`
      const inPart = `V${at + 1}.${part + 1}`
      draft.require(
        `${inPart}.${number}`,
        `${title} / ${name}`,
        text,
      )(
        ...[`V${at + 1}`, title, inPart, name, `${inPart}.${number}`, text],
        String((index % 3) + 1),
      )
    }),
  )
  return csvFile(draft)
}

const databaseDump = (): Habit => {
  const draft = new SheetDraft('dump').add(
    ...['req_uid', 'created_at', 'updated_at', 'is_active', 'group_name', 'prio', 'req_text'],
  )
  for (const { section, requirement, inList } of listed(requirementSet('payroll', 110))) {
    const id = `PR${String(inList).padStart(5, '0')}`
    draft.require(
      id,
      section.title,
      requirement.text,
    )(
      ...[id, '2023-10-04T08:15:00Z', '2024-02-11T13:02:45Z', 't', section.title],
      ...[requirement.priority, requirement.text],
    )
  }
  return csvFile(draft)
}

const semicolonHeadings = (): Habit => {
  const draft = new SheetDraft('cahier des charges').add('Réf.', 'Libellé', 'Niveau', 'Réponse')
  requirementSet('hopital', 52).sections.forEach(({ title, requirements }, at) => {
    draft.add(String(at + 1), title, '', '')
    requirements.forEach(({ text, priority }, index) => {
      const id = `${at + 1}.${index + 1}`
      draft.require(id, `${at + 1} ${title}`, text)(id, text, priority, '')
    })
  })
  return csvFile(draft, { delimiter: ';', hasBom: true })
}

export const CSV_HABITS: readonly (() => Habit)[] = [
  issueExport,
  workItems,
  summaryWithPrefix,
  germanSemicolon,
  titleLineAbove,
  tabSeparated,
  chapterAndSection,
  databaseDump,
  semicolonHeadings,
]

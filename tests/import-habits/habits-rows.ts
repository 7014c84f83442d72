import { listed, requirementSet } from './content.ts'
import { type Habit, SheetDraft, workbook } from './habit.ts'
import { changes, cover, glossary, licence, lists, prices, readMe } from './other-sheets.ts'

/** Workbooks that differ in the rows around and between the requirements. */

const two = (number: number): string => String(number).padStart(2, '0')
const three = (number: number): string => String(number).padStart(3, '0')

const groupedHeader = (): Habit => {
  const set = requirementSet('hospital', 95)
  const draft = new SheetDraft('CurrentStandards')
    .add('Customer', '', '', '', 'Supplier to complete', '', '', 'Customer evaluation')
    .mergeAcross(0, 3)
    .mergeAcross(4, 6)
    .mergeAcross(7, 9)
    .add('Requirement ID', 'Standard', 'Requirement Text', 'MoSCoW')
  const header = [
    'Status',
    'Describe Solution',
    'Evidence',
    'Risk Level',
    'Feedback',
    'Reviewed By',
  ]
  draft.rows.at(-1)?.push(...header)
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `GP-${section.code}-${inSection}`
    const { paragraph, priority } = requirement
    draft.require(
      id,
      section.title,
      paragraph,
    )(...[id, section.title, paragraph, priority.toUpperCase()])
  }
  return workbook('header of two rows with merged groups', draft, {
    before: [readMe('InstructionsToComplete'), cover(set)],
  })
}

const headerMergedDown = (): Habit => {
  const set = requirementSet('telecom', 77)
  const draft = new SheetDraft('Requirements')
    .add(set.project)
    .mergeAcross(0, 7)
    .blank()
    .add('ID', 'Section', 'Requirement', 'Priority', '', '', 'Tenderer')
    .mergeAcross(3, 5)
    .mergeAcross(6, 7)
    .add('', '', '', 'Must', 'Should', 'Could', 'Compliant', 'Reference')
  for (const column of [0, 1, 2]) draft.mergeDown(column, 3)
  for (const { section, requirement, inList } of listed(set)) {
    const id = `T-${three(inList)}`
    const mark = (priority: string): string => (requirement.priority === priority ? 'X' : '')
    draft.require(
      id,
      section.title,
      requirement.text,
    )(...[id, section.title, requirement.text, mark('Must'), mark('Should'), mark('Could')])
  }
  return workbook('header cells merged down beside a group', draft)
}

const instructionsBelow = (): Habit => {
  const set = requirementSet('hopital', 70)
  const draft = new SheetDraft('Grille de réponse')
    .add('Cadre de réponse technique')
    .add(`Projet : ${set.project}`)
    .add('Candidat :', '')
    .blank()
    .add('N°', 'Chapitre', 'Exigence', 'Criticité', 'Réponse du candidat', 'Commentaires')
    .add(
      ...['Ne pas modifier', 'Ne pas modifier', 'Ne pas modifier', 'Obligatoire ou souhaitée'],
      ...['Oui / Non / Partiel', 'Texte libre, 500 caractères au plus'],
    )
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}-${three(inSection)}`
    const { paragraph, priority } = requirement
    draft.require(id, section.title, paragraph)(id, section.title, paragraph, priority)
  }
  return workbook('an instruction row under the header, French', draft)
}

const exampleBelow = (): Habit => {
  const draft = new SheetDraft('Template').add('ID', 'Section', 'Requirement', 'Priority', 'Type')
  draft.add('(unique number)', '(chapter)', '(one sentence, one demand)', '(M/S/C)', '(from list)')
  draft.add('mandatory', 'mandatory', 'mandatory', 'mandatory', 'optional')
  for (const { section, requirement, inList } of listed(requirementSet('city', 38))) {
    const id = `BR-${inList}`
    const { text, priority, type } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority.charAt(0), type)
  }
  return workbook('two rows of instructions under the header', draft, {
    before: [licence('Terms'), lists('Values')],
  })
}

const repeatedHeader = (): Habit => {
  const set = requirementSet('rail', 150)
  const draft = new SheetDraft('Print')
  const header = ['Ref.', 'Chapter', 'Functionality', 'Must have?', 'Offer page']
  listed(set).forEach(({ section, requirement, inList }, at) => {
    if (at % 25 === 0) {
      if (at > 0) draft.add('', '', `Page ${at / 25} of 6`).blank()
      draft.add(set.project).add(...header)
    }
    const id = `F${three(inList)}`
    draft.require(
      id,
      section.title,
      requirement.text,
    )(...[id, section.title, requirement.text, requirement.priority === 'Must' ? 'yes' : 'no'])
  })
  return workbook('title and header repeated on each page', draft)
}

const blanksAndTotals = (): Habit => {
  const set = requirementSet('payroll', 120)
  const draft = new SheetDraft('Requirements').add('Req', 'Topic', 'Description', 'Weight', 'Score')
  for (const section of set.sections) {
    draft.blank()
    section.requirements.forEach(({ text }, at) => {
      const id = `${section.code}.${at + 1}`
      draft.require(id, section.title, text)(id, section.title, text, (at % 5) + 1)
    })
  }
  draft.blank(2).add('', '', 'Total: 120').add('', '', 'Sum of weights', 352)
  draft.blank().add('© Shared service centre. For use in this tender only.').add('End of list')
  return workbook('blank rows between sections, totals and notes at the end', draft)
}

const subtotals = (): Habit => {
  const draft = new SheetDraft('Weighting').add('Pos.', 'Requirement', 'Max. points', 'Points')
  requirementSet('laboratory', 48).sections.forEach(({ title, requirements }, at) => {
    draft.add(`${at + 1}`, title)
    requirements.forEach(({ text }, index) => {
      const id = `${at + 1}.${index + 1}`
      draft.require(id, `${at + 1} ${title}`, text)(id, text, 5)
    })
    draft.add('', `Subtotal ${title}`, requirements.length * 5, 0).blank()
  })
  draft.add('', 'Total', 240, 0)
  return workbook('a subtotal after each section', draft, {
    before: [cover(requirementSet('laboratory', 1))],
  })
}

const leadingColumns = (): Habit => {
  const set = requirementSet('city', 57)
  const draft = new SheetDraft('Requirements', 2)
    .blank()
    .add(set.project)
    .add('Annex B')
    .blank()
    .add('ID', 'Section', 'Title', 'Description', 'Priority', 'Response')
  for (const { section, requirement, inList } of listed(set)) {
    const id = `CTY-${three(inList)}`
    const { title, paragraph, priority } = requirement
    draft.require(id, section.title, title)(id, section.title, title, paragraph, priority)
  }
  return workbook('the table begins in C5', draft)
}

const strayCells = (): Habit => {
  const draft = new SheetDraft('Requirements').add('ID', 'Section', 'Requirement', 'Priority')
  for (const { section, requirement, inList } of listed(requirementSet('hospital', 63))) {
    const id = `H${inList}`
    const { text, priority } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority)
  }
  draft.put(12, 189, 'x').put(2900, 3, 'ok')
  return workbook('stray cells far to the right and far below', draft)
}

const hiddenOldVersion = (): Habit => {
  const set = requirementSet('hospital', 60)
  const old = new SheetDraft('Requirements v0.9').add('ID', 'Section', 'Requirement', 'Priority')
  for (const { section, requirement, inSection } of listed(requirementSet('hospital', 75))) {
    const { text, priority } = requirement
    old.add(`${section.code}-${inSection}`, section.title, `${text} (draft)`, priority)
  }
  const draft = new SheetDraft('Requirements v1.3')
  draft.add('ID', 'Section', 'Requirement', 'Priority', 'Response')
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}-${inSection}`
    const { text, priority } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority)
  }
  return workbook('a hidden sheet with a longer old version', draft, {
    before: [
      { ...old.sheet(), isHidden: true },
      { ...lists(), isHidden: true },
    ],
  })
}

const severalRows = (): Habit => {
  const draft = new SheetDraft('Standards').add('Requirement ID', 'Text', 'Level', 'Fulfilled')
  const set = requirementSet('laboratory', 32)
  for (const { requirement, inList } of listed(set)) {
    const id = `L-${two(inList)}`
    const { text, criteria, priority } = requirement
    const bullets = inList % 3 === 0 ? criteria.map((line) => `• ${line}`) : []
    const whole = [text, ...bullets].join('\n')
    draft.require(id, null, [text, whole])(id, text, priority)
    const top = draft.last
    for (const bullet of bullets) draft.add('', bullet)
    draft.mergeDown(0, top).mergeDown(2, top)
  }
  return workbook('one requirement over several rows, its id merged', draft)
}
const textMergedAcross = (): Habit => {
  const set = requirementSet('verwaltung', 42)
  const draft = new SheetDraft('Anlage 2')
    .add(set.owner)
    .add('Kriterienkatalog')
    .mergeAcross(0, 6)
    .blank()
    .add('Nr.', 'Anforderung', '', '', '', 'A/B', 'Antwort')
    .mergeAcross(1, 4)
  set.sections.forEach(({ title, requirements }, at) => {
    draft.add(`${at + 1}`, title).mergeAcross(1, 6)
    requirements.forEach(({ paragraph }, index) => {
      const id = `${at + 1}.${two(index + 1)}`
      draft.require(
        id,
        `${at + 1} ${title}`,
        paragraph,
      )(...[id, paragraph, '', '', '', index % 3 === 0 ? 'A' : 'B'])
      draft.mergeAcross(1, 4)
    })
  })
  return workbook('the text merged across four columns in each row, German', draft)
}

const clauses = (): Habit => {
  const set = requirementSet('rail', 68)
  const draft = new SheetDraft('Compliance')
    .add('Statement of compliance')
    .add('C = compliant, NC = not compliant, PC = partly compliant')
    .blank()
    .add('Clause', '', 'C/NC/PC', 'Remarks')
  set.sections.forEach(({ title, requirements }, at) => {
    draft.add(`${at + 3}`, title)
    requirements.forEach(({ paragraph }, index) => {
      const id = `${at + 3}.${index + 1}`
      draft.require(id, `${at + 3} ${title}`, paragraph)(id, paragraph)
    })
  })
  return workbook('clause numbers, a text column without a header', draft)
}

const noHeader = (): Habit => {
  const draft = new SheetDraft('Sheet1')
  for (const { section, requirement, inSection } of listed(requirementSet('payroll', 28))) {
    const id = `${section.code}-${inSection}`
    const { text, priority } = requirement
    draft.require(id, section.title, text)(id, section.title, text, priority)
  }
  return workbook('no header row', draft)
}

const onlyTexts = (): Habit => {
  const draft = new SheetDraft('Notes')
  for (const { requirement } of listed(requirementSet('city', 16))) {
    draft.require(null, null, requirement.paragraph)(requirement.paragraph)
  }
  return workbook('one column of texts without a header', draft)
}

const numberedNoHeader = (): Habit => {
  const draft = new SheetDraft('Sheet1')
  requirementSet('telecom', 30).sections.forEach(({ title, requirements }, at) => {
    draft.add(at + 1, title)
    requirements.forEach(({ text }, index) => {
      const id = `${at + 1}.${index + 1}`
      draft.require(id, `${at + 1} ${title}`, text)(id, text)
    })
  })
  return workbook('numbered headings and texts without a header', draft)
}

const twoLists = (): Habit => {
  const set = requirementSet('hospital', 100)
  const other = new SheetDraft('Non-functional').add('ID', 'Quality', 'Requirement', 'Priority')
  for (const { section, requirement, inList } of listed(requirementSet('telecom', 22))) {
    other.add(`NF-${inList}`, section.title, requirement.text, requirement.priority)
  }
  const draft = new SheetDraft('Functional').add('ID', 'Process', 'Requirement', 'Priority', 'Bid')
  for (const { section, requirement, inList } of listed(set)) {
    const { text, priority } = requirement
    draft.require(`F-${inList}`, section.title, text)(`F-${inList}`, section.title, text, priority)
  }
  return workbook('a functional and a shorter non-functional list', draft, {
    before: [cover(set), glossary('Terms', 24)],
    after: [other.sheet(), prices()],
  })
}

const fourHundred = (): Habit => {
  const set = requirementSet('hospital', 400)
  const draft = new SheetDraft('Detailed requirements')
    .add('General hospital')
    .add('Tender documents, volume 2')
    .blank(3)
    .add('Contact', 'Procurement', '', 'Due', '2024-06-30')
    .blank()
    .add('Section', 'Number', 'Short title', 'Full description', 'Category', 'Offer', 'Comment')
  for (const { section, requirement, inList } of listed(set)) {
    const id = `HIS.${three(inList)}`
    const { title, paragraph, type } = requirement
    draft.require(id, section.title, title)(section.title, id, title, paragraph, type)
  }
  return workbook('four hundred requirements, section before number', draft, {
    before: [cover(set), readMe('Instructions'), changes('Versions')],
  })
}

export const ROW_HABITS: readonly (() => Habit)[] = [
  groupedHeader,
  headerMergedDown,
  instructionsBelow,
  exampleBelow,
  repeatedHeader,
  blanksAndTotals,
  subtotals,
  leadingColumns,
  strayCells,
  hiddenOldVersion,
  severalRows,
  textMergedAcross,
  clauses,
  noHeader,
  onlyTexts,
  numberedNoHeader,
  twoLists,
  fourHundred,
]

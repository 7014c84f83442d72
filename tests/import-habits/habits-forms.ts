import { listed, requirementSet } from './content.ts'
import { type Habit, type HabitCell, SheetDraft, workbook } from './habit.ts'
import { lists, prices, readMe } from './other-sheets.ts'

/** Forms that purchasers send out and vendors fill in: answers, marks, scores and notes around. */

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0')
const letter = (at: number): string => String.fromCodePoint(97 + at)

/** The vendor's columns stand first, because vendors should not have to scroll. */
const answersFirst = (): Habit => {
  const set = requirementSet('payroll', 48)
  const draft = new SheetDraft('Response form').add(
    'Fully',
    'Partly',
    'Not',
    'Bidder comments',
    'Ref',
    'Functional area',
    'Requirement',
  )
  for (const { section, requirement, inList } of listed(set))
    draft.require(
      `PR${pad(inList, 3)}`,
      section.title,
      requirement.text,
    )(...['', '', '', '', `PR${pad(inList, 3)}`, section.title, requirement.text])
  return workbook('vendor columns first, empty', draft, { before: [readMe()] })
}

const answersFirstFilled = (): Habit => {
  const set = requirementSet('telecom', 60)
  const draft = new SheetDraft('Compliance').add(
    ...['Compliance', 'Response of the tenderer', 'No.', 'Topic', 'Specification'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const { compliance, answer, text } = requirement
    draft.require(
      String(inList),
      section.title,
      text,
    )(...[compliance, `${answer} ${answer}`, inList, section.title, text])
  }
  return workbook('vendor columns first, filled with longer texts', draft)
}

/** Questions of a cloud self-assessment: the control stands behind the question, merged down. */
const cloudQuestions = (): Habit => {
  const set = requirementSet('city', 54)
  const draft = new SheetDraft('CAIQ')
    .add('CONSENSUS ASSESSMENT QUESTIONNAIRE')
    .mergeAcross(0, 8)
    .add(
      ...['Question ID', 'Question', 'CSP Answer', 'SSRM Control Ownership'],
      ...['CSP Implementation Description (Optional)', 'Control ID', 'Control Specification'],
      ...['Control Title', 'Domain Title'],
    )
  for (const { code, title, requirements } of set.sections)
    requirements.forEach(({ question, paragraph, title: control }, at) => {
      const own = `${code}-${pad(Math.floor(at / 3) + 1, 2)}`
      const id = `${own}.${(at % 3) + 1}`
      const isFirst = at % 3 === 0
      const about: HabitCell[] = isFirst ? [own, paragraph, control, title] : ['', '', '', '']
      draft.require(id, title, question)(id, question, '', '', '', ...about)
      const isLast = at % 3 === 2 || at === requirements.length - 1
      const top = draft.last - (at % 3)
      if (isLast) for (const column of [5, 6, 7, 8]) draft.mergeDown(column, top)
    })
  return workbook('cloud questionnaire, controls merged behind the questions', draft)
}

const riskQuestions = (): Habit => {
  const set = requirementSet('laboratory', 66)
  const draft = new SheetDraft('SIG Lite').add(
    ...['Ques Num', 'Question/Request', 'Response', 'Additional Information'],
    ...['Scoring', 'Control family', 'ISO 27002:2022'],
  )
  set.sections.forEach(({ title, requirements }, at) => {
    const domain = letter(at).toUpperCase()
    draft.add(`${domain}.`, title)
    requirements.forEach(({ question }, index) => {
      const id = `${domain}.${index + 1}`
      draft.require(
        id,
        [`${domain}. ${title}`, title],
        question,
      )(...[id, question, '', '', 1, ['Governance', 'Technology'][index % 2] ?? '', `5.${index}`])
    })
  })
  return workbook('risk questionnaire with lettered domains as heading rows', draft)
}

const threeTicks = (): Habit => {
  const set = requirementSet('rail', 52)
  const draft = new SheetDraft('Technical compliance')
    .add('Req. no.', 'Requirement', 'Comply', '', '', 'Remarks')
    .mergeAcross(2, 4)
    .add('', '', 'Y', 'N', 'P', '')
  for (const column of [0, 1, 5]) draft.mergeDown(column, 1)
  set.sections.forEach(({ title, requirements }, at) => {
    draft.add(title.toUpperCase()).mergeAcross(0, 5)
    requirements.forEach(({ text }, index) => {
      const id = `REQ-${pad(at * 10 + Math.floor(index / 3) + 1, 4)}.${letter(index % 3)}`
      draft.require(id, title.toUpperCase(), text)(id, text, 'x', '', '', '')
    })
  })
  return workbook('comply Y, N and P as columns below one name, ids REQ-0001.a', draft)
}

const moscowMarks = (): Habit => {
  const set = requirementSet('hospital', 70)
  const draft = new SheetDraft('Scope').add(
    ...['M', 'S', 'C', 'W', 'Weight', 'ID', 'Business requirement', 'Module'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const marks = [0, 1, 2, 3].map((at) => (inList % 4 === at ? 'x' : ''))
    const id = `BR-${inList}`
    draft.require(
      id,
      section.title,
      requirement.text,
    )(...[...marks, (inList % 5) + 1, id, requirement.text, section.title])
  }
  return workbook('MoSCoW as four columns of marks and a weight before the id', draft)
}

const roleMatrix = (): Habit => {
  const set = requirementSet('city', 45)
  const draft = new SheetDraft('Roles and functions').add(
    ...['Administrator', 'Clerk', 'Manager', 'Auditor', 'No.', 'Function', 'Process'],
  )
  for (const { section, requirement, inList } of listed(set)) {
    const marks = [2, 3, 4, 5].map((by) => (inList % by === 0 ? 'x' : ''))
    draft.require(
      String(inList),
      section.title,
      requirement.text,
    )(...[...marks, inList, requirement.text, section.title])
  }
  return workbook('a matrix of roles before the requirement', draft)
}

const scoresFirst = (): Habit => {
  const set = requirementSet('payroll', 36)
  const draft = new SheetDraft('Evaluation')
    .add(set.project)
    .add('Weight', 'Score', 'Weighted score', 'Criterion', 'Description')
  for (const { title, requirements } of set.sections) {
    draft.add(30, '', '', title)
    requirements.forEach(({ title: name, paragraph }, at) => {
      draft.require(null, title, name)((at % 5) + 1, '', 0, name, paragraph)
    })
  }
  draft.add(100, '', 0, 'Total')
  return workbook('weights and scores before the criterion, sections bear a weight', draft)
}

const legendBeside = (): Habit => {
  const set = requirementSet('telecom', 40)
  const draft = new SheetDraft('Requirements').add('ID', 'Requirement', 'Class', 'Answer')
  for (const { requirement, inList } of listed(set)) {
    const id = `R-${pad(inList, 2)}`
    draft.require(id, null, requirement.text)(id, requirement.text, 'A', '')
  }
  const legend = [
    'Legend',
    'C = compliant',
    'P = partly compliant',
    'N = not compliant',
    'A = must',
  ]
  legend.forEach((text, at) => draft.put(at + 1, 6, text))
  draft.put(7, 6, 'Fill in the column Answer only.')
  return workbook('a legend at the side of the first rows', draft)
}

const notesAbove = (): Habit => {
  const set = requirementSet('rail', 44)
  const draft = new SheetDraft('Annex B')
    .add('Annex B – Table of compliance')
    .blank()
    .add('1. The tenderer fills in the columns D and E only.')
    .add('2. Each requirement is answered with C, PC or NC; other answers count as NC.')
    .add('3. Deviations are explained in the column Remarks, with a reference to the offer.')
    .add('4. Rows may not be added or deleted.')
    .add('5. Requirements marked K are knock-out criteria.')
    .blank()
    .add('Clause', 'Subject', 'Requirement', 'C/PC/NC', 'Remarks', 'K')
  set.sections.forEach(({ requirements }, at) => {
    requirements.forEach(({ title, text }, index) => {
      const id = `${at + 1}.${index + 1}.0`
      draft.require(id, [`${at + 1}`, null], title)(id, title, text, '', '', index % 4 ? '' : 'K')
    })
  })
  return workbook('numbered notes above the table', draft, { after: [lists()] })
}

const totalsAndSignature = (): Habit => {
  const set = requirementSet('laboratory', 42)
  const draft = new SheetDraft('Award criteria').add(
    ...['Item', 'Group', 'Requirement', 'Max. points', 'Points'],
  )
  for (const { section, requirement, inList } of listed(set))
    draft.require(
      String(inList),
      section.title,
      requirement.text,
    )(...[inList, section.title, requirement.text, 5, ''])
  draft
    .add('', '', 'Maximum number of points', 210, '')
    .add('', '', 'Points achieved', '', 0)
    .add('', '', 'Percentage', '', 0)
    .blank(2)
    .add('C = compliant, PC = partly compliant, NC = not compliant')
    .add('Place, date:', '', '', 'Signature:')
  return workbook('points summed below in other words, a legend and a signature', draft, {
    after: [prices()],
  })
}

export const FORM_HABITS: readonly (() => Habit)[] = [
  answersFirst,
  answersFirstFilled,
  cloudQuestions,
  riskQuestions,
  threeTicks,
  moscowMarks,
  roleMatrix,
  scoresFirst,
  legendBeside,
  notesAbove,
  totalsAndSignature,
]

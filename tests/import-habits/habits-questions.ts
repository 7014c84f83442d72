import { listed, requirementSet } from './content.ts'
import { type Habit, SheetDraft, workbook } from './habit.ts'
import { cover, readMe } from './other-sheets.ts'

/** Questionnaires: what is imported is a question. */

const yesNo = (): Habit => {
  const set = requirementSet('payroll', 44)
  const draft = new SheetDraft('Questionnaire')
    .add('Supplier questionnaire')
    .add('Please answer all questions with Yes or No and explain each No.')
    .blank()
    .add('#', 'Question', 'Answer (Y/N)', 'Explanation')
  for (const section of set.sections) {
    draft.add(section.title).mergeAcross(0, 3)
    section.requirements.forEach(({ question }, at) => {
      draft.require(String(at + 1), section.title, question)(at + 1, question)
    })
  }
  return workbook('yes/no questions, numbers restart below merged headings', draft)
}

const securityControls = (): Habit => {
  const set = requirementSet('telecom', 81)
  const draft = new SheetDraft('CAQ')
    .add('Security questionnaire', '', '', 'Version 2')
    .blank()
    .add('Control domain', 'Control ID', 'Control', 'Question ID', 'Question', 'Yes', 'No', 'N/A')
  draft.rows.at(-1)?.push('Notes')
  for (const section of set.sections) {
    const blocks = Math.ceil(section.requirements.length / 3)
    for (let block = 0; block < blocks; block += 1) {
      const control = `${section.code}-${String(block + 1).padStart(2, '0')}`
      const top = draft.last + 1
      section.requirements.slice(block * 3, block * 3 + 3).forEach(({ text, question }, at) => {
        const id = `${control}.${at + 1}`
        draft.require(
          id,
          section.title,
          question,
        )(
          ...(at === 0 ? [section.title, control, text] : ['', '', '']),
          ...[id, question, at === 1 ? 'X' : ''],
        )
      })
      for (const column of [0, 1, 2]) draft.mergeDown(column, top)
    }
  }
  return workbook('security questions below merged controls', draft, {
    before: [readMe('Introduction')],
  })
}

const answeredQuestions = (): Habit => {
  const set = requirementSet('hospital', 50)
  const draft = new SheetDraft('Due diligence').add(
    ...['Ref', 'Domain', 'Question', 'Vendor answer', 'Evidence', 'Our assessment'],
  )
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}/${inSection}`
    const { question, answer } = requirement
    draft.require(
      id,
      section.title,
      question,
    )(
      ...[
        id,
        section.title,
        question,
        `${answer} Our certificate covers this process since 2019 and is renewed every year.`,
      ],
      ...[inSection % 4 === 0 ? 'Certificate.pdf' : '', 'ok'],
    )
  }
  return workbook('questions with answers that are longer', draft)
}

const guidance = (): Habit => {
  const set = requirementSet('city', 39)
  const draft = new SheetDraft('Survey')
    .add('', set.project)
    .blank()
    .add('Topic', 'Question', 'Guidance for respondents', 'Type of answer', 'Response')
  for (const { section, requirement, inSection } of listed(set)) {
    draft.require(null, section.title, requirement.question)(
      inSection === 1 ? section.title : '',
      requirement.question,
      `Describe in your own words. ${requirement.rationale} Refer to the chapter of your offer where the details are.`,
      inSection % 2 === 0 ? 'Free text' : 'Choice',
    )
  }
  return workbook('questions without ids, beside longer guidance', draft, {
    before: [cover(set)],
  })
}

const fitGap = (): Habit => {
  const set = requirementSet('laboratory', 64)
  const draft = new SheetDraft('Fit-gap')
    .add('Fit-gap analysis')
    .add('S = standard, C = configuration, D = development, N = not possible')
    .blank()
    .add('Process step', 'ID', 'Requirement', 'S', 'C', 'D', 'N', 'Effort (days)', 'Remarks')
  for (const { section, requirement, inSection } of listed(set)) {
    const id = `${section.code}.${String(inSection).padStart(2, '0')}`
    const choice = inSection % 4
    draft.require(id, section.title, requirement.text)(
      ...[section.title, id, requirement.text],
      ...[0, 1, 2, 3].map((at) => (at === choice ? 'x' : '')),
      ...[choice === 2 ? 5 : '', requirement.note],
    )
  }
  return workbook('fit-gap analysis with one-letter columns', draft)
}

export const QUESTION_HABITS: readonly (() => Habit)[] = [
  yesNo,
  securityControls,
  answeredQuestions,
  guidance,
  fitGap,
]

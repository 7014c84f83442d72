import {
  listed,
  requirementSet,
  type Requirement,
  type RequirementSet,
  type Section,
} from './content.ts'
import { type Habit, SheetDraft, workbook } from './habit.ts'
import { changes, cover, lists, readMe } from './other-sheets.ts'

/** Workbooks that differ in how the sections are written and how the requirements are numbered. */

const two = (number: number): string => String(number).padStart(2, '0')

/** Calls `head` before each section and `line` for each of its requirements. */
const bySection = (
  { sections }: RequirementSet,
  head: (section: Section, number: number) => void,
  line: (section: Section, requirement: Requirement, number: number) => void,
): void =>
  sections.forEach((section, at) => {
    head(section, at + 1)
    section.requirements.forEach((requirement, index) => line(section, requirement, index + 1))
  })

const mergedHeadings = (): Habit => {
  const set = requirementSet('city', 80)
  const draft = new SheetDraft('Annex 1')
    .add(set.owner)
    .add(set.project)
    .blank()
    .add('ID', 'Requirement', 'Priority', 'Compliance', 'Comment')
  bySection(
    set,
    (section) => draft.add(section.title).mergeAcross(0, 4),
    (section, { text, priority }, number) => {
      const id = `R${section.code}.${two(number)}`
      draft.require(id, section.title, text)(id, text, priority)
    },
  )
  return workbook('heading rows merged across the table', draft)
}

const twoCellHeadings = (): Habit => {
  const draft = new SheetDraft('Verification').add(
    '#',
    'Requirement',
    'Level 1',
    'Level 2',
    'Since',
  )
  const set = requirementSet('telecom', 88)
  set.sections.forEach(({ title, requirements }, at) => {
    draft.add(`V${at + 1}`, title)
    requirements.forEach(({ text }, index) => {
      const id = `${at + 1}.${index + 1}`
      const level = index % 3 === 0 ? '✓' : ''
      draft.require(id, `V${at + 1} ${title}`, text)(id, text, level, '✓', '1.0')
    })
  })
  return workbook('headings of a number and a title in two cells', draft, {
    after: [changes('Version history')],
  })
}

const headingsInTextColumn = (): Habit => {
  const draft = new SheetDraft('List')
  draft.add('Project:', 'Payroll', '', 'Date:', '2024-03-01').blank()
  draft.add('ID', 'Requirement', 'Prio', 'Remarks')
  bySection(
    requirementSet('payroll', 46),
    (section) => draft.blank().add('', section.title.toUpperCase()),
    (section, { text, priority, note }, number) => {
      const id = `${section.code}-${number}`
      draft.require(id, section.title.toUpperCase(), text)(id, text, priority, note)
    },
  )
  return workbook('headings in capitals in the text column, blank rows before them', draft)
}

const outlineNumbers = (): Habit => {
  const set = requirementSet('hospital', 110)
  const draft = new SheetDraft('Functional requirements')
  draft.add('Chapter', 'Text', 'Obligation', 'Vendor: met (Y/N)', 'Vendor: remarks')
  set.sections.forEach(({ title, requirements }, at) => {
    draft.add(`${at + 1}`, title)
    const half = Math.ceil(requirements.length / 2)
    ;['Daily work', 'Administration'].forEach((part, partAt) => {
      draft.add(`${at + 1}.${partAt + 1}`, part)
      const nested = `${at + 1}.${partAt + 1} ${part}`
      requirements
        .slice(partAt * half, (partAt + 1) * half)
        .forEach(({ text, priority }, index) => {
          const id = `${at + 1}.${partAt + 1}.${index + 1}`
          draft.require(id, [nested, `${at + 1} ${title} / ${nested}`], text)(id, text, priority)
        })
    })
  })
  return workbook('outline numbers of three levels with headings as rows', draft, {
    before: [cover(set)],
  })
}

const outlineAsNumbers = (): Habit => {
  const draft = new SheetDraft('Tab 2').add('Nr.', 'Requirement', 'Class')
  requirementSet('city', 62).sections.forEach(({ title, requirements }, at) => {
    draft.add(at + 1, title)
    requirements.forEach(({ text, type }, index) => {
      const id = Number(`${at + 1}.${index + 1}`)
      draft.require(String(id), `${at + 1} ${title}`, text)(id, text, type)
    })
  })
  return workbook('outline numbers stored as numbers, 1.10 has become 1.1', draft)
}

const sectionMergedDown = (): Habit => {
  const set = requirementSet('nemocnica', 54)
  const draft = new SheetDraft('Špecifikácia')
    .add('Opis predmetu zákazky')
    .mergeAcross(0, 5)
    .add(set.project)
    .mergeAcross(0, 5)
    .blank()
    .add('Oblasť', 'P. č.', 'Požiadavka', 'Povinnosť', 'Spĺňa (áno/nie)', 'Poznámka uchádzača')
  for (const section of set.sections) {
    const top = draft.last + 1
    section.requirements.forEach(({ text, priority }, at) => {
      draft.require(
        String(at + 1),
        section.title,
        text,
      )(...[at === 0 ? section.title : '', at + 1, text, priority])
    })
    draft.mergeDown(0, top)
  }
  return workbook('section merged down over its block, numbers restart, Slovak', draft, {
    before: [readMe('Pokyny')],
  })
}

const sectionOnce = (): Habit => {
  const draft = new SheetDraft('Requirements').add('Module', 'ID', 'Description', 'Type', 'Note')
  for (const { section, requirement, inSection } of listed(requirementSet('telecom', 65))) {
    const id = `${section.code}${two(inSection)}`
    const { text, type, note } = requirement
    draft.require(
      id,
      section.title,
      text,
    )(...[inSection === 1 ? section.title : '', id, text, type, note])
  }
  return workbook('section only in the first row of its block', draft)
}

const sectionNumberAndName = (): Habit => {
  const draft = new SheetDraft('Matrix').add(
    ...['Section no.', 'Section', 'Req. no.', 'Requirement', 'Must/Should', 'Answer'],
  )
  const set = requirementSet('rail', 96)
  set.sections.forEach(({ title, requirements }, at) =>
    requirements.forEach(({ text, priority }, index) => {
      const id = `${at + 1}-${two(index + 1)}`
      draft.require(id, title, text)(at + 1, title, id, text, priority)
    }),
  )
  return workbook('section in two columns, a number and a name', draft, { before: [lists()] })
}

const twoLevelsOnce = (): Habit => {
  const set = requirementSet('kinou', 60)
  const draft = new SheetDraft('機能要件')
    .add('機能要件一覧')
    .add('', '', '', '', '作成日', '2024-04-01')
    .blank()
    .add('項番', '大分類', '中分類', '要件', '必須/任意', '対応可否', '備考')
  let number = 0
  for (const { title, requirements } of set.sections) {
    const top = draft.last + 1
    const half = Math.ceil(requirements.length / 2)
    ;['登録', '照会'].forEach((part, partAt) => {
      const partTop = draft.last + 1
      requirements.slice(partAt * half, (partAt + 1) * half).forEach(({ text, priority }, at) => {
        number += 1
        draft.require(String(number), `${title} / ${part}`, text)(
          number,
          partAt === 0 && at === 0 ? title : '',
          ...[at === 0 ? part : '', text, priority],
        )
      })
      draft.mergeDown(2, partTop)
    })
    draft.mergeDown(1, top)
  }
  return workbook('two levels of sections merged down, Japanese', draft)
}

const categoryAndSubcategory = (): Habit => {
  const draft = new SheetDraft('Requirements').add(
    ...['Category', 'Sub-category', 'Requirement', 'Importance (1-5)', 'Supplier comment'],
  )
  for (const { title, requirements } of requirementSet('laboratory', 50).sections) {
    const half = Math.ceil(requirements.length / 2)
    requirements.forEach(({ text }, at) => {
      const part = at < half ? 'Everyday use' : 'Administration'
      draft.require(null, `${title} / ${part}`, text)(
        at === 0 ? title : '',
        at === 0 || at === half ? part : '',
        ...[text, (at % 5) + 1],
      )
    })
  }
  return workbook('category and sub-category written once, no ids', draft)
}

const prefixIsSection = (): Habit => {
  const draft = new SheetDraft('Catalog').add(
    ...['Control Identifier', 'Control Name', 'Control Text', 'Discussion', 'Related Controls'],
  )
  for (const { section, requirement, inSection } of listed(requirementSet('telecom', 130))) {
    const id = `${section.code}-${inSection}`
    const { title, paragraph, rationale } = requirement
    draft.require(
      id,
      [null, section.code],
      title,
    )(...[id, title, paragraph, rationale, `${section.code}-${inSection + 1}`])
  }
  return workbook('the section is the prefix of the id', draft)
}

const idsInSection = (): Habit => {
  const draft = new SheetDraft('Requirements').add('Area', 'No.', 'The solution must …', 'Yes/No')
  for (const { section, requirement, inSection } of listed(requirementSet('hospital', 72))) {
    draft.require(
      String(inSection),
      section.title,
      requirement.text,
    )(...[section.title, inSection, requirement.text])
  }
  return workbook('numbers restart in each section', draft)
}

const letteredIds = (): Habit => {
  const set = requirementSet('payroll', 34)
  const draft = new SheetDraft('Leistungen').add(set.project).blank()
  set.sections.forEach(({ title, requirements }, at) => {
    draft.add(`§ ${at + 1}`, title).mergeAcross(1, 3)
    requirements.forEach(({ paragraph }, index) => {
      const id = `${String.fromCharCode(97 + index)})`
      draft.require(id, `§ ${at + 1} ${title}`, paragraph)(id, paragraph)
    })
  })
  return workbook('letters as ids below numbered headings, no header row', draft)
}

const noIds = (): Habit => {
  const draft = new SheetDraft('Wish list').add('Area', 'Requirement', 'Priority', 'Requested by')
  for (const { section, requirement } of listed(requirementSet('payroll', 40))) {
    const { text, priority } = requirement
    draft.require(null, section.title, text)(section.title, text, priority, 'Works council')
  }
  return workbook('no ids', draft)
}

const runningNumbers = (): Habit => {
  const set = requirementSet('verwaltung', 76)
  const draft = new SheetDraft('Leistungsverzeichnis')
    .add('Leistungsverzeichnis')
    .add(`Vorhaben: ${set.project}`)
    .add('Stand: 14.05.2024')
    .blank()
    .add('lfd. Nr.', 'Kapitel', 'Anforderung', 'Kategorie', 'Erfüllungsgrad', 'Bemerkung Bieter')
  for (const { section, requirement, inList } of listed(set)) {
    draft.require(
      String(inList),
      section.title,
      requirement.paragraph,
    )(...[inList, section.title, requirement.paragraph, requirement.priority])
  }
  return workbook('running numbers as ids, German', draft, {
    before: [cover(set, 'Deckblatt'), changes('Änderungshistorie')],
  })
}

const numbersAsText = (): Habit => {
  const draft = new SheetDraft('Anforderungen').add('Nr', 'Titel', 'Anforderung', 'Bereich', 'Art')
  for (const { section, requirement, inList } of listed(requirementSet('verwaltung', 50))) {
    const id = String(inList).padStart(4, '0')
    const { title, text, type } = requirement
    draft.require(id, section.title, title)(id, title, text, section.title, type)
  }
  return workbook('numbers as text with leading zeros, section behind the text', draft)
}

const numbersMixed = (): Habit => {
  const draft = new SheetDraft('Data').add('Number', 'Name', 'Group', 'Effort')
  for (const { section, requirement, inList } of listed(requirementSet('city', 41))) {
    const id = inList % 7 === 0 ? String(inList * 10) : inList * 10
    draft.require(
      String(id),
      section.title,
      requirement.text,
    )(...[id, requirement.text, section.title, (inList % 3) * 4 + 2])
  }
  return workbook('ids partly numbers and partly text, beside a column of numbers', draft)
}

const headersPerSection = (): Habit => {
  const draft = new SheetDraft('Arkusz1')
  requirementSet('kolej', 56).sections.forEach(({ title, requirements }, at) => {
    if (at > 0) draft.blank()
    const heading = `${at + 1}. ${title}`
    draft.add('#', heading, 'POZIOM').mergeAcross(2, 4)
    draft.add('', '', 1, 2, 3)
    draft.mergeDown(0, draft.last - 1).mergeDown(1, draft.last - 1)
    requirements.forEach(({ text }, index) => {
      const id = `W${at + 1}.${index + 1}`
      draft.require(id, heading, text)(id, text, index % 2 === 0 ? 'X' : '', 'X')
    })
  })
  return workbook('a two-row heading with levels before each section, Polish', draft)
}

export const HEADING_HABITS: readonly (() => Habit)[] = [
  mergedHeadings,
  twoCellHeadings,
  headingsInTextColumn,
  outlineNumbers,
  outlineAsNumbers,
  sectionMergedDown,
  sectionOnce,
  sectionNumberAndName,
  twoLevelsOnce,
  categoryAndSubcategory,
  prefixIsSection,
  idsInSection,
  letteredIds,
  noIds,
  runningNumbers,
  numbersAsText,
  numbersMixed,
  headersPerSection,
]

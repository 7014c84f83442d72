import { listed, requirementSet } from './content.ts'
import { csvFile, type Habit, SheetDraft, workbook } from './habit.ts'
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

/** Files in which many habits meet, as they do after years of editing. */

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI']
const two = (number: number): string => String(number).padStart(2, '0')

const germanPrint = (): Habit => {
  const set = requirementSet('verwaltung', 105)
  const draft = new SheetDraft('Anforderungen', 1).blank(2)
  draft.add(set.owner).mergeAcross(0, 6).add(`Anlage 3 – ${set.project}`).mergeAcross(0, 6).blank()
  let number = 0
  const header = (): void => {
    draft.add('Nr.', 'Anforderung', 'Einstufung', 'Vom Bieter auszufüllen').mergeAcross(3, 5)
    draft.add('', '', '', 'Erfüllt (j/n)', 'Nachweis', 'Bemerkung')
    for (const column of [0, 1, 2]) draft.mergeDown(column, draft.last - 1)
  }
  set.sections.forEach(({ title, requirements }, at) => {
    header()
    draft.add(`${ROMAN[at]}. ${title}`).mergeAcross(0, 5)
    for (const { paragraph, priority } of requirements) {
      number += 1
      draft.require(String(number), `${ROMAN[at]}. ${title}`, paragraph)(
        number,
        paragraph,
        priority,
      )
    }
    draft.add('', `Seite ${at + 1} von 5`).blank()
  })
  draft.add('Ende der Liste')
  return workbook(
    'German print form: indented, two-row header on each page, roman headings',
    draft,
    {
      before: [cover(set, 'Deckblatt'), changes('Historie'), lists('Auswahllisten')],
      after: [prices('Preisblatt', 60)],
    },
  )
}

const mergedBlocks = (): Habit => {
  const set = requirementSet('rail', 58)
  const draft = new SheetDraft('Tech. spec')
    .add('', '', set.project)
    .mergeAcross(2, 5)
    .add('', '', 'Revision C', '', '2024-02-02')
    .blank()
    .add('Part', 'Ref.', 'Requirement', 'Cat.', 'Compliance', 'Comments')
    .add('', '', '(do not edit)', 'A / B / C', 'C / PC / NC', 'free text')
  for (const { title, requirements } of set.sections) {
    const top = draft.last + 1
    requirements.forEach(({ text, criteria }, index) => {
      const id = `${title.slice(0, 2).toUpperCase()}-${two(index + 1)}`
      const bullets = index % 4 === 1 ? criteria.map((line) => `- ${line}`) : []
      draft.require(id, title, [text, [text, ...bullets].join('\n')])(
        ...[index === 0 ? title : '', id, text, ['A', 'B', 'C'][index % 3] ?? ''],
      )
      const own = draft.last
      for (const bullet of bullets) draft.add('', '', bullet)
      for (const column of [1, 3, 4, 5]) draft.mergeDown(column, own)
    })
    draft.mergeDown(0, top)
  }
  draft.put(40, 150, ' ').put(40, 151, 'checked')
  return workbook('merged parts, bullets below merged ids, instructions, a stray cell', draft, {
    before: [readMe(), licence()],
  })
}

const frenchOutline = (): Habit => {
  const set = requirementSet('hopital', 66)
  const draft = new SheetDraft('CCTP')
    .blank(4)
    .add('', set.owner)
    .add('', set.project)
    .blank()
    .add(
      'Article',
      'Désignation',
      'Exigence',
      'O/S',
      'Conformité',
      'Précisions du candidat',
      'Note',
    )
  set.sections.forEach(({ title, requirements }, at) => {
    draft
      .blank()
      .add(`Art. ${at + 1}`, title)
      .mergeAcross(1, 6)
    requirements.forEach(({ title: name, paragraph, priority }, index) => {
      const id = `Art. ${at + 1}.${index + 1}`
      draft.require(id, `Art. ${at + 1} ${title}`, name)(id, name, paragraph, priority.charAt(0))
    })
  })
  draft.blank(2).add('', 'Fait à', '', 'Le').add('', 'Signature et cachet du candidat')
  return workbook('French articles with designations, a place for the signature', draft, {
    before: [cover(set, 'Page de garde')],
    after: [contacts('Interlocuteurs')],
  })
}

const polishForm = (): Habit => {
  const set = requirementSet('kolej', 72)
  const draft = new SheetDraft('OPZ')
    .add('Załącznik nr 1 do SWZ')
    .add(set.project)
    .mergeAcross(0, 4)
    .blank()
    .add('Lp.', 'Wymaganie', 'Rodzaj', 'Spełnia TAK/NIE', 'Uwagi Wykonawcy')
    .add(1, 2, 3, 4, 5)
  for (const { title, requirements } of set.sections) {
    draft.add(title).mergeAcross(0, 4)
    requirements.forEach(({ text, type }, at) => {
      draft.require(`${at + 1}.`, title, text)(`${at + 1}.`, text, type)
    })
  }
  draft.add('', 'Razem wymagań: 72')
  return workbook('Polish form: column numbers under the header, numbers restart', draft, {
    before: [readMe('Instrukcja')],
  })
}

const japaneseSheet = (): Habit => {
  const set = requirementSet('kinou', 84)
  const draft = new SheetDraft('要件', 1)
    .blank()
    .add(`${set.project} 要件定義書`)
    .blank()
    .add('No', '分類', '要件名', '要件内容', '区分', '回答', '補足')
  for (const { section, requirement, inList } of listed(set)) {
    const id = `K-${String(inList).padStart(3, '0')}`
    const { title, paragraph, priority } = requirement
    if (inList > 1 && inList % 20 === 1) draft.blank()
    draft.require(id, section.title, title)(id, section.title, title, paragraph, priority)
  }
  draft.blank().add('以上')
  return workbook('Japanese list with names and contents, indented', draft, {
    before: [cover(set, '表紙'), changes('改訂履歴')],
    after: [lists('選択肢')],
  })
}

const slovakPoints = (): Habit => {
  const set = requirementSet('nemocnica', 69)
  const draft = new SheetDraft('Hodnotenie')
    .add(set.owner)
    .add(set.project)
    .blank()
    .add('Kritérium', 'Váha', 'ID', 'Názov', 'Popis funkcionality', 'Odpoveď', 'Body')
  for (const { title, requirements } of set.sections) {
    requirements.forEach(({ text, note }, at) => {
      const id = `${title.slice(0, 3).toUpperCase()}${at + 1}`
      const next = at === 0 ? title : ''
      draft.require(id, title, text)(next, (at % 3) + 1, id, '', text, '', '', note)
    })
    draft.add('Spolu', requirements.length * 2, '', '', '', '', 0)
  }
  return workbook(
    'Slovak evaluation: empty names, weights first, a sum after each section',
    draft,
    {
      before: [
        { ...lists('Číselníky'), isHidden: true },
        { ...glossary('Pojmy', 90), isHidden: true },
      ],
    },
  )
}

const threeLevels = (): Habit => {
  const set = requirementSet('city', 92)
  const draft = new SheetDraft('2. Functional')
    .add('Volume 2: functional requirements')
    .add('Issue date', '2024-04-30', '', 'Bidder', '')
    .blank()
    .add('Service', 'Capability', 'Ref', 'Capability statement', 'Supporting information', 'Score')
  for (const { title, code, requirements } of set.sections) {
    requirements.forEach(({ paragraph, rationale }, at) => {
      const part = at < requirements.length / 2 ? 'Front office' : 'Back office'
      const id = `${code}.${two(at + 1)}`
      draft.require(id, `${title} / ${part}`, paragraph)(title, part, id, paragraph, rationale)
    })
  }
  draft.add('', '', '', `${set.sections.length} services, 92 capability statements`)
  return workbook('service and capability columns, supporting information beside', draft, {
    before: [cover(set, '0. Cover'), readMe('1. Instructions')],
    after: [prices('3. Prices', 120), contacts('4. Contacts')],
  })
}

const titleAfterText = (): Habit => {
  const set = requirementSet('laboratory', 40)
  const draft = new SheetDraft('ELN and LIMS')
    .add('Requirement', 'ID', 'Verified by', 'Short name', 'Lab area', 'Must', 'Nice')
    .add('one sentence each', 'automatic', 'initials', 'for the index', 'choose', 'x', 'x')
  for (const { section, requirement, inList } of listed(set)) {
    const id = `LR${two(inList)}`
    const { text, title, priority } = requirement
    draft.require(
      id,
      section.title,
      title,
    )(
      ...[text, id, '', title, section.title, priority === 'Must' ? 'x' : ''],
      priority === 'Must' ? '' : 'x',
    )
  }
  return workbook('text first, short name and area after it', draft, { before: [licence()] })
}

const csvWithTotals = (): Habit => {
  const draft = new SheetDraft('Leistungsbeschreibung')
    .add('Leistungsbeschreibung', '', '', '', '')
    .add('', '', '', '', '')
    .add('', 'OZ', 'Text', 'Art', 'Bieterangabe')
  requirementSet('verwaltung', 49).sections.forEach(({ title, requirements }, at) => {
    draft.add('', two(at + 1), title, '', '')
    requirements.forEach(({ paragraph, type }, index) => {
      const id = `${two(at + 1)}.${String((index + 1) * 10).padStart(4, '0')}`
      draft.require(id, `${two(at + 1)} ${title}`, paragraph)('', id, paragraph, type, '')
    })
    draft.add('', '', '', '', '')
  })
  draft.add('', '', 'Summe der Positionen: 49', '', '')
  return csvFile(draft, { delimiter: ';' })
}

const exportedTree = (): Habit => {
  const draft = new SheetDraft('object tree').add(
    ...[
      'Object Identifier',
      'Object Number',
      'Object Heading',
      'Object Text',
      'Type',
      'Allocation',
    ],
  )
  let object = 0
  requirementSet('rail', 71).sections.forEach(({ title, requirements }, at) => {
    object += 1
    draft.add(`OBJ-${object}`, `${at + 1}`, title, '', 'Heading', '')
    requirements.forEach(({ paragraph }, index) => {
      object += 1
      const id = `OBJ-${object}`
      const reading = [title, `${at + 1} ${title}`]
      draft.require(
        id,
        reading,
        paragraph,
      )(...[id, `${at + 1}.0-${index + 1}`, '', paragraph, 'Requirement', 'Control centre'])
    })
  })
  return csvFile(draft)
}

export const MIXED_HABITS: readonly (() => Habit)[] = [
  germanPrint,
  mergedBlocks,
  frenchOutline,
  polishForm,
  japaneseSheet,
  slovakPoints,
  threeLevels,
  titleAfterText,
  csvWithTotals,
  exportedTree,
]

import { i18n } from '@lingui/core'
import { MESSAGES } from '#schema/tables/messages.ts'
import type { RefusalDetail } from '../../lib/refusal-detail.ts'

/**
 * English details of refusals (`problem`, `what`, states of a project), as the schema and the
 * server write them, with their Slovak translations. `{x}` matches any text. detail-words.test.ts
 * looks for each in the code.
 */
export const DETAIL_WORDS = {
  DRAFT: 'Koncept',
  PREPARATION: 'Príprava',
  PUBLISHED: 'Zverejnené',
  VALIDATION: 'Validácia',
  EVALUATION: 'Hodnotenie',
  EVALUATED: 'Vyhodnotené',
  CLOSED: 'Uzavreté',
  ARCHIVED: 'Archivované',
  projects: 'projekty',
  vendors: 'dodávateľov',
  unknown: 'neznámy',
  'asks nothing': 'na nič sa nepýta',
  'cannot be read': 'nedá sa prečítať',
  'ends in the middle of a part': 'končí sa uprostred časti',
  'has a part that is not known, or comes twice': 'obsahuje neznámu alebo opakovanú časť',
  'holds a zero byte': 'obsahuje nulový bajt',
  'is not one host': 'nie je jeden hostiteľ',
  'is not taken': 'sa neprijíma',
  'has too many parts': 'má priveľa častí',
  'has no such field any more': 'také pole už nemá',
  'has to be one role': 'musí byť jedna rola',
  'is 0': 'je 0',
  'is for pain points only': 'patrí iba k problémovým miestam',
  'is in another document': 'je v inom dokumente',
  'is missing': 'chýba',
  'is set by the call commitments/submit': 'nastavuje sa volaním commitments/submit',
  'the network allows': 'povoľuje sieť',
  'is more than {most}': 'je viac ako {most}',
  'is nested more than {deep} deep': 'má viac ako {deep} vnorených úrovní',
  'is nested too deep': 'má priveľa vnorených úrovní',
  'asks for approval of a section': 'žiada schválenie sekcie',
  'is no field of this list': 'nie je poľom tohto zoznamu',
  'is no form': 'nie je formulár',
  'is no time zone': 'nie je časové pásmo',
  'cannot be chosen': 'sa nedá zvoliť',
  'is not JSON': 'nie je JSON',
  'is not a day': 'nie je deň',
  'is not a definition': 'nie je definícia',
  'is not a regular expression': 'nie je regulárny výraz',
  'is longer than {most} characters; shorten it': 'má viac znakov ako {most}; skráťte ho',
  'is unknown': 'je neznáme',
  'was changed {most} times already': 'sa už zmenilo {most}-krát',
  'it is no file of unsent work ({detail})': 'nie je to súbor s neodoslanou prácou ({detail})',
  'looks ahead or behind; use several expressions instead':
    'pozerá sa dopredu alebo dozadu; použite namiesto toho viac výrazov',
  'names another picture': 'uvádza iný obrázok',
  'names a package that is not in the project': 'uvádza balík, ktorý v projekte nie je',
  'names a role that does not exist here': 'uvádza rolu, ktorú tu nikto nemá',
  'names an organization that is no vendor of yours':
    'uvádza organizáciu, ktorá nie je vaším dodávateľom',
  'names a person who is not an active contact of the vendor':
    'uvádza osobu, ktorá nie je aktívnym kontaktom dodávateľa',
  'names what is no role of a project': 'uvádza niečo, čo nie je rolou v projekte',
  'or an email is needed': 'alebo e-mail je potrebný',
  'refers back to a group; write the group out': 'odkazuje späť na skupinu; vypíšte ju znova',
  'repeats too much; use smaller numbers of repetitions':
    'opakuje sa priveľmi; použite menšie počty opakovaní',
  'requirements are already numbered with it': 'požiadavky sú podľa nej už očíslované',
  'sets flags for a part; write out both cases':
    'nastavuje prepínače pre časť; vypíšte obe možnosti',
  '{zone} is not a time zone': '{zone} nie je časové pásmo',
  // Messages of valibot, which validates input.
  'Invalid {kind}: Expected {expected} but received {received}':
    'neplatná hodnota (očakáva sa {expected}, prišlo {received})',
  'Invalid {kind}: Received {received}': 'neplatná hodnota ({received})',
  'The file has too many entries': 'súbor má priveľa položiek',
  'The file has two entries of the same name': 'súbor má dve položky s rovnakým názvom',
  'The file is no ZIP file, or its end is missing': 'súbor nie je súbor ZIP, alebo mu chýba koniec',
  'The file unpacks to more than an archive may hold':
    'rozbalený súbor je väčší, než archív smie byť',
  'The last entry of the file is no {name}': 'posledná položka súboru nie je {name}',
  'does not end with a line feed': 'nekončí sa novým riadkom',
  'does not have the SHA-256 that the manifest names': 'nemá SHA-256, ktorý uvádza manifest',
  'does not hold one project': 'neobsahuje práve jeden projekt',
  'ends before an entry that the chain of the team names':
    'končí sa pred záznamom, ktorý uvádza reťazec tímu',
  'has another size than the manifest': 'má inú veľkosť ako v manifeste',
  'has {count} lines instead of {rows}': 'má {count} riadkov namiesto {rows}',
  'has version {version} of the format; this program reads {own}':
    'má verziu formátu {version}; tento program číta verziu {own}',
  'is a row that the owner of the project may not read':
    'je riadok, ktorý vlastník projektu nesmie čítať',
  'is damaged': 'je poškodené',
  'is encrypted or packed by another method': 'je zašifrované alebo zabalené inou metódou',
  'is larger than a file may be': 'je väčšie, než súbor smie byť',
  'is missing, or not in its place': 'chýba alebo nie je na svojom mieste',
  'is named by an attachment, but missing': 'uvádza to príloha, ale chýba to',
  'is named by no attachment of its size, or comes twice':
    'neuvádza to žiadna príloha tejto veľkosti, alebo sa to opakuje',
  'is no JSON': 'nie je JSON',
  'is no UTF-8': 'nie je UTF-8',
  'is no file': 'nie je súbor',
  'is no part of its kind in the manifest': 'nie je časťou svojho druhu v manifeste',
  'is not canonical JSON': 'nie je JSON v kanonickom tvare',
  'is not in its place': 'nie je na svojom mieste',
  'is not named by its SHA-256': 'nemá názov podľa svojho SHA-256',
  'is not that of a project archive': 'nepatrí archívu projektu',
  'is not what the manifest names here': 'nie je to, čo tu uvádza manifest',
  'is not where the list of entries says': 'nie je tam, kde uvádza zoznam položiek',
  'does not agree with the name and type of its attachment':
    'nezodpovedá názvu a typu svojej prílohy',
  'names another size of its file than a row before': 'uvádza inú veľkosť súboru ako skorší riadok',
  'is of a type not allowed': 'je nepovoleného typu',
  'is too large': 'je priveľké',
  'is too long': 'je pridlhé',
  'lies over another entry': 'prekrýva inú položku',
  'unpacks to more than it announces': 'po rozbalení je väčšie, než uvádza',
  '{field} is not valid': '{field} nie je platné',
} as const

interface Sentence {
  valuesIn: (text: string) => Record<string, string> | null
  read: (values: Record<string, string>) => string
}

/** Matches a text with a template; the texts between its fixed parts are the values. */
const sentenceOf = (english: string, read: Sentence['read']): Sentence => {
  const parts = english.split(/\{(\w+)\}/)
  const [begin = ''] = parts
  return {
    read,
    valuesIn: (text) => {
      const values: Record<string, string> = {}
      let at = begin.length
      for (let index = 1; index < parts.length; index += 2) {
        const [name = '', after = ''] = parts.slice(index, index + 2)
        const end = index + 2 < parts.length ? text.indexOf(after, at) : text.length - after.length
        if (end < at || !text.startsWith(after, end)) return null
        values[name] = text.slice(at, end)
        at = end + after.length
      }
      return text.startsWith(begin) && at === text.length ? values : null
    },
  }
}
const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

let sentences: readonly Sentence[] | null = null

const sentencesOf = (): readonly Sentence[] =>
  (sentences ??= [
    ...Object.entries(DETAIL_WORDS).map(([english, slovak]) =>
      sentenceOf(english, (values) => filled(slovak, values)),
    ),
    // A refusal inside a refusal. Skip the message that consists only of details: it would match
    // every sentence with a colon.
    ...Object.entries(MESSAGES)
      .filter(([code]) => code !== 'INPUT_INVALID')
      .map(([code, { text }]) => ({ text, id: `message.${code}` }))
      .map(({ text, id }) => sentenceOf(text, (values) => i18n._(id, detailOf(values)))),
  ])

/** A problem of an archive: its entry, often a line, and what is wrong there. */
const PLACED = /^([\w./-]+)(?:, line (\d+))?: (.+)$/

const wordsOf = (text: string): string => {
  for (const { valuesIn, read } of sentencesOf()) {
    const values = valuesIn(text)
    if (values !== null) return read(values)
  }
  const [, place, line, problem] = PLACED.exec(text) ?? []
  if (place === undefined || problem === undefined) return text
  return `${place}${line === undefined ? '' : `, riadok ${line}`}: ${wordsOf(problem)}`
}

/** Details to translate; the others are names, numbers and texts that people entered. */
const WORDED = new Set(['problem', 'what', 'from', 'to', 'type'])

/** The details of a refusal in Slovak; an unknown detail stays as it is. */
export const detailOf = (detail: RefusalDetail): RefusalDetail =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      WORDED.has(name) ? wordsOf(`${value}`) : value,
    ]),
  )

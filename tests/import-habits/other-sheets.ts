import type { RequirementSet } from './content.ts'
import type { HabitSheet } from './habit.ts'

/** Sheets that stand beside the list in a workbook. */

export const cover = ({ project, owner }: RequirementSet, name = 'Cover'): HabitSheet => ({
  name,
  rows: [
    [],
    [],
    ['', owner],
    [],
    ['', project],
    ['', 'Annex 3 to the invitation to tender: requirements'],
    [],
    ['', 'Reference', '2024/117-IT'],
    ['', 'Version', 1.3],
    ['', 'Status', 'Released'],
    ['', 'Date', '2024-05-14'],
    ['', 'Confidential', 'Yes'],
    [],
    ['', 'Tenderer', ''],
    ['', 'Contact person', ''],
  ],
  merges: [{ top: 5, bottom: 5, left: 1, right: 4 }],
})

export const readMe = (name = 'Read me'): HabitSheet => ({
  name,
  rows: [
    ['How to fill in this workbook'],
    [],
    [
      1,
      'Answer every line of the sheet with the requirements. Lines without an answer count as not met.',
    ],
    [2, 'Do not insert, move or delete rows or columns. Do not rename sheets.'],
    [
      3,
      'Use the column for comments where an answer needs an explanation of at most 500 characters.',
    ],
    [4, 'A requirement marked as mandatory that is not met leads to exclusion.'],
    [5, 'Questions are sent through the portal until the date in the invitation.'],
    [],
    ['Column', 'Meaning'],
    ['ID', 'Number of the requirement. It is not reused.'],
    ['Requirement', 'What the solution has to do.'],
    ['Priority', 'Must, Should or Could'],
    ['Compliance', 'Fully, Partially or Not met; filled in by the tenderer'],
    ['Comment', 'Explanation of the tenderer'],
  ],
})

export const licence = (name = 'Licence'): HabitSheet => ({
  name,
  rows: [
    ['Terms of use'],
    ['This list may be used for the preparation of a tender only.'],
    ['Handing it on to subcontractors is allowed when they accept the same terms.'],
    ['© the contracting authority. All rights reserved.'],
  ],
})

export const changes = (name = 'Change history'): HabitSheet => ({
  name,
  rows: [
    ['Change history'],
    [],
    ['Version', 'Date', 'Author', 'Change'],
    ['0.1', '2023-11-02', 'IT office', 'First draft'],
    ['0.2', '2023-12-11', 'IT office', 'Requirements of the workshops added'],
    ['0.9', '2024-02-20', 'Procurement', 'Priorities set, duplicates removed'],
    ['1.0', '2024-03-05', 'Procurement', 'Released'],
    ['1.1', '2024-03-28', 'Procurement', 'Wording after the questions of the market consultation'],
    ['1.2', '2024-04-16', 'Data protection', 'Section on access extended'],
    ['1.3', '2024-05-14', 'Procurement', 'Numbering corrected'],
  ],
})

export const lists = (name = 'Lists'): HabitSheet => ({
  name,
  rows: [
    ['Priority', 'Type', 'Compliance', 'Section'],
    ['Must', 'Functional', 'Fully', 'General'],
    ['Should', 'Interface', 'Partially', 'Technology'],
    ['Could', 'Security', 'Not met', 'Operation'],
    ['Will not', 'Performance', 'Not applicable', 'Training'],
  ],
})

const TERMS = [
  'Addendum',
  'Bidder',
  'Contract',
  'Downtime',
  'Escrow',
  'Fallback',
  'Go-live',
  'Hotfix',
]

/** Looks like a list of requirements: numbers, short terms and long texts. */
export const glossary = (name = 'Glossary', length = 64): HabitSheet => ({
  name,
  rows: [
    ['No.', 'Term', 'Definition'],
    ...Array.from({ length }, (_, at) => [
      at + 1,
      `${TERMS[at % TERMS.length] ?? ''}${at < TERMS.length ? '' : ` (${Math.floor(at / TERMS.length) + 1})`}`,
      `In this tender the term means what the general conditions say in paragraph ${at + 1}; the bidder applies it in all documents.`,
    ]),
  ],
})

export const prices = (name = 'Prices', length = 40): HabitSheet => ({
  name,
  rows: [
    ['Price sheet'],
    ['All prices in EUR without value added tax'],
    [],
    ['Pos.', 'Description', 'Unit', 'Quantity', 'Unit price', 'Total'],
    ...Array.from({ length }, (_, at) => [
      `${Math.floor(at / 10) + 1}.${(at % 10) + 1}`,
      [
        'Licence per named user',
        'Consultant, one day',
        'Training, one day',
        'Maintenance, one year',
      ][at % 4] ?? '',
      ['piece', 'day', 'day', 'year'][at % 4] ?? '',
      ((at * 7) % 23) + 1,
      '',
      0,
    ]),
    ['', 'Sum', '', '', '', 0],
  ],
})

export const contacts = (name = 'Contacts'): HabitSheet => ({
  name,
  rows: [
    ['Role', 'Department', 'Telephone'],
    ['Project lead', 'IT office', 'ext. 2210'],
    ['Procurement', 'Central purchasing', 'ext. 2455'],
    ['Data protection', 'Legal office', 'ext. 2031'],
  ],
})

import { beforeAll, expect, it } from 'vitest'
import { startLocale } from '../../locales/start-locale.ts'
import { chosenBody, missingContacts, type OfferedVendor } from './chosen-vendors.ts'

beforeAll(() => startLocale('en'))

const vendor = (value: number, contacts: number, invited = 0): OfferedVendor => ({
  value,
  label: `V${value}`,
  contacts,
  people: Array.from({ length: contacts }, (_, index) => ({
    userId: value * 10 + index,
    name: '',
    isPrimaryContact: false,
  })),
  primaryContact: null,
  invited,
})
const offered = [vendor(1, 2), vendor(2, 0, 1), vendor(3, 0), vendor(4, 1, 1)]
const missing = (chosen: [number, number[]][]) =>
  missingContacts(offered, new Map(chosen)).map(({ inputId }) => inputId)

it.each<[string, [number, number[]][], (string | null)[]]>([
  ['no vendor', [], ['vendor-1']],
  ['a vendor with a contact', [[1, [10]]], []],
  ['a vendor with contacts, none of them chosen', [[1, []]], ['vendor-1']],
  ['a vendor whose only contact is invited', [[2, []]], []],
  ['a vendor without contacts and invitations', [[3, []]], ['vendor-3']],
  ['an invitation beside a contact that is not chosen', [[4, []]], ['vendor-4']],
  [
    'two vendors, one without contacts',
    [
      [1, [11]],
      [3, []],
    ],
    ['vendor-3'],
  ],
])('%s', (_case, chosen, fields) => {
  expect(missing(chosen)).toEqual(fields)
})

it('a problem names the vendor; without any vendor on offer it belongs to no field', () => {
  expect(missingContacts(offered, new Map([[3, []]]))[0]?.text).toMatch(/^V3: ./)
  expect(missingContacts([], new Map())).toMatchObject([{ inputId: null }])
})

it('names the chosen contacts, and leaves vendors without contacts to the server', () => {
  expect(
    chosenBody(
      offered,
      new Map([
        [4, [40]],
        [1, [11, 10]],
        [2, []],
      ]),
    ),
  ).toEqual({
    vendorIds: [4, 1, 2],
    contacts: [
      { vendorId: 1, userIds: [11, 10] },
      { vendorId: 4, userIds: [40] },
    ],
  })
})

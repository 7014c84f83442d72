import { deflateSync, strToU8, zipSync } from 'fflate'
import { rawEntries, rawZip, withEntry, workbookOf } from './hostile-workbooks.ts'

/**
 * A workbook of an attacker and the code of its refusal; null = the server reads only the harmless
 * table in it.
 */
export interface HostileWorkbook {
  what: string
  bytes: () => Uint8Array
  refusedAs: string | null
}

const ZEROS = 5_000_000
const bomb = () => deflateSync(new Uint8Array(ZEROS))
/** Adds an entry to the workbook whose two headers hold the attacker's values. */
const lie = (
  local: [method: number, packed: number, unpacked: number],
  central = local,
  data = bomb(),
) =>
  withEntry({
    name: 'xl/theme/theme1.xml',
    data,
    local: { method: local[0], packed: local[1], unpacked: local[2] },
    central: { method: central[0], packed: central[1], unpacked: central[2] },
  })
/** Thousands of names for the same bytes of the archive. */
const overlapping = (): Uint8Array => {
  const [entries, data] = [rawEntries(), bomb()]
  const told = { method: 8, packed: data.length, unpacked: ZEROS }
  return rawZip([
    ...entries,
    ...Array.from({ length: 100 }, (_, at) => ({
      name: `xl/${at}.xml`,
      data,
      local: told,
      central: told,
    })),
  ])
}
const truncated = (): Uint8Array => workbookOf().subarray(0, -40)
const within = (name: string, content: string) => () => workbookOf({ others: { [name]: content } })
const hidden = () => strToU8('<script>alert(1)</script>')

/** Archives with false headers, or with entries that do not belong to a table. */
export const HOSTILE_ARCHIVES: readonly HostileWorkbook[] = [
  {
    what: 'a part stored by the directory and deflated by its own header',
    refusedAs: 'brokenZip',
    bytes: () => lie([8, bomb().length, 100], [0, 100, 100]),
  },
  {
    what: 'a part that is empty for the directory and goes on behind its end',
    refusedAs: 'brokenZip',
    bytes: () => lie([8, 0, 0]),
  },
  {
    what: 'a part that unpacks to more than both headers say',
    refusedAs: 'zipBomb',
    bytes: () => lie([8, bomb().length, 10]),
  },
  {
    what: 'a part that unpacks to less than both headers say',
    refusedAs: 'brokenZip',
    bytes: () => lie([8, bomb().length, ZEROS + 9]),
  },
  {
    what: 'an empty part whose own header asks for 4 GB',
    refusedAs: null,
    bytes: () => lie([8, 2, 0xffff_fff0], [8, 2, 0], new Uint8Array([3, 0])),
  },
  {
    what: 'a part of 4 GB by its directory',
    refusedAs: 'zipBomb',
    bytes: () => lie([8, 2, 0], [8, 2, 0xffff_fff0], new Uint8Array([3, 0])),
  },
  {
    what: 'more parts on this disk than in all',
    refusedAs: 'notSpreadsheet',
    bytes: () => rawZip(rawEntries(), [rawEntries().length, 1]),
  },
  {
    what: 'a directory that claims more parts than it holds',
    refusedAs: 'brokenZip',
    bytes: () => rawZip(rawEntries(), [9, 9]),
  },
  {
    what: '65,535 parts',
    refusedAs: 'zipBomb',
    bytes: () => rawZip(rawEntries(), [0xffff, 0xffff]),
  },
  { what: '100 parts of the same 5 MB', bytes: overlapping, refusedAs: 'zipBomb' },
  {
    what: 'a part packed by an unknown method',
    refusedAs: 'brokenZip',
    bytes: () => lie([99, 4, 4], [99, 4, 4], new Uint8Array(4)),
  },
  { what: 'an archive that ends in the middle', bytes: truncated, refusedAs: 'brokenZip' },
  {
    what: 'an archive within an archive',
    refusedAs: 'notSpreadsheet',
    bytes: () => zipSync({ 'inner.xlsx': workbookOf() }),
  },
  {
    what: 'names that lead out of the folder',
    refusedAs: null,
    bytes: within('../../../../etc/cron.d/x.xml', 'x'),
  },
  {
    what: 'a macro beside the sheets',
    refusedAs: null,
    bytes: within('xl/vbaProject.bin', 'Sub Auto_Open()'),
  },
  {
    what: 'a page beside the sheets',
    refusedAs: null,
    bytes: () =>
      withEntry({
        name: 'xl/index.html',
        data: hidden(),
        local: { method: 0, packed: 25, unpacked: 25 },
        central: { method: 0, packed: 25, unpacked: 25 },
      }),
  },
  {
    what: 'a part called __proto__',
    refusedAs: null,
    bytes: () =>
      withEntry({
        name: '__proto__',
        data: hidden(),
        local: { method: 0, packed: 25, unpacked: 25 },
        central: { method: 0, packed: 25, unpacked: 25 },
      }),
  },
  {
    what: 'a sheet that is there twice',
    refusedAs: 'brokenZip',
    bytes: () => rawZip([...rawEntries(), ...rawEntries().slice(-1)]),
  },
  {
    what: 'an encrypted part',
    refusedAs: 'brokenZip',
    bytes: () =>
      rawZip(rawEntries().map((entry) => ({ ...entry, central: { ...entry.central, flags: 1 } }))),
  },
]

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Looks up stolen passwords. The caller sends the first five digits of a SHA-1 and gets the
 * remaining digits of all stolen passwords with that prefix, so the server does not learn which
 * password was meant.
 */
export interface StolenPasswords {
  suffixesOf(prefix: string): Promise<string[]>
}

/**
 * @param folder files in the format of Have I Been Pwned: named by the prefix, with lines
 * `SUFFIX:COUNT`; a missing file counts as empty
 */
export const stolenPasswordsIn = (folder: string): StolenPasswords => ({
  suffixesOf: async (prefix) => {
    const text = await readFile(join(folder, prefix), 'utf8')
      .catch(() => readFile(join(folder, `${prefix}.txt`), 'utf8'))
      .catch(() => '')
    return text
      .split('\n')
      .map((line) => line.split(':')[0]?.trim() ?? '')
      .filter((suffix) => /^[0-9A-F]{35}$/i.test(suffix))
  },
})

/**
 * Words that people commonly start a password with when the rule requires a capital letter, a digit
 * and a sign.
 */
const STEMS = [
  'password',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'pa$$word',
  'pa$$w0rd',
  'passwort',
  'passphrase',
  'mypassword',
  'mypass',
  'newpassword',
  'heslo',
  'mojeheslo',
  'noveheslo',
  'tajneheslo',
  'welcome',
  'welcometo',
  'letmein',
  'letmeinnow',
  'changeme',
  'changemenow',
  'changeit',
  'default',
  'administrator',
  'admin',
  'adminadmin',
  'superadmin',
  'sysadmin',
  'rootroot',
  'superuser',
  'master',
  'secret',
  'topsecret',
  'login',
  'loginlogin',
  'access',
  'account',
  'testtest',
  'testing',
  'tester',
  'test',
  'temporary',
  'temp',
  'guest',
  'user',
  'username',
  'demo',
  'sample',
  'example',
  'office',
  'company',
  'qwerty',
  'qwertyuiop',
  'qwertzuiop',
  'qwertz',
  'qwert',
  'asdfgh',
  'asdfghjkl',
  'zxcvbn',
  'zxcvbnm',
  'yxcvbnm',
  'qazwsx',
  'qazwsxedc',
  'abcdef',
  'abcdefgh',
  'abcabc',
  'abcd',
  'aaaaaa',
  'iloveyou',
  'ilovemyself',
  'lovely',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'basketball',
  'hockey',
  'monkey',
  'dragon',
  'shadow',
  'michael',
  'jordan',
  'jennifer',
  'superman',
  'batman',
  'spiderman',
  'pokemon',
  'starwars',
  'whatever',
  'trustno',
  'freedom',
  'mustang',
  'hunter',
  'killer',
  'charlie',
  'computer',
  'internet',
  'samsung',
  'google',
  'facebook',
  'microsoft',
  'windows',
  'linux',
  'android',
  'spring',
  'summer',
  'autumn',
  'winter',
  'january',
  'february',
  'march',
  'april',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'monday',
  'friday',
  'sunday',
  'christmas',
  'vianoce',
  'slovakia',
  'slovensko',
  'bratislava',
  'kosice',
  'praha',
  'prague',
  'czech',
  'europe',
  'vienna',
  'berlin',
  'london',
  'paris',
  'america',
  'laska',
  'milujem',
  'ahoj',
  'dobryden',
  'jaro',
  'leto',
  'zima',
  'jesen',
  'tender',
  'tenderbook',
  'procurement',
  'supplier',
  'vendor',
  'project',
  'contract',
  'purchase',
  'requirement',
  'government',
  'ministry',
]
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const CASES: readonly ((word: string) => string)[] = [
  capital,
  (word) => capital(word.replaceAll('a', '@')),
  (word) => capital(word.replaceAll('o', '0')),
]
const NUMBERS = [
  '1',
  '2',
  '3',
  '7',
  '9',
  '01',
  '10',
  '11',
  '12',
  '21',
  '22',
  '23',
  '99',
  '007',
  '111',
  '123',
  '321',
  '666',
  '777',
  '888',
  '999',
  '000',
  '1111',
  '1234',
  '4321',
  '12345',
  '54321',
  '123456',
  '654321',
  '1234567',
  '12345678',
  '123456789',
  '1234567890',
  '123123',
  '112233',
  '121212',
  ...Array.from({ length: 62 }, (_, index) => String(1969 + index)),
]
const SIGNS = ['!', '@', '#', '.', '*', '?']

const LEAST = 12
/** Every variation that satisfies the password rule. */
function* candidates(): Generator<string> {
  for (const stem of STEMS) {
    for (const word of new Set(CASES.map((of) => of(stem)))) {
      for (const number of NUMBERS) {
        for (const sign of SIGNS) {
          for (const one of [word + number + sign, word + sign + number])
            if (one.length >= LEAST) yield one
        }
      }
    }
  }
}

const YIELD_EVERY = 5_000
/**
 * The first 64 bits of each hash, sorted; with so few entries no two passwords share them. Computed
 * at the first lookup, in pieces, so that other requests do not wait.
 */
const generate = async (): Promise<BigUint64Array> => {
  // Stems that differ in one sign make some passwords twice.
  const made = new Set<bigint>()
  for (const candidate of candidates()) {
    made.add(createHash('sha1').update(candidate).digest().readBigUInt64BE(0))
    if (made.size % YIELD_EVERY === 0) await new Promise(setImmediate)
  }
  return BigUint64Array.from(made).sort()
}

const DIGITS = 16
/** Index of the first number that is not less than `wanted`. */
const placeIn = (sorted: BigUint64Array, wanted: bigint): number => {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? 0n) < wanted) from = middle + 1
    else to = middle
  }
  return from
}

let generated: Promise<BigUint64Array> | undefined
/**
 * The built-in list: not leaked passwords, but common words varied in the way the password rule
 * suggests.
 */
export const commonPasswords: StolenPasswords = {
  suffixesOf: async (prefix) => {
    generated ??= generate()
    const sorted = await generated
    const first = BigInt(`0x${prefix.padEnd(DIGITS, '0')}`)
    const next = BigInt(`0x${prefix.padEnd(DIGITS, 'F')}`)
    return Array.from(
      sorted.subarray(placeIn(sorted, first), placeIn(sorted, next + 1n)),
      (value) => value.toString(16).padStart(DIGITS, '0').slice(prefix.length).toUpperCase(),
    )
  },
}

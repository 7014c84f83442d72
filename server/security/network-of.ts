const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS_OF_NETWORK = 4
const GROUPS = 8

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))

/**
 * The network that a request counts against: an IPv4 address itself, the /64 of an IPv6 address. A
 * customer of a provider has at least 2^64 IPv6 addresses, so a single address does not identify a
 * customer.
 */
export const networkOf = (address: string): string => {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16))
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

import { lookup } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'

/** The push services of Chrome and its relatives, Firefox, Edge and Safari. */
export const PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]

/** A place to send to; `isOwn` = the operator named this address, which may be an internal one. */
export interface PushTarget {
  url: URL
  isOwn: boolean
}

const isNamed = (host: string, service: string): boolean =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service

/**
 * The target of an endpoint; null unless it belongs to one of the services: a host name, `*.` with
 * a domain, or an origin, which alone may lack TLS or have a port.
 */
export const pushTarget = (endpoint: string, services: readonly string[]): PushTarget | null => {
  if (!URL.canParse(endpoint)) return null
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (services.includes(url.origin)) return { url, isOwn: true }
  const isPlain = url.protocol === 'https:' && url.port === ''
  const isKnown = isPlain && services.some((service) => isNamed(url.hostname, service))
  return isKnown ? { url, isOwn: false } : null
}

const INTERNAL = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INTERNAL.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  INTERNAL.addSubnet(network, prefix, 'ipv6')

/** IPv4 addresses within IPv6 (`::ffff:10.0.0.1`) count as IPv4. */
export const isInternalAddress = (address: string): boolean =>
  INTERNAL.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

/**
 * Looks a name up for a connection and refuses internal addresses. The connection uses the checked
 * address, so that a name cannot change its address in between.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined)
      callback(error ?? new Error('The push service has no address'), '')
    else if (addresses.some(({ address }) => isInternalAddress(address)))
      callback(new Error('The push service has an internal address'), '')
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

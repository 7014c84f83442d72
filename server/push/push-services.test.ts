import { describe, expect, it } from 'vitest'
import { isInternalAddress, publicLookup, PUSH_SERVICES, pushTarget } from './push-services.ts'

const targetOf = (endpoint: string, services: readonly string[] = PUSH_SERVICES) => {
  const target = pushTarget(endpoint, services)
  return target === null ? null : [target.url.href, target.isOwn]
}

describe('[WP5] the target of an endpoint', () => {
  it('is a push service by its whole name, or any host of its domain', () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://jmt17.google.com/a',
      'https://a.push.services.mozilla.com/a',
      'https://a.b.notify.windows.com/a',
      'https://web.push.apple.com/a',
      'https://web.push.apple.com:443/a',
    ])
      expect(targetOf(endpoint)).toEqual([endpoint.replace(':443', ''), false])
    for (const endpoint of [
      'https://a.fcm.googleapis.com/a',
      'https://fcm.googleapis.com.example/a',
      'https://push.apple.com/a',
      'https://webpush.apple.com/a',
      'https://web.push.apple.com.example/a',
    ])
      expect([endpoint, targetOf(endpoint)]).toEqual([endpoint, null])
  })

  it('has TLS and the usual port, and neither a person nor a fragment', () => {
    for (const endpoint of [
      'http://fcm.googleapis.com/a',
      'https://fcm.googleapis.com:444/a',
      'https://person@fcm.googleapis.com/a',
      'https://:password@fcm.googleapis.com/a',
      'https://fcm.googleapis.com/a#b',
      'fcm.googleapis.com',
    ])
      expect([endpoint, targetOf(endpoint)]).toEqual([endpoint, null])
  })

  it('may lack TLS and have a port only if the operator named its origin', () => {
    const own = ['http://10.0.0.1:9000', '*.push.apple.com']
    expect(targetOf('http://10.0.0.1:9000/a', own)).toEqual(['http://10.0.0.1:9000/a', true])
    expect(targetOf('https://a.push.apple.com/a', own)).toEqual([
      'https://a.push.apple.com/a',
      false,
    ])
    for (const endpoint of [
      'http://10.0.0.1:9001/a',
      'https://10.0.0.1:9000/a',
      'http://person@10.0.0.1:9000/a',
      'http://:password@10.0.0.1:9000/a',
      'http://10.0.0.1:9000/a#b',
    ])
      expect([endpoint, targetOf(endpoint, own)]).toEqual([endpoint, null])
  })
})

it('[WP5] internal addresses are those of the networks of their registry, to the last one', () => {
  for (const [inside, outside] of [
    ['0.255.255.255', '1.0.0.0'],
    ['10.0.0.0', '9.255.255.255'],
    ['10.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.63.255.255'],
    ['100.127.255.255', '100.128.0.0'],
    ['127.0.0.0', '126.255.255.255'],
    ['127.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.253.255.255'],
    ['169.254.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.15.255.255'],
    ['172.31.255.255', '172.32.0.0'],
    ['192.0.0.0', '191.255.255.255'],
    ['192.0.0.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.1.255'],
    ['192.0.2.255', '192.0.3.0'],
    ['192.168.0.0', '192.167.255.255'],
    ['192.168.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.17.255.255'],
    ['198.19.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.99.255'],
    ['198.51.100.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.112.255'],
    ['203.0.113.255', '203.0.114.0'],
    ['224.0.0.0', '223.255.255.255'],
    ['::', '::2'],
    ['::1', '::3'],
    ['64:ff9b::', '64:ff9a::'],
    ['64:ff9b::ffff:ffff', '64:ff9b::1:0:0'],
    ['100::', 'ff::'],
    ['100::ffff:ffff:ffff:ffff', '100:0:0:1::'],
    ['2001:db8::', '2001:db7::'],
    ['2001:db8:ffff::', '2001:db9::'],
    ['fc00::', 'fbff::'],
    ['fdff::', 'fe00::'],
    ['fe80::', 'fe7f::'],
    ['febf::', 'fec0::'],
    ['ff00::', 'feff::'],
    ['ffff::', '2a00::'],
    ['::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  ] as const)
    expect([inside, isInternalAddress(inside), outside, isInternalAddress(outside)]).toEqual([
      ...[inside, true, outside, false],
    ])
})

describe('[WP5] a name is looked up for a connection', () => {
  const lookUp = (host: string, options: object = {}) =>
    new Promise<unknown[]>((resolve) => {
      publicLookup(host, options, (...answer) => resolve(answer))
    })

  it('whose address must be public, in the form that the connection asks for', async () => {
    expect(await lookUp('8.8.8.8')).toEqual([null, '8.8.8.8', 4])
    expect(await lookUp('2a00::1')).toEqual([null, '2a00::1', 6])
    expect(await lookUp('8.8.8.8', { all: true })).toEqual([
      null,
      [{ address: '8.8.8.8', family: 4 }],
    ])
    for (const host of ['localhost', '10.0.0.1', '::1'])
      for (const options of [{}, { all: true }]) {
        const [error, address] = await lookUp(host, options)
        expect([String(error), address]).toEqual([
          'Error: The push service has an internal address',
          '',
        ])
      }
  })

  it('and which must have one', async () => {
    const [error, address] = await lookUp('no-such-name.invalid')
    expect([error instanceof Error && 'code' in error && error.code, address]).toEqual([
      ...[expect.stringMatching(/^E/), ''],
    ])
  })
})

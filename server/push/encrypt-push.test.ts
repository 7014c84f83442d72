import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptPush } from './encrypt-push.ts'
import { isInternalAddress, PUSH_SERVICES, pushTarget } from './push-services.ts'
import { vapidKeysOf } from './vapid.ts'

it('[WP2] a message is encrypted as the example of RFC 8291, appendix A', () => {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const body = encryptPush(
    {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    'When I grow up, I want to be a watermelon',
    { salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'), curve },
  )
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg' +
      'Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZ' +
      'wbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('[WP1] the key pair of a server stays the same, and another server has another', () => {
  const [one, other] = ['a', 'b'].map((letter) => Buffer.alloc(32, letter).toString('base64'))
  const key = (saltSecret = ''): string => vapidKeysOf({ saltSecret }).publicKey
  expect(key(one)).toBe(key(one))
  expect(key(one)).toMatch(/^B[\w-]{86}$/)
  expect(key(one)).not.toBe(key(other))
})

it('[WP5] pushes go to the push services of the browsers, and nowhere else', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://wns2-am3p.notify.windows.com/w/?token=a',
    'https://web.push.apple.com/a',
  ])
    expect(pushTarget(endpoint, PUSH_SERVICES)).toMatchObject({ isOwn: false })
  for (const endpoint of [
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilpush.apple.com.example/a',
    'https://notpush.apple.com@127.0.0.1/a',
    'https://user@fcm.googleapis.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://evil.example/a',
    'https://evilfcm.googleapis.com/a',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'nothing',
  ])
    expect([endpoint, pushTarget(endpoint, PUSH_SERVICES)]).toEqual([endpoint, null])
  const own = ['http://127.0.0.1:9000']
  expect(pushTarget('http://127.0.0.1:9000/a', own)).toMatchObject({ isOwn: true })
  expect(pushTarget('http://127.0.0.1:9001/a', own)).toBeNull()
})

it('[WP5] internal addresses are recognized, also IPv4 within IPv6', () => {
  for (const address of [
    '10.1.2.3',
    '127.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])
    expect([address, isInternalAddress(address)]).toEqual([address, true])
  for (const address of ['8.8.8.8', '172.32.0.1', '2a00:1450:4001::1', '::ffff:8.8.8.8'])
    expect([address, isInternalAddress(address)]).toEqual([address, false])
})

const PARTS = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<end>.*)$/
/** The choices of libpq that mean a host that accepts writes. */
const WRITABLE = ['read-write', 'primary']

/**
 * One URL for each host of a URL, in the same order: `postgres://a:1,b:2/name` names two.
 * @throws if a part cannot be used; the error does not repeat the URL, which holds a password
 */
export const urlsOfHosts = (url: string): string[] => {
  const { start = '', hosts = '', end = '' } = PARTS.exec(url)?.groups ?? {}
  const urls = hosts.split(',').map((host) => `${start}${host}${end}`)
  if (hosts.split(',').length > 1 && hosts.split(',').includes(''))
    throw new Error('One of the hosts has no name')
  for (const one of urls)
    if (!URL.canParse(one.replace('@/', '@localhost/'))) throw new Error('This is no URL')
  const wanted = new URLSearchParams(end.split('?')[1]).get('target_session_attrs')
  if (urls.length > 1 && wanted !== null && !WRITABLE.includes(wanted))
    throw new Error(`target_session_attrs has to be ${WRITABLE.join(' or ')}, or left out`)
  return urls
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)?$/i

/**
 * Whether the URL addresses this machine: a loopback address, or no host, as with a Unix socket.
 */
export const isOnThisMachine = (url: string): boolean => {
  const { hostname, searchParams } = new URL(url.replace('@/', '@localhost/'))
  return searchParams.get('host')?.startsWith('/') === true || LOOPBACK.test(hostname)
}

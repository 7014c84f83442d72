const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)?$/i

/**
 * Whether what is sent to the address of the URL stays on this machine: loopback, or no host at
 * all, as with a socket in the file system.
 */
export const isOnThisMachine = (url: string): boolean => {
  const { hostname, searchParams } = new URL(url.replace('@/', '@localhost/'))
  return searchParams.get('host')?.startsWith('/') === true || LOOPBACK.test(hostname)
}

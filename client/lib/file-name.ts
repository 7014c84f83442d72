/** The name without what file systems refuse, at most 100 characters; may be empty. */
export const cleanFileName = (name: string): string =>
  name
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 100)

const VECTOR = /\.svgz?$/i

/** Vector pictures can hold scripts, so that they are attached in an archive. */
export const isVector = (name: string): boolean => VECTOR.test(name)
/** The name of a file as an attachment. */
export const attachedName = (name: string): string => (isVector(name) ? `${name}.zip` : name)

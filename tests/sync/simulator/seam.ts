/** A named top-level declaration of the product, and its replacement. */
export interface Seam {
  /** Path from the root of the project. */
  file: string
  /** Name of a top-level function or constant of that file; it need not be exported. */
  name: string
  change: (original: never) => unknown
}

/** @param change gets the product's own value and returns the faulty one, of the same type */
export const seam = <T>(file: string, name: string, change: (original: T) => T): Seam => ({
  file,
  name,
  change,
})

/** A bug inside the code: declarations that are replaced while their modules load. */
export interface Fault {
  seams: readonly Seam[]
  /** The promises that catch it. */
  breaks: RegExp
  /** Only histories in which people attach files can show it. */
  isOfFiles?: boolean
}

/** More rows or columns than a spreadsheet takes. */
export class TooManyRows extends Error {}

/**
 * Builds the id of a row that both sides can create. It contains the vendor's number, so that two
 * sides never name the same row.
 */
export const sidedId = (id: string, vendorId: number | null): string =>
  vendorId === null ? id : `${id}.${vendorId}`

interface Owned {
  ownerId: number | null
}

/** Where the person is asked about. Absent = there is no such row. */
export interface AssignedPlace {
  inPackage?: Owned | undefined
  inDocument?: (Owned & { members?: readonly number[] | undefined }) | undefined
}

export interface Assignment {
  /** The person owns the package or document, or is a member of the document. */
  isAssigned: boolean
  /** The person owns the document, which counts as permission to write it. */
  ownsDocument: boolean
}
export const UNASSIGNED: Assignment = { isAssigned: false, ownsDocument: false }

/** How content is assigned to a person. A package's owner is assigned all documents in it. */
export const assignmentOf = (
  userId: number,
  { inPackage, inDocument }: AssignedPlace,
): Assignment => {
  const ownsDocument = inDocument?.ownerId === userId
  return {
    isAssigned:
      ownsDocument ||
      inPackage?.ownerId === userId ||
      inDocument?.members?.includes(userId) === true,
    ownsDocument,
  }
}

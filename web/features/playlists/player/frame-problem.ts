/** The report itself says that it cannot be shown. */
export class FrameProblem extends Error {}

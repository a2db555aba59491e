/** The report itself reported that it cannot be shown. */
export class FrameProblem extends Error {}

/** The report itself reported that it cannot be shown, or that its capacity is paused. */
export class FrameProblem extends Error {
  readonly isPaused: boolean;
  constructor(message?: string, { isPaused = false } = {}) {
    super(message);
    this.isPaused = isPaused;
  }
}

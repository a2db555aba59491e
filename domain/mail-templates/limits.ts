export const templateLimits = {
  subject: 200,
  greeting: 200,
  button: 60,
  /** Changes of a kind that its editor lists. */
  history: 20,
} as const;

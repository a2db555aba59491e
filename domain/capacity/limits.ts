/** Limits of capacities and their rules (BEHAVIOUR 2). */
export const capacityLimits = {
  /** A capacity that a viewer woke stays on at least so long. */
  minimumOnMinutes: 15,
  /** After so many wakes within an hour it stays on until the hour is over. */
  wakesPerHour: 6,
  /** How long before an idle pause visible tabs are notified. */
  idleNoticeMinutes: 2,
  /** Minutes before a forced stop at which viewers are notified. */
  forceNoticeMinutes: [10, 2],
  /** How long a change by hand, or one made outside of the portal, holds where no shift begins or ends. */
  overrideHours: 8,
  /** A quiet capacity is asked for its state once in so many minutes. */
  quietLookMinutes: 5,
  /** Demand is kept by slots of so many minutes. */
  demandMinutes: 5,
} as const;

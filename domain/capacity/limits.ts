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
  /** How long demand is kept for dry runs, and how far back one looks. */
  demandDays: 35,
  dryRunDays: 30,
  /** How long the decision log is kept, and how many entries an answer holds. */
  logDays: 400,
  nameLength: 80,
  idleMinutes: { least: 5, most: 720 },
  /** Shifts of a business unit, and of one person. */
  shifts: 200,
  shiftsOfPerson: 10,
  /** A stale observation is checked with Azure at most once in so many seconds before a viewer is refused. */
  askSeconds: 10,
  /** After a refusal Azure isn't asked again within so many seconds, or as many as it says. */
  refusedSeconds: 10,
  /** An unanswered change counts as a problem after so many minutes. */
  operationMinutes: 15,
  /** A change that Azure doesn't show to have begun after so many minutes is decided again. */
  unbegunMinutes: 2,
  /** Minutes before and after a refresh of the service's own schedule in which it counts as work, where the capacity wakes for them. */
  refreshMinutes: { before: 5, after: 10 },
  /** Work that the portal's own tasks begin within so many minutes keeps a capacity on that runs. */
  dueMinutes: 15,
  /** How often open pages ask whether a capacity runs, in seconds. */
  pollSeconds: 2,
  /** A waiting page says that it takes longer, and gives up, after so many minutes. */
  longerMinutes: 3,
  giveUpMinutes: 8,
  /** A wait that isn't repeated counts for so many minutes. */
  waitMinutes: 30,
  /** Viewers ask for an opening once within so many minutes. */
  askOpeningMinutes: 60,
} as const;

/** How many reports a user may send within a day, in total. */
export const askedADay = 10;
/** The day of `askedADay`, and of the same problem reported once. */
export const askedHours = 24;

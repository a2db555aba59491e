/** The longest title, and how many notices may be planned or shown at a time: the sign-in page reads them all. */
export const noticeLimits = { title: 120, open: 30, groups: 50 } as const;
/** At most so many notices are shown on home; `app.sign_in_page` shows two at sign-in. */
export const shownAtHome = 3;

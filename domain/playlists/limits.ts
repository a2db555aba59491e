// Apart from the contract, so that a page can use them without its schemas (BEHAVIOUR 6).
export const maxNameLength = 80;
export const maxDescriptionLength = 400;
export const maxPlaceLength = 80;
export const maxItems = 100;
export const maxWindows = 7;
export const maxShares = 200;
export const maxStateLength = 20_000;
export const seconds = { least: 10, most: 3600, usual: 30 } as const;

export const playlistSorts = ['name', 'created'] as const;
export const deviceSorts = ['name', 'created', 'seen'] as const;
/** The chips of the displays; `skipping` are those in use that skip an item. */
export const deviceFilters = ['live', 'skipping', 'ended'] as const;
export const transitions = ['fade', 'slide', 'none'] as const;
export const themes = ['report', 'dark'] as const;

/** A display's sign-in lives for this many days. */
export const deviceDays = 365;
/** How long a pairing code works, and how often the screen asks for its approval. */
export const codeMinutes = 10;
export const codeAskSeconds = 3;
/** A display that hasn't been heard from for this long counts as off. */
export const awayMinutes = 3;
/** How long a user waits after too many codes, and a display after too many links. */
export const codeWaitSeconds = 600;
export const linkWaitSeconds = 900;
/** Administrators are notified this many days before a display's sign-in ends. */
export const deviceNoticeDays = [30, 7, 1] as const;

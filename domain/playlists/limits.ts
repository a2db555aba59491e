// Apart from the contract, so that a page can know them without its schemas (BEHAVIOUR 6).
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
export const transitions = ['fade', 'slide', 'none'] as const;
export const themes = ['report', 'dark'] as const;

/** A display lives for so long, and so many screens may play by one link at a time. */
export const deviceDays = 365;
export const mostPlayers = 3;
/** Life of a pairing code, and how often the screen asks for its approval. */
export const codeMinutes = 10;
export const codeAskSeconds = 3;
/** How often a player says that it lives and hears of changes: well within the minute in which a revoked display must end. */
export const beatSeconds = 30;
/** A display that was not heard of for so long counts as off. */
export const awayMinutes = 3;

import { screens } from '../access/screens.ts';

// BEHAVIOUR 17, hidden_menu names: home and the settings cannot be named; profile and logout are no screens at all.
const unhideable = ['dashboard', 'setting'];

/** The names that hidden_menu may contain. */
export const hideableNames: readonly string[] = screens.map((screen) => screen.name).filter((name) => !unhideable.includes(name));

/** BEHAVIOUR 12: shares of full strength, in percent. */
export const watermarkOpacity = { least: 5, most: 30 } as const;
export const longestTemplate = 200;

/** Hours after which a session that nobody uses ends; at three times as many it ends whatever happens. */
export const loginTimeout = { least: 1, most: 72 } as const;

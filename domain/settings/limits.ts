import { screens } from '../access/screens.ts';

// BEHAVIOUR 17, hidden_menu names: home and the settings cannot be named; profile and logout are no screens at all.
const unhideable = ['dashboard', 'setting'];

// Spec 2 writes these routes by their whole path; the names that are kept leave the id out.
const specifiedNames: Readonly<Record<string, string>> = {
  '{id}/management/view': 'management/view',
  '{id}/reports/view': 'reports/view',
  '{id}/reports/external': 'reports/external',
  '{id}/playlist/view': 'playlist/view',
};
/** The kept form of a name that hidden_menu is given, whichever of its two names it goes by. */
export const menuName = (name: string): string => specifiedNames[name] ?? name;

/** The names that hidden_menu may contain. */
export const hideableNames: readonly string[] = screens.map((screen) => screen.name).filter((name) => !unhideable.includes(name));
/** The names that it may be given: those, and the specification's own of the same screens. */
export const givenMenuNames: readonly string[] = [...hideableNames, ...Object.keys(specifiedNames)];

/** BEHAVIOUR 12: shares of full strength, in percent. */
export const watermarkOpacity = { least: 5, most: 30 } as const;
export const longestTemplate = 200;

/** Hours after which a session that nobody uses ends; at three times as many it ends whatever happens. */
export const loginTimeout = { least: 1, most: 72 } as const;

import { screens } from '../access/screens.ts';

// BEHAVIOUR 17, hidden_menu names: home and the settings can't be named; profile and logout aren't screens at all. Nor can the page on
// which a unit ends what its partner may do: the partner would hide it.
const unhideable = ['dashboard', 'setting', 'remote/authorization'];

// Spec 2 writes these routes by their whole path; the stored names leave the id out.
const specifiedNames: Readonly<Record<string, string>> = {
  '{id}/management/view': 'management/view',
  '{id}/reports/view': 'reports/view',
  '{id}/reports/external': 'reports/external',
  '{id}/playlist/view': 'playlist/view',
};
/** The stored form of a hidden_menu name, given by either of its two names. */
export const menuName = (name: string): string => specifiedNames[name] ?? name;

/** The names that hidden_menu may contain. */
export const hideableNames: readonly string[] = screens.map((screen) => screen.name).filter((name) => !unhideable.includes(name));
/** The names that it accepts: those, and the specification's names of the same screens. */
export const givenMenuNames: readonly string[] = [...hideableNames, ...Object.keys(specifiedNames)];

/** BEHAVIOUR 12: opacity in percent. */
export const watermarkOpacity = { least: 5, most: 30 } as const;
export const longestTemplate = 200;
/** The unit's own words for people who wait for a paused capacity. */
export const longestWaitingText = 300;

/** Hours after which an unused session ends; at three times as many it ends in any case. */
export const loginTimeout = { least: 1, most: 72 } as const;

import { getKeys } from '../fields/fields.ts';
import type { Language } from '../session/languages.ts';
import type { themes, transitions } from './limits.ts';

// The one list of the fields of a slideshow: contract, statements, copy and form derive from it, or are a record of all fields that doesn't
// compile while one is missing (docs/data.md, "Add a field").

/** How it plays: a column each, with the value of a new slideshow. */
export const playlistSwitches = {
  loop: true,
  shuffle: false,
  showTitle: true,
  showClock: true,
  showProgress: true,
  keepsCapacity: false,
  wakesCapacity: false,
} as const satisfies Record<string, boolean>;

export type PlaylistSwitch = keyof typeof playlistSwitches;
export const switchNames = getKeys(playlistSwitches);

/** The settings: a column each, which a copy has too. */
export type PlaylistSettings = Record<PlaylistSwitch, boolean> & {
  description: string;
  transition: (typeof transitions)[number];
  language: Language | null;
  theme: (typeof themes)[number];
};
export const usualSettings: PlaylistSettings = {
  description: '',
  transition: 'fade',
  ...playlistSwitches,
  language: null,
  theme: 'report',
};
export const settingNames = getKeys(usualSettings);

/** The fields of its form. */
export type PlaylistField = keyof PlaylistSettings | 'name' | 'items' | 'people' | 'groups';

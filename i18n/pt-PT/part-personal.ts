import type { personal as defining } from '../en-US/part-personal.ts';
import type { Texts } from '../types.ts';
import { accounts } from './accounts.ts';
import { embeddingPage } from './embedding-page.ts';
import { faq } from './faq.ts';
import { identitiesLink } from './identities-link.ts';
import { playlistsPlayer } from './playlists-player.ts';
import { twoFactor } from './two-factor.ts';

export const personal: Texts<typeof defining> = {
  ...accounts,
  ...embeddingPage,
  ...faq,
  ...identitiesLink,
  ...playlistsPlayer,
  ...twoFactor,
};
